/** SQL for nodes by their names, of the versions in which they are; `pairs` selects `versionId` and `nodeId`. */
export const NODES = (pairs: string): string =>
  `SELECT DISTINCT v.id AS versionId, n.value ->> '$.id' AS id, n.value ->> '$.type' AS type, n.value ->> '$.name' AS name
  FROM (SELECT DISTINCT versionId FROM (${pairs})) s CROSS JOIN automation_versions v ON v.id = s.versionId CROSS JOIN json_each(v.graph, '$.nodes') n
  WHERE (v.id, n.value ->> '$.id') IN (SELECT versionId, nodeId FROM (${pairs}))`;

export interface NodeRow {
  versionId: string;
  id: string;
  type: string;
  name: string;
}

/** A node by its version and id; one that isn't there has no more than its id. */
export const namesIn = (rows: readonly NodeRow[]) => {
  const names = new Map(rows.map(({ versionId, ...node }) => [`${versionId} ${node.id}`, node]));
  return (versionId: string, id: string) => names.get(`${versionId} ${id}`) ?? { id, type: "", name: "" };
};

import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";

/** Failed runs (?1, ids) of an instance (?2) in which people go on; `runs` or what stands for it. */
const MAY = (run: string): string =>
  `${run}.id IN (SELECT value FROM json_each(?1)) AND ${run}.instance_id = ?2 AND ${run}.state = 'failed'
    AND EXISTS (SELECT 1 FROM automation_instances i WHERE i.id = ?2 AND i.state IN (${INSTANCE.started}, ${INSTANCE.paused}))`;
/** Whether a version has a step, which is a parameter of the statement. */
const HAS = (version: string, at: number): string =>
  `EXISTS (SELECT 1 FROM automation_versions w CROSS JOIN json_each(w.graph, '$.nodes') n WHERE w.id = ${version} AND n.value ->> '$.id' = ?${at})`;
const ENTERED = "(SELECT i.version_id FROM automation_instances i WHERE i.id = ?2)";
const INTO = `UPDATE runs SET version_id = ${ENTERED} WHERE ${MAY("runs")}`;
/** Into the version that people enter, where it has the step in which they failed, and of the same type. */
const NEWEST = `UPDATE runs SET version_id = (SELECT i.version_id FROM automation_instances i WHERE i.id = ?2)
  WHERE ${MAY("runs")} AND (runs.version_id, runs.node_id) IN (
    SELECT v.id, o.value ->> '$.id' FROM (SELECT DISTINCT r.version_id, r.node_id FROM json_each(?1) e CROSS JOIN runs r ON r.id = e.value) d
      CROSS JOIN automation_versions v ON v.id = d.version_id CROSS JOIN json_each(v.graph, '$.nodes') o ON o.value ->> '$.id' = d.node_id
      CROSS JOIN automation_instances i ON i.id = ?2 CROSS JOIN automation_versions w ON w.id = i.version_id
      CROSS JOIN json_each(w.graph, '$.nodes') n ON n.value ->> '$.id' = d.node_id AND n.value ->> '$.type' = o.value ->> '$.type')`;
/** The clock passes over what has broken off too often. */
const RESET = `UPDATE runs SET attempts = 0 WHERE ${MAY("runs")} AND attempts > 0`;
/** Once for the step at which a run failed; again where the try broke off before it had a step of its own. */
const TELL = (
  also: string,
) => `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT r.enterprise_id, 'retry:' || r.id || ':' || r.seq, 'retry', '', r.id, ?4, ?3, ?3 + ${KEPT_MS} FROM runs r WHERE ${MAY("r")}${also}
  ON CONFLICT (enterprise_id, event_id) DO UPDATE SET done_at = NULL, data = excluded.data, at = excluded.at, until = excluded.until WHERE done_at IS NOT NULL`;

/** From where they are tried again: the step that failed, the start, or a step by its id. */
interface RetryFrom {
  from?: "failed" | "start" | "step";
  step?: string;
}

const causeOf = ({ from, step = "" }: RetryFrom): string =>
  JSON.stringify(from === "start" ? { fromStart: true } : from === "step" ? { nodeId: step } : {});

/** Whether a run (?1) of the instance ?2 has the step ?3 in the version in which it would go on. */
export const hasStep = (newest: boolean): string =>
  `SELECT 1 AS there FROM runs r WHERE r.id = ?1 AND r.instance_id = ?2 AND (${HAS("r.version_id", 3)}${newest ? ` OR ${HAS(ENTERED, 3)}` : ""})`;

/**
 * The statements by which failed runs are tried again; who does not have the step from which they are to go on is left alone. The clock carries it out as the engine does. Only
 * what has failed is told, and the last statement's changes are how many that are.
 */
export const retrying = (
  { $client }: { $client: D1Database },
  runIds: readonly string[],
  {
    instanceId,
    newest,
    at,
    from = "failed",
    step = "",
  }: { instanceId: string; newest: boolean; at: number } & RetryFrom,
): D1PreparedStatement[] => {
  const ids = JSON.stringify(runIds);
  const values = [ids, instanceId];
  const into = {
    failed: () => $client.prepare(NEWEST).bind(...values),
    start: () => $client.prepare(INTO).bind(...values),
    step: () => $client.prepare(`${INTO} AND ${HAS(ENTERED, 3)}`).bind(...values, step),
  }[from];
  const cause = causeOf({ from, step });
  return [
    ...(newest ? [into()] : []),
    $client.prepare(RESET).bind(...values),
    from === "step"
      ? $client.prepare(TELL(` AND ${HAS("r.version_id", 5)}`)).bind(...values, at, cause, step)
      : $client.prepare(TELL("")).bind(...values, at, cause),
  ];
};

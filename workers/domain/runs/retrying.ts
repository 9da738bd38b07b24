import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";

/** Failed runs (?1, ids) of an instance (?2) in which people go on; `runs` or what stands for it. */
const MAY = (run: string): string =>
  `${run}.id IN (SELECT value FROM json_each(?1)) AND ${run}.instance_id = ?2 AND ${run}.state = 'failed'
    AND EXISTS (SELECT 1 FROM automation_instances i WHERE i.id = ?2 AND i.state IN (${INSTANCE.started}, ${INSTANCE.paused}))`;
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
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT r.enterprise_id, 'retry:' || r.id || ':' || r.seq, 'retry', '', r.id, '{}', ?3, ?3 + ${KEPT_MS} FROM runs r WHERE ${MAY("r")}
  ON CONFLICT (enterprise_id, event_id) DO UPDATE SET done_at = NULL, data = '{}', at = excluded.at, until = excluded.until WHERE done_at IS NOT NULL`;

/**
 * The statements by which failed runs are tried again from where they failed; the clock carries it out as the engine does. Only
 * what has failed is told, and the last statement's changes are how many that are.
 */
export const retrying = (
  { $client }: { $client: D1Database },
  runIds: readonly string[],
  { instanceId, newest, at }: { instanceId: string; newest: boolean; at: number },
): D1PreparedStatement[] => {
  const ids = JSON.stringify(runIds);
  return [
    ...(newest ? [$client.prepare(NEWEST).bind(ids, instanceId)] : []),
    $client.prepare(RESET).bind(ids, instanceId),
    $client.prepare(TELL).bind(ids, instanceId, at),
  ];
};

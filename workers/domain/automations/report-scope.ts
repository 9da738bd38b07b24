import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { runStates } from "#workers/contract/automation/run-states.ts";

/** SQL for the journey ?2 of the enterprise ?1, or its first one by name. */
export const JOURNEY = `(SELECT a.id FROM automations a WHERE a.enterprise_id = ?1 AND a.kind = 'journey' AND a.deleted_at IS NULL AND (?2 = '' OR a.id = ?2)
  ORDER BY a.name_key, a.id LIMIT 1)`;
/** Rows `i` of its launches, or of the one ?3. */
export const LAUNCHES = `FROM (SELECT 1) CROSS JOIN automation_instances i ON i.enterprise_id = ?1 AND i.automation_id = ${JOURNEY} AND (?3 = '' OR i.id = ?3)`;
export const SHOWN_LAUNCHES = `FROM automation_instances i LEFT JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = ?1
  WHERE i.enterprise_id = ?1 AND i.automation_id = ${JOURNEY} AND i.state <> ${INSTANCE.deleted}`;

/** The journey with the drawing that is published, and whether the launch ?3 is its own. */
export const LAUNCH_THERE = `SELECT a.id, v.graph, (?3 = '' OR EXISTS (SELECT 1 ${LAUNCHES})) AS isThere FROM automations a
  LEFT JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.version WHERE a.enterprise_id = ?1 AND a.id = ${JOURNEY}`;

/**
 * The latest who came in between two ids (?4, ?5), which begin with a time. Each state is looked at by its own stretch of the index,
 * so that a year of a busy journey costs no more than a day.
 */
export const latestRuns = (most: number): string =>
  `SELECT r.id, r.state, r.node_id, r.identity_id ${LAUNCHES} CROSS JOIN json_each('${JSON.stringify(runStates)}') z
  CROSS JOIN runs r ON r.id IN (SELECT x.id FROM runs x WHERE x.instance_id = i.id AND x.state = z.value AND x.id >= ?4 AND x.id < ?5
    ORDER BY x.id DESC LIMIT ${most}) ORDER BY r.id DESC LIMIT ${most}`;

/** Where ids begin that are made at a moment (UUIDv7). */
export const idAt = (at: number): string => {
  const hex = at.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};

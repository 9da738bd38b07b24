import { INSTANCE } from "#workers/contract/automation/instance-states.ts";

/** SQL for the journey ?2 of the enterprise ?1, or its first one by name. */
export const JOURNEY = `(SELECT a.id FROM automations a WHERE a.enterprise_id = ?1 AND a.kind = 'journey' AND a.deleted_at IS NULL AND (?2 = '' OR a.id = ?2)
  ORDER BY a.name_key, a.id LIMIT 1)`;
/** Rows `i` of its launches, or of the one ?3. */
export const LAUNCHES = `FROM (SELECT 1) CROSS JOIN automation_instances i ON i.enterprise_id = ?1 AND i.automation_id = ${JOURNEY} AND (?3 = '' OR i.id = ?3)`;
export const SHOWN_LAUNCHES = `FROM automation_instances i LEFT JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = ?1
  WHERE i.enterprise_id = ?1 AND i.automation_id = ${JOURNEY} AND i.state <> ${INSTANCE.deleted}`;

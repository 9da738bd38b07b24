import { USED_KEPT_MS } from "../messaging/tidy.ts";

/** An event may be faster than the step that waits for it: whoever caused it may still be on the way there. */
const PAST_MS = 10 * 60_000;

/** People `i` of the customer ?3 who are in a journey of which some step waits for the event ?2, as the JSON of its graph has it, and do not wait for it now. */
export const ON_THE_WAY = `identities i CROSS JOIN runs r ON r.enterprise_id = ?1 AND r.identity_id = i.id AND r.state = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM run_waits w WHERE w.run_id = r.id AND w.kind = 'event' AND w.key = ?2)
  CROSS JOIN automation_versions v ON v.id = r.version_id AND instr(v.graph, '"key":"' || ?2 || '"') > 0
  WHERE i.enterprise_id = ?1 AND i.customer = ?3`;
/**
 * Keeps an event for them. It is used from the beginning, so that nobody looks for whom it is, and goes with what was used thirty
 * days before: when its ten minutes are over.
 */
export const KEEP_EVENT = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, identity_id, data, at, until, done_at)
  SELECT DISTINCT ?1, 'past:' || i.id || ':' || ?4, 'event', ?2, i.id, ?5, ?6, ?6 + ${PAST_MS}, ?6 + ${PAST_MS - USED_KEPT_MS} FROM ${ON_THE_WAY} ON CONFLICT DO NOTHING`;
/** To runs that begin to wait for an event that came since they began, under the id under which they would have heard of it: once. */
export const PAST_EVENTS = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, substr(x.event_id, length(e.value->>4) + 7) || ':' || (e.value->>1), 'event', x.key, e.value->>1, x.data, x.at, ?4
  FROM json_each(?1) e CROSS JOIN run_inbox x ON x.enterprise_id = ?2 AND x.event_id > 'past:' || (e.value->>4) || ':event:' || (e.value->>0) || ':'
    AND x.event_id < 'past:' || (e.value->>4) || ':event:' || (e.value->>0) || ';' AND x.key = e.value->>0 AND x.at >= e.value->>5 AND x.until > ?3
  WHERE true ORDER BY x.n ON CONFLICT DO NOTHING`;

import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import type { Effects } from "../messaging/effects.ts";
import type { Ctx } from "../ctx.ts";

/** Sessions that no answer has spent; of two answers at once one finds none. */
const OPEN = `FROM json_each(?1) e CROSS JOIN wa_flow_sessions s ON s.token = e.value->>0 AND s.enterprise_id = ?2 AND s.channel_id = ?3 AND s.completed_at IS NULL`;
const KEEP = `INSERT INTO wa_flow_answers (id, enterprise_id, flow_id, token, message_id, answers, customer, identity_id, run_id, at)
  SELECT e.value->>1, ?2, s.flow_id, s.token, e.value->>2, e.value->'$[3]', s.customer, e.value->>4, s.run_id, e.value->>5 ${OPEN} WHERE true ON CONFLICT DO NOTHING`;
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, ('flow:' || s.token), 'flow', s.key, s.run_id, json_object('values', json(e.value->'$[3]')), e.value->>5, ?4 ${OPEN}
    CROSS JOIN run_waits w ON w.enterprise_id = ?2 AND w.kind = 'flow' AND w.key = s.key AND w.run_id = s.run_id WHERE true ON CONFLICT DO NOTHING`;
/** To runs that begin to wait for what was answered before: rows of a wait's key, a run and its step. */
export const PAST_ANSWERS = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT ?2, ('flow:' || s.token || ':' || (e.value->>2)), 'flow', s.key, s.run_id, json_object('values', json(a.answers)), ?3, ?4
  FROM json_each(?1) e CROSS JOIN wa_flow_sessions s ON s.run_id = e.value->>1 AND s.key = e.value->>0 AND s.enterprise_id = ?2
    CROSS JOIN wa_flow_answers a ON a.token = s.token WHERE true ON CONFLICT DO NOTHING`;
/** Files that came to the endpoint are the answer's from now on; those that another session brought are not. */
const CLAIM = `UPDATE message_media SET message_id = c.message FROM (
    SELECT e.value->>2 AS message, s.token AS token, f.value AS file ${OPEN}
      CROSS JOIN json_each(e.value->'$[6]') f) c
  WHERE message_media.id = c.file AND message_media.enterprise_id = ?2 AND message_media.message_id = ''
    AND substr(message_media.part, 1, length(c.token) + 1) = c.token || '/'`;
const COUNT = `UPDATE wa_flows SET completed = wa_flows.completed + n.completed, opened = wa_flows.opened + n.opened
  FROM (SELECT s.flow_id AS flow_id, count(DISTINCT s.token) AS completed, count(DISTINCT CASE WHEN s.opened_at IS NULL THEN s.token END) AS opened ${OPEN} GROUP BY s.flow_id) n
  WHERE wa_flows.id = n.flow_id`;
const SPEND = `UPDATE wa_flow_sessions SET completed_at = ?4, opened_at = coalesce(opened_at, ?4) WHERE completed_at IS NULL AND token IN (SELECT s.token ${OPEN})`;

/** Statements that keep the answers to flows of a page, spend their sessions, and tell the runs that wait. */
export function keepingFlowAnswers(
  { db, enterpriseId, now, newId, after }: Pick<Ctx, "db" | "enterpriseId" | "now" | "newId" | "after">,
  channelId: string,
  answers: Effects["flowAnswers"],
): D1PreparedStatement[] {
  if (answers.length === 0) return [];
  after.clock = true;
  const at = now();
  const rows = JSON.stringify(
    answers.map(({ token, messageId, identityId, values, claimed, at: saidAt }) => [
      token,
      newId(),
      messageId,
      values,
      identityId,
      saidAt,
      claimed,
    ]),
  );
  const bound = (text: string, ...more: unknown[]) =>
    db.$client.prepare(text).bind(rows, enterpriseId, channelId, ...more);
  const claims = answers.some(({ claimed }) => claimed.length > 0) ? [bound(CLAIM)] : [];
  return [bound(KEEP), bound(TELL, at + KEPT_MS), ...claims, bound(COUNT), bound(SPEND, at)];
}

import { uuidv7 } from "uuidv7";
import { sendClasses } from "#db/tenant/messages.ts";
import { CHAT, chatActionCodes, MISSED } from "#workers/contract/chat-states.ts";
import { keepingAction } from "../live-events/keep-chats.ts";
import { countingMissed } from "../messaging/chat-rules.ts";
import type { TimerHandler } from "../messaging/timers.ts";

/** Chats that still wait since then, where that is still a reason, by rows of `?1`: chat, since when, id of the action, id of the message. */
const STILL = `FROM json_each(?1) e CROSS JOIN chats c ON c.id = e.value->>0 AND c.enterprise_id = ?3
  AND c.state = ${CHAT.started} AND c.handler IS NULL AND c.waiting_since = e.value->>1
  JOIN chat_rules r ON r.id = c.enterprise_id AND r.pick_up_ms IS NOT NULL`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, at)
  SELECT e.value->>2, c.enterprise_id, c.id, c.seq + 1, ${chatActionCodes.missed}, '', '', ?2 ${STILL}`;
const TEXT = "r.rules ->> '$.missedText'";
const SAY = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause,
    status, facts, send_class, expires_at, at)
  SELECT e.value->>3, c.enterprise_id, c.channel_id, c.identity_id, c.id, c.seq + 2, 'out', 'text',
    json_object('kind', 'text', 'text', ${TEXT}), 'system', '', 'missed:' || c.id || ':' || c.waiting_since, 'queued', '{}',
    ${sendClasses.bot}, ?2 + ?4, ?2 ${STILL} AND ${TEXT} <> ''`;
const COUNT = countingMissed(`SELECT c.enterprise_id, c.department_id ${STILL}`, "?2");
const MISS = `UPDATE chats SET state = ${CHAT.missed}, missed_reason = ${MISSED.timedOut}, waiting_since = NULL, closed_at = ?2, updated_at = ?2,
    people = (SELECT json_group_array(json(p.value)) FROM json_each(chats.people) p WHERE p.value->>'part' = 'joined'),
    seq = seq + 1 + EXISTS (SELECT 1 FROM messages m WHERE m.enterprise_id = chats.enterprise_id AND m.chat_id = chats.id AND m.seq = chats.seq + 2),
    revision = revision + 1
  WHERE id IN (SELECT c.id ${STILL})`;

/** The sentence that nobody comes is not said later than this. */
const SAID_MS = 10 * 60_000;

/** Nobody took these chats in time: each that still waits is missed, counted and logged, and the customer is told. */
export const chatTimesOut: TimerHandler = (db, { enterpriseId, timers, now }) => {
  const { $client } = db;
  const rows = timers.map(({ subject, seq }) => [subject, seq, uuidv7(), uuidv7()] as const);
  const json = JSON.stringify(rows);
  const bound = (text: string, ...more: unknown[]) =>
    $client.prepare(text).bind(json, now, enterpriseId, ...more);
  return [
    bound(LOG),
    bound(SAY, SAID_MS),
    bound(COUNT),
    bound(MISS),
    ...rows.map(([chatId, , actionId, messageId]) =>
      keepingAction({ db, enterpriseId, now: () => now }, chatId, actionId, [actionId, messageId]),
    ),
  ];
};

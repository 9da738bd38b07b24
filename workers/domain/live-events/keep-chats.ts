import { CHAT as STATE, WINDOW_CODES } from "#workers/contract/chat-states.ts";
import type { Addressed, KeptRow } from "#workers/contract/socket.ts";
import { LABELS_OF } from "./label-names.ts";
import { ABOUT, LAST_CODE, QUOTED, SEND_AT, SENT_AGAIN } from "./message-facts.ts";
import type { Ctx } from "../ctx.ts";
import { NOBODY } from "../bare/bare.ts";

/** Characters of a message's text that an event carries; a screen that shows all of a longer one asks for it. */
const LONGEST_BODY = 4_000;

/** Places of a chat that is closed among which answers leave with it. */
const LAST_ANSWERS = 50;

/** The customer whom a chat `c` is with; null where it is with none. */
const CUSTOMER = `(SELECT u.id FROM identities i JOIN customers u ON u.enterprise_id = c.enterprise_id AND u.number = i.customer AND u.deleted_at IS NULL
    WHERE i.id = c.identity_id)`;
const NO_PEOPLE = (department: string) =>
  `NOT EXISTS (SELECT 1 FROM department_users d WHERE d.enterprise_id = ?2 AND d.department_id = ${department} AND d.answers)`;
/** Until when the channel of a chat `c` takes free text for its person. */
const WINDOW_UNTIL = `(SELECT r.window_until FROM reach r WHERE r.enterprise_id = c.enterprise_id AND r.channel_id = c.channel_id AND r.identity_id = c.identity_id)`;
const REFUSED = `json(CASE WHEN ${LAST_CODE} IN (${WINDOW_CODES.map((code) => `'${code}'`).join(", ")}) THEN 'true' ELSE 'false' END)`;
/** A chat `c` as `PLACED` reads it, its messages `m` and what was done in it `a`, as events carry them. */
const CHAT = (
  messages: string,
  actions: string,
) => `json_object('id', c.id, 'channelId', c.channel_id, 'identityId', c.identity_id, 'customerId', ${CUSTOMER},
    'state', c.state, 'departmentId', c.department_id, 'handler', c.handler, 'handlerName', c.handler_name, 'people', json(c.people), 'labels', json(${LABELS_OF("c")}),
    'missedReason', c.missed_reason, 'rating', c.rating, 'waitingSince', c.waiting_since,
    'suspendedUntil', CASE c.state WHEN ${STATE.suspended} THEN c.suspended_until END,
    'windowUntil', ${WINDOW_UNTIL}, 'refusedForWindow', ${REFUSED}, 'unread', c.unread,
    'seq', c.seq, 'lastAt', c.last_at, 'lastText', c.last_text, 'revision', c.revision, 'messages', ${messages}, 'actions', ${actions},
    'anybodys', json(CASE WHEN ${NO_PEOPLE("c.department_id")} THEN 'true' ELSE 'false' END), 'was', json(c.was))`;
const MESSAGE = `json_object('id', m.id, 'seq', m.seq, 'direction', m.direction, 'by', m.by_kind, 'byId', m.by_id, 'vendorId', m.vendor_id,
    'status', m.status, 'code', m.code, 'reason', m.reason, 'at', m.at, 'sendAt', ${SEND_AT},
    'sentAgain', json(CASE ${SENT_AGAIN} WHEN 1 THEN 'true' ELSE 'false' END), 'quoted', json(${QUOTED}), 'about', ${ABOUT}, 'body', CASE WHEN length(m.body) <= ${LONGEST_BODY} THEN json(m.body) END)`;
const ACTION = `json_object('id', a.id, 'seq', a.seq, 'actionType', a.type, 'actionBy', a.by_id, 'byName', a.by_name, 'to', a."to", 'text', a.text, 'mentions', json(a.mentions), 'at', a.at)`;
/** Those who are in a chat beside who has it, by their ids. */
const OTHERS = (people: string) => `SELECT p.value->>'uId' FROM json_each(${people}) p`;
/** The place of a chat `c` that was told last, where that is not where it is now: triggers keep it (db/tenant/former-places.ts). */
const WAS = `(SELECT CASE WHEN f.place IS NULL THEN '"nowhere"'
    ELSE json_set(f.place, '$.anybodys', json(CASE WHEN ${NO_PEOPLE("f.place->>'departmentId'")} THEN 'true' ELSE 'false' END)) END
  FROM former_places f WHERE f.chat_id = c.id)`;
const PLACED = (which: string) => `(SELECT c.*, ${WAS} AS was FROM chats c WHERE ${which})`;
/**
 * Those who see a chat `g`, or saw it where it was and must hear that it is gone: its handler, others in it and its
 * department's people; or all who answer chats, where nobody has it and no people are set.
 */
const TO = `json_object('users', (SELECT json_group_array(u.id) FROM (SELECT h.value AS id FROM json_each(json_array(g.handler, g.was->>'handler')) h WHERE h.value IS NOT NULL
        UNION ${OTHERS("g.people")} UNION ${OTHERS("g.was->'people'")}
        UNION SELECT d.user_id FROM department_users d WHERE d.enterprise_id = ?2 AND d.department_id IN (g.department_id, g.was->>'departmentId')) u),
      'permission', CASE WHEN g.handler IS NULL AND ${NO_PEOPLE("g.department_id")} OR g.was->>'anybodys' AND g.was->>'handler' IS NULL
        THEN json('["CHAT.HANDLE"]') ELSE json('[]') END)`;
const BEFORE = "coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?2), 0)";

/**
 * Keeps changed chats as they are now, with the messages added or stated, in one event for those who see the same
 * chats. Rows of one statement get consecutive numbers, and only the first follows what the enterprise had before.
 */
const keep = (
  changed: string,
  actions = "json('[]')",
) => `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?2, CASE g.n WHEN 1 THEN ${BEFORE}
      ELSE coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'live_events'), 0) + g.n - 1 END,
    ${TO}, '{"action":"chatsChanged","data":{"chats":' || g.chats || '}}', ?3
  FROM (SELECT t.department_id, t.handler, t.people, t.was, row_number() OVER (ORDER BY t.department_id, t.handler, t.people, t.was) AS n,
      json_group_array(json(t.chat)) AS chats
    FROM (SELECT c.department_id, c.handler, c.people, c.was, ${CHAT(`json_group_array(${MESSAGE})`, actions)} AS chat
      FROM (${changed}) e CROSS JOIN messages m ON m.id = e.value AND m.enterprise_id = ?2 CROSS JOIN ${PLACED(`c.identity_id <> '${NOBODY}'`)} c ON c.id = m.chat_id
      GROUP BY c.id) t
    GROUP BY t.department_id, t.handler, t.people, t.was) g
  ORDER BY g.n
  RETURNING seq, before, "to", body, at`;

/**
 * Keeps what a person did in one chat. `?4` is the id of the action (empty: none), `?5` those of messages as JSON; none of them may
 * be there where there was nothing to do. A chat that is closed tells of the answers that are no longer to leave, and of those that leave with it, too.
 */
const KEEP_ACTION = `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?2, ${BEFORE}, ${TO}, '{"action":"chatsChanged","data":{"chats":[' || g.chat || ']}}', ?3
  FROM (SELECT c.department_id, c.handler, c.people, c.was, ${CHAT(
    `json((SELECT json_group_array(${MESSAGE}) FROM messages m WHERE m.id IN (SELECT value FROM json_each(?5)
        UNION SELECT h.id FROM messages h WHERE c.state = ${STATE.closed} AND h.chat_id = c.id AND h.held = 1
        UNION SELECT q.id FROM messages q WHERE c.state = ${STATE.closed} AND q.enterprise_id = ?2 AND q.chat_id = c.id AND q.seq > c.seq - ${LAST_ANSWERS} AND q.status = 'queued')
      AND m.enterprise_id = ?2 AND m.chat_id = c.id))`,
    `json((SELECT json_group_array(${ACTION}) FROM chat_actions a WHERE a.id = ?4 AND a.enterprise_id = ?2 AND a.chat_id = c.id))`,
  )} AS chat
    FROM ${PLACED("c.id = ?1 AND c.enterprise_id = ?2")} c
    WHERE ?4 = '' OR EXISTS (SELECT 1 FROM chat_actions a WHERE a.id = ?4)
      OR EXISTS (SELECT 1 FROM messages m WHERE m.id IN (SELECT value FROM json_each(?5)))) g
  WHERE true
  RETURNING seq, before, "to", body, at`;

const KEEP = keep("SELECT value FROM json_each(?1)");
const KEEP_NOTED = keep(
  "SELECT value FROM json_each(?1)",
  `json((SELECT json_group_array(${ACTION}) FROM chat_actions a WHERE a.chat_id = c.id AND a.enterprise_id = ?2 AND a.id IN (SELECT value FROM json_each(?4))))`,
);
const KEEP_MARKED = keep("SELECT id AS value FROM messages WHERE claimed_by = ?1");

/**
 * The statement for the batch that changes these messages, after its other statements; its rows go to `tell`. Notes that were
 * added to the same chats are told with them.
 */
export function keepingChats(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  messageIds: readonly string[],
  notes: readonly string[] = [],
): D1PreparedStatement {
  const values = [JSON.stringify(messageIds), enterpriseId, now()];
  return notes.length === 0
    ? db.$client.prepare(KEEP).bind(...values)
    : db.$client.prepare(KEEP_NOTED).bind(...values, JSON.stringify(notes));
}

/** The same for messages that an earlier statement of the batch has marked as held by somebody. */
export const keepingMarked = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  mark: string,
): D1PreparedStatement => db.$client.prepare(KEEP_MARKED).bind(mark, enterpriseId, now());

/** The same for what a person did in a chat: the message or action of that id. */
export const keepingAction = (
  { db, enterpriseId, now }: Pick<Ctx, "enterpriseId" | "now"> & { db: Pick<Ctx["db"], "$client"> },
  chatId: string,
  id: string,
  messageIds: readonly string[] = [id],
): D1PreparedStatement =>
  db.$client.prepare(KEEP_ACTION).bind(chatId, enterpriseId, now(), id, JSON.stringify(messageIds));

/** The kept rows in the answer of that statement. */
export const keptRows = (result: D1Result | undefined): KeptRow[] =>
  ((result?.results ?? []) as unknown as (Omit<KeptRow, "to"> & { to: string })[]).map(({ to, ...row }) => ({
    ...row,
    to: JSON.parse(to) as Addressed,
  }));

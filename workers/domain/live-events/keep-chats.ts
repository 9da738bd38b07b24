import type { Addressed, KeptRow } from "#workers/contract/socket.ts";
import { LABELS_OF } from "./label-names.ts";
import type { Ctx } from "../ctx.ts";
import { NOBODY } from "../bare/bare.ts";

/** Characters of a message's text that an event carries; a screen that shows all of a longer one asks for it. */
const LONGEST_BODY = 4_000;

/** A chat `c`, its messages `m` and what was done in it `a`, as events carry them. */
const CHAT = (
  messages: string,
  actions: string,
) => `json_object('id', c.id, 'channelId', c.channel_id, 'identityId', c.identity_id,
    'state', c.state, 'departmentId', c.department_id, 'handler', c.handler, 'handlerName', c.handler_name, 'people', json(c.people), 'labels', json(${LABELS_OF("c")}),
    'missedReason', c.missed_reason, 'rating', c.rating, 'waitingSince', c.waiting_since, 'unread', c.unread,
    'seq', c.seq, 'lastAt', c.last_at, 'lastText', c.last_text, 'revision', c.revision, 'messages', ${messages}, 'actions', ${actions})`;
const MESSAGE = `json_object('id', m.id, 'seq', m.seq, 'direction', m.direction, 'by', m.by_kind, 'byId', m.by_id, 'vendorId', m.vendor_id,
    'status', m.status, 'code', m.code, 'reason', m.reason, 'at', m.at, 'body', CASE WHEN length(m.body) <= ${LONGEST_BODY} THEN json(m.body) END)`;
const ACTION = `json_object('id', a.id, 'seq', a.seq, 'actionType', a.type, 'actionBy', a.by_id, 'byName', a.by_name, 'to', a."to", 'text', a.text, 'at', a.at)`;
/** The people of a department, by their ids. */
const PEOPLE = (department: string) =>
  `SELECT d.user_id FROM department_users d WHERE d.enterprise_id = ?2 AND d.department_id = ${department}`;
/** Those who are in a chat beside who has it, by their ids. */
const OTHERS = (people: string) => `SELECT p.value->>'uId' FROM json_each(${people}) p`;
/** A chat that nobody has and whose department has no people is everybody's who answers chats. */
const ANYBODYS = (
  chat: string,
) => `CASE WHEN ${chat}.handler IS NULL AND NOT EXISTS (${PEOPLE(`${chat}.department_id`)})
    THEN json('["CHAT.HANDLE"]') ELSE json('[]') END`;

/**
 * Keeps what has changed in chats: each chat as it is now, with the messages that were added or stated, in one event for
 * those who see the same chats: who has it, who else is in it, the people of its department, or all who answer chats where it has neither.
 * Rows of one statement get consecutive numbers, and only the first follows what the enterprise had before.
 */
const keep = (changed: string) => `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?2, CASE g.n WHEN 1 THEN coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?2), 0)
      ELSE coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'live_events'), 0) + g.n - 1 END,
    json_object('users', (SELECT json_group_array(u.id) FROM (SELECT g.handler AS id WHERE g.handler IS NOT NULL UNION
        ${OTHERS("g.people")} UNION ${PEOPLE("g.department_id")}) u),
      'permission', ${ANYBODYS("g")}),
    '{"action":"chatsChanged","data":{"chats":' || g.chats || '}}', ?3
  FROM (SELECT t.department_id, t.handler, t.people, row_number() OVER (ORDER BY t.department_id, t.handler, t.people) AS n,
      json_group_array(json(t.chat)) AS chats
    FROM (SELECT c.department_id, c.handler, c.people, ${CHAT(`json_group_array(${MESSAGE})`, "json('[]')")} AS chat
      FROM (${changed}) e CROSS JOIN messages m ON m.id = e.value AND m.enterprise_id = ?2 CROSS JOIN chats c ON c.id = m.chat_id AND c.identity_id <> '${NOBODY}'
      GROUP BY c.id) t
    GROUP BY t.department_id, t.handler, t.people) g
  ORDER BY g.n
  RETURNING seq, before, "to", body, at`;

/**
 * Keeps what a person did in one chat, for those who see it now and for those who saw it before: they hear that it is no
 * longer theirs. `?4` is the id of the action (empty: none), `?8` that
 * of the message; neither may be there where there was nothing to do.  `?5` who had it, `?6` the department that it was in,
 * `?7` who else was in it.
 */
const KEEP_ACTION = `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?2, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?2), 0),
    json_object('users', (SELECT json_group_array(u.id) FROM (SELECT h.value AS id FROM json_each(json_array(c.handler, ?5)) h WHERE h.value <> ''
        UNION ${OTHERS("c.people")} UNION ${OTHERS("?7")}
        UNION SELECT d.user_id FROM department_users d WHERE d.enterprise_id = ?2 AND d.department_id IN (c.department_id, ?6)) u),
      'permission', CASE WHEN c.handler IS NULL AND NOT EXISTS (${PEOPLE("c.department_id")}) OR ?5 = '' AND NOT EXISTS (${PEOPLE("?6")})
        THEN json('["CHAT.HANDLE"]') ELSE json('[]') END),
    json_object('action', 'chatsChanged', 'data', json_object('chats', json_array(${CHAT(
      `json((SELECT json_group_array(${MESSAGE}) FROM messages m WHERE m.id = ?8 AND m.enterprise_id = ?2 AND m.chat_id = c.id))`,
      `json((SELECT json_group_array(${ACTION}) FROM chat_actions a WHERE a.id = ?4 AND a.enterprise_id = ?2 AND a.chat_id = c.id))`,
    )}))), ?3
  FROM chats c WHERE c.id = ?1 AND c.enterprise_id = ?2 AND (?4 = '' OR EXISTS (SELECT 1 FROM chat_actions a WHERE a.id = ?4)
    OR EXISTS (SELECT 1 FROM messages m WHERE m.id = ?8))
  RETURNING seq, before, "to", body, at`;

const KEEP = keep("SELECT value FROM json_each(?1)");
const KEEP_MARKED = keep("SELECT id AS value FROM messages WHERE claimed_by = ?1");

/** The statement for the batch that changes these messages, after its other statements; its rows go to `tell`. */
export const keepingChats = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  messageIds: readonly string[],
): D1PreparedStatement => db.$client.prepare(KEEP).bind(JSON.stringify(messageIds), enterpriseId, now());

/** The same for messages that an earlier statement of the batch has marked as held by somebody. */
export const keepingMarked = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  mark: string,
): D1PreparedStatement => db.$client.prepare(KEEP_MARKED).bind(mark, enterpriseId, now());

/** The same for what a person did in a chat: the message or action of that id, of a chat as it was before. */
export const keepingAction = (
  { db, enterpriseId, now }: Pick<Ctx, "enterpriseId" | "now"> & { db: Pick<Ctx["db"], "$client"> },
  before: { id: string; handler: string | null; departmentId: string | null; people: string },
  id: string,
  messageId = id,
): D1PreparedStatement =>
  db.$client
    .prepare(KEEP_ACTION)
    .bind(
      before.id,
      enterpriseId,
      now(),
      id,
      before.handler ?? "",
      before.departmentId ?? "",
      before.people,
      messageId,
    );

/** The kept rows in the answer of that statement. */
export const keptRows = (result: D1Result | undefined): KeptRow[] =>
  ((result?.results ?? []) as unknown as (Omit<KeptRow, "to"> & { to: string })[]).map(({ to, ...row }) => ({
    ...row,
    to: JSON.parse(to) as Addressed,
  }));

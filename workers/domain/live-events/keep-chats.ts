import type { Addressed, KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";

/** Characters of a message's text that an event carries; a screen that shows all of a longer one asks for it. */
const LONGEST_BODY = 4_000;

/**
 * Keeps what has changed in chats: each chat as it is now, with the messages that were added or stated, in one event for
 * those who see the same chats: who has it, the people of its department, or all who answer chats where it has neither.
 * Rows of one statement get consecutive numbers, and only the first follows what the enterprise had before.
 */
const keep = (changed: string) => `INSERT INTO live_events (enterprise_id, before, "to", body, at)
  SELECT ?2, CASE g.n WHEN 1 THEN coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?2), 0)
      ELSE coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'live_events'), 0) + g.n - 1 END,
    json_object('users', (SELECT json_group_array(u.id) FROM (SELECT g.handler AS id WHERE g.handler IS NOT NULL UNION
        SELECT d.user_id FROM department_users d WHERE d.enterprise_id = ?2 AND d.department_id = g.department_id) u),
      'permission', CASE WHEN g.handler IS NULL AND g.department_id IS NULL THEN json('["CHAT.HANDLE"]') ELSE json('[]') END),
    '{"action":"chatsChanged","data":{"chats":' || g.chats || '}}', ?3
  FROM (SELECT t.department_id, t.handler, row_number() OVER (ORDER BY t.department_id, t.handler) AS n,
      json_group_array(json(t.chat)) AS chats
    FROM (SELECT c.department_id, c.handler, json_object('id', c.id, 'channelId', c.channel_id, 'identityId', c.identity_id, 'state', c.state,
          'departmentId', c.department_id, 'handler', c.handler, 'waitingSince', c.waiting_since, 'unread', c.unread, 'seq', c.seq,
          'lastAt', c.last_at, 'lastText', c.last_text, 'revision', c.revision, 'messages', json_group_array(json_object('id', m.id,
            'seq', m.seq, 'direction', m.direction, 'by', m.by_kind, 'byId', m.by_id, 'vendorId', m.vendor_id, 'status', m.status, 'code', m.code,
            'reason', m.reason, 'at', m.at, 'body', CASE WHEN length(m.body) <= ${LONGEST_BODY} THEN json(m.body) END))) AS chat
      FROM (${changed}) e CROSS JOIN messages m ON m.id = e.value AND m.enterprise_id = ?2 CROSS JOIN chats c ON c.id = m.chat_id
      GROUP BY c.id) t
    GROUP BY t.department_id, t.handler) g
  ORDER BY g.n
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

/** The kept rows in the answer of that statement. */
export const keptRows = (result: D1Result | undefined): KeptRow[] =>
  ((result?.results ?? []) as unknown as (Omit<KeptRow, "to"> & { to: string })[]).map(({ to, ...row }) => ({
    ...row,
    to: JSON.parse(to) as Addressed,
  }));

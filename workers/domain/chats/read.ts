import type { ChangedAction, ChangedMessage, Mention } from "#workers/contract/chat-events.ts";
import { type ChatEntry, type getChat, HISTORY_PAGE } from "#workers/contract/endpoints/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { maskedAction, maskedMessage } from "#workers/contract/masked-chats.ts";
import { numbered, ratedOf } from "#workers/contract/message-numbers.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { ABOUT, QUOTED, SEND_AT, SENT_AGAIN } from "../live-events/message-facts.ts";
import { noteReading } from "./note-reading.ts";
import { type ChatRow, COLUMNS, FROM, onWire, type Reader } from "./chat-row.ts";
import { SEEN } from "../messaging/seen.ts";

/** Places are counted without gaps, and whatever is no message has its own: so that few rows are read, however long the chat is. */
const MESSAGE_COUNT =
  "c.seq - (SELECT count(*) FROM chat_actions a WHERE a.enterprise_id = ?1 AND a.chat_id = c.id)";
/** `?4` says that it is shown to somebody who has just given it away, too. */
const ONE = `SELECT ${COLUMNS}, ${MESSAGE_COUNT} AS message_count ${FROM()} WHERE c.enterprise_id = ?1 AND c.id = ?3 AND (?4 OR ${SEEN})`;
const SEEN_ONE = `(?6 OR EXISTS (SELECT 1 FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}))`;
const MESSAGE_COLUMNS = `m.id, m.seq, m.direction, m.by_kind AS "by", m.by_id AS byId, m.vendor_id AS vendorId, m.status, m.code, m.reason, m.at,
  ${SEND_AT} AS sendAt, ${SENT_AGAIN} AS sentAgain, ${QUOTED} AS quoted, ${ABOUT} AS about, m.held, m.body`;
/** The place after the first page since a time, `?7`: places are counted without gaps. */
const SINCE = `coalesce((SELECT x.seq + ${HISTORY_PAGE} FROM messages x WHERE x.enterprise_id = ?1 AND x.chat_id = ?3 AND x.at >= ?7 ORDER BY x.seq LIMIT 1), ?4)`;
/**
 * Messages that leave later, or were taken back before, have no place of their own: they come with the end of the chat.
 */
const HELD = `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = ?3 AND m.held = 1
  AND ?4 = ${Number.MAX_SAFE_INTEGER} AND ${SEEN_ONE} ORDER BY m.status = 'queued' DESC, m.at DESC LIMIT ?5`;
const MESSAGES = (
  until: string,
) => `SELECT * FROM (SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = ?3 AND m.seq < ${until}
    AND m.held = 0 AND ${SEEN_ONE} ORDER BY m.seq DESC LIMIT ?5)
  UNION ALL SELECT * FROM (${HELD})`;
const ACTIONS = (
  until: string,
) => `SELECT a.id, a.seq, a.type AS actionType, a.by_id AS actionBy, a.by_name AS byName, a."to", a.text, a.mentions, a.at
  FROM chat_actions a WHERE a.enterprise_id = ?1 AND a.chat_id = ?3 AND a.seq < ${until} AND ${SEEN_ONE} ORDER BY a.seq DESC LIMIT ?5`;

interface MessageRow extends Omit<ChangedMessage, "body" | "sentAgain" | "quoted"> {
  /** As JSON. */
  quoted: string | null;
  sentAgain: 0 | 1;
  held: 0 | 1;
  body: string;
}
interface ActionRow extends Omit<ChangedAction, "mentions"> {
  mentions: string;
}

const messageIn = ({ sentAgain, held: _, quoted, body, ...row }: MessageRow): ChangedMessage => ({
  ...row,
  sentAgain: sentAgain === 1,
  quoted: quoted === null ? null : (JSON.parse(quoted) as ChangedMessage["quoted"]),
  body: JSON.parse(body) as MessageBody,
});
/** Which page of a chat: the one before a place, or the first since a time; else the latest. */
interface Place {
  before?: number | undefined;
  on?: string | undefined;
}

/** Statements that read a chat, for a batch; `chatIn` reads their three results. */
export function readingChat(
  { db, enterpriseId, actor }: Ctx,
  id: string,
  { before, on, evenIfGone = false }: Place & { evenIfGone?: boolean } = {},
): D1PreparedStatement[] {
  const until = before ?? Number.MAX_SAFE_INTEGER;
  const [place, ...since] = on === undefined ? ["?4"] : [SINCE, Date.parse(on)];
  const gone = evenIfGone ? 1 : 0;
  const bound = (text: string, ...values: unknown[]) =>
    db.$client.prepare(text).bind(enterpriseId, actor.userId, id, ...values);
  return [
    bound(ONE, gone),
    bound(MESSAGES(place), until, HISTORY_PAGE + 1, gone, ...since),
    bound(ACTIONS(place), until, HISTORY_PAGE + 1, gone, ...since),
  ];
}

/**
 * A chat and what happened last, or (`isEarlier`) before a place in it; undefined where the reader may not see it.
 */
export function chatIn(
  [one, said, done]: readonly D1Result[],
  reader: Reader,
  isEarlier = false,
): ReplyOf<typeof getChat> | undefined {
  const row = one?.results[0] as unknown as (ChatRow & { message_count: number }) | undefined;
  if (!row) return undefined;
  const rows = (said?.results ?? []) as unknown as MessageRow[];
  const all = [
    ...rows.filter(({ held }) => held === 0).map((message) => ({ seq: message.seq, message })),
    ...((done?.results ?? []) as unknown as ActionRow[]).map((action) => ({ seq: action.seq, action })),
  ].toSorted((a, b) => b.seq - a.seq);
  const shown = all.slice(0, HISTORY_PAGE).toReversed();
  const first = shown[0]?.seq ?? 0;
  // Of those that were taken back only the ones that were written since.
  const held = rows.filter((each) => each.held === 1 && (each.sendAt !== null || each.seq >= first));
  const read = [...shown.flatMap((each) => ("message" in each ? [each.message] : [])), ...held];
  const messages = read.map(messageIn);
  const unmasked = reader.mayUnmask();
  const chat = onWire(row, reader);
  return {
    chat,
    participants: participantsOf(chat),
    messageCount: row.message_count,
    messages: numbered(
      unmasked ? messages : messages.map(maskedMessage),
      isEarlier ? 0 : row.unread,
      isEarlier ? null : ratedOf(row),
    ),
    actions: shown.flatMap((each) => {
      if (!("action" in each)) return [];
      const action = { ...each.action, mentions: JSON.parse(each.action.mentions) as Mention[] };
      return [unmasked ? action : maskedAction(action)];
    }),
    more: all.length > HISTORY_PAGE,
  };
}

/** Those between whom a chat is: its customer, who has it, and who has joined them. */
const participantsOf = ({ person, handlingAgent, handlerName, people }: ChatEntry) => [
  { kind: "customer" as const, id: person.identityId, name: person.name },
  ...(handlingAgent === null ? [] : [{ kind: "agent" as const, id: handlingAgent, name: handlerName }]),
  ...people.flatMap(({ part, uId, name }) =>
    part === "joined" ? [{ kind: "agent" as const, id: uId, name }] : [],
  ),
];

/** A chat that the reader may see, with an entry where it is not theirs; notFound for any other. */
export async function chatOf(
  ctx: Ctx,
  id: string,
  { reader, ...place }: Place & { reader: Reader },
): Promise<ReplyOf<typeof getChat>> {
  const isEarlier = place.before !== undefined || place.on !== undefined;
  const read = await ctx.db.$client.batch(readingChat(ctx, id, place));
  const found = chatIn(read, reader, isEarlier);
  if (!found) throw new DomainError("notFound");
  await noteReading(ctx, read[0]?.results[0] as unknown as ChatRow);
  return found;
}

const DEPARTMENTS = "SELECT id, name FROM departments WHERE enterprise_id = ?1 ORDER BY name_key LIMIT 1000";

/** Every department, by name. */
export async function chatDepartmentsOf({
  db,
  enterpriseId,
}: Ctx): Promise<{ departments: { id: string; name: string }[] }> {
  const { results } = await db.$client
    .prepare(DEPARTMENTS)
    .bind(enterpriseId)
    .all<{ id: string; name: string }>();
  return { departments: results };
}

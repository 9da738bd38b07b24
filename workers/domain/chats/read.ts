import { adapterOf } from "#workers/channels/registry.ts";
import type { ChatLabel } from "#workers/contract/chat-labels.ts";
import type { ChatPart, ChatPartKind } from "#workers/contract/chat-people.ts";
import { type ChatQueue, chatQueues, countOf, MISSED_DAYS } from "#workers/contract/chat-queues.ts";
import { type Counted, enterpriseCountsOf, withSums } from "#workers/contract/chat-counting.ts";
import { CHAT, MISSED, missedFilters } from "#workers/contract/chat-states.ts";
import type { ChangedAction, ChangedMessage, Mention } from "#workers/contract/chat-events.ts";
import {
  CHATS_PAGE,
  type chatCount,
  type ChatCounts,
  type ChatEntry,
  type chatHistory,
  type chatSummary,
  endedStates,
  type getChat,
  HISTORY_PAGE,
} from "#workers/contract/endpoints/chats.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { LONGEST_TEXT, type MessageBody } from "#workers/contract/message-body.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { masked } from "../customers/mask.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { LABELS_OF } from "../live-events/label-names.ts";
import { SEND_AT, SENT_AGAIN } from "../live-events/message-facts.ts";
import { NOBODY } from "../bare/bare.ts";
import { SEEN } from "./seen.ts";

/** `?1` is the enterprise, `?2` the reader. */
const PINNED = `EXISTS (SELECT 1 FROM chat_pins n WHERE n.enterprise_id = ?1 AND n.chat_id = c.id AND n.user_id = ?2)`;
const COLUMNS = `c.id, c.channel_id, h.name AS channel_name, h.type, h.vendor, c.identity_id, i.name, u.id AS customer_id, u.name AS customer_name,
    (SELECT a.address FROM addresses a WHERE a.enterprise_id = ?1 AND a.identity_id = c.identity_id ORDER BY a.kind, a.created_at LIMIT 1) AS address,
    c.state, c.department_id, d.name AS department_name, c.handler, c.handler_name, c.people, ${LABELS_OF("c")} AS labels, c.missed_reason, c.waiting_since, CASE c.state WHEN ${CHAT.suspended} THEN c.suspended_until END AS suspended_until, c.unread, c.seq, c.last_at, c.last_text,
    c.revision, c.rating, r.window_until, ${PINNED} AS pinned,
    (SELECT m.code FROM messages m WHERE m.enterprise_id = ?1 AND m.chat_id = c.id AND m.direction = 'out' AND m.held = 0 ORDER BY m.seq DESC LIMIT 1) AS last_code`;
const FROM = (
  chats = "chats c",
) => `FROM ${chats} JOIN channels h ON h.id = c.channel_id JOIN identities i ON i.id = c.identity_id
  LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  LEFT JOIN departments d ON d.enterprise_id = ?1 AND d.id = c.department_id
  LEFT JOIN reach r ON r.enterprise_id = ?1 AND r.channel_id = c.channel_id AND r.identity_id = c.identity_id`;
const OPEN = `c.state NOT IN (${CHAT.closed}, ${CHAT.missed})`;
/** The reader's part in a chat beside being its handler. */
const AS = (part: ChatPartKind) =>
  `EXISTS (SELECT 1 FROM json_each(c.people) p WHERE p.value->>'uId' = ?2 AND p.value->>'part' = '${part}')`;
/** Nobody in particular is asked to take it. */
const ANYBODYS = `NOT EXISTS (SELECT 1 FROM json_each(c.people) p WHERE p.value->>'part' IN ('transferred', 'assigned'))`;
/** Which chats are in a queue; missed ones by `?3`, the time from which they still stand in it. */
const QUEUES = {
  new: `${OPEN} AND c.state = ${CHAT.started} AND c.handler IS NULL AND ${ANYBODYS}`,
  invited: `${OPEN} AND ${AS("invited")}`,
  transferred: `${OPEN} AND ${AS("transferred")}`,
  assigned: `${OPEN} AND ${AS("assigned")}`,
  missed: `c.state = ${CHAT.missed} AND c.last_at >= ?3 AND c.identity_id <> '${NOBODY}'`,
  mine: `${OPEN} AND (c.handler = ?2 OR ${AS("joined")})`,
  all: OPEN,
} as const satisfies Record<ChatQueue, string>;
/** Open chats alone: without being told, SQLite walks over all that have ended. */
const OPEN_CHATS = "chats c INDEXED BY chats_inbox";
const LIST = (queue: ChatQueue) => `SELECT ${COLUMNS} ${FROM(queue === "missed" ? undefined : OPEN_CHATS)}
  WHERE c.enterprise_id = ?1 AND ${QUEUES[queue]} AND ${SEEN} AND (${PINNED}, c.last_at, c.id) < (?4, ?5, ?6)
  ORDER BY pinned DESC, c.last_at DESC, c.id DESC LIMIT ?7`;
const counted = (queue: ChatQueue) => `coalesce(sum(${QUEUES[queue]}), 0) AS ${countOf[queue]}`;
const COUNTS = `SELECT ${chatQueues.flatMap((queue) => (queue === "missed" ? [] : counted(queue))).join(", ")},
    (SELECT count(*) FROM chats c WHERE c.enterprise_id = ?1 AND ${QUEUES.missed} AND ${SEEN}) AS ${countOf.missed}
  FROM ${OPEN_CHATS} WHERE c.enterprise_id = ?1 AND ${OPEN} AND ${SEEN}`;
const ENDED = `c.state IN (${endedStates.join(", ")})`;
/** Those that ended are read along an index of their own, which its condition names; `which` are they, or all. */
const HISTORY = (
  which: string,
) => `SELECT ${COLUMNS} ${FROM()} WHERE c.enterprise_id = ?1 AND ${which} AND (?3 IS NULL OR c.state = ?3) AND ${SEEN}
    AND (?4 = '' OR instr(lower(coalesce(u.name, i.name)), ?4) > 0 OR ?5 AND EXISTS (SELECT 1 FROM addresses a WHERE a.enterprise_id = ?1
      AND a.identity_id = c.identity_id AND instr(a.address, ?4) > 0))
    AND (?8 IS NULL OR c.missed_reason = ?8) AND (?9 = '' OR EXISTS (SELECT 1 FROM json_each(c.labels) e WHERE e.value = ?9))
    AND ?10 IN ('', c.handler) AND ?11 IN ('', c.channel_id) AND ?12 IN ('', coalesce(c.department_id, '${NO_DEPARTMENT}'))
    AND CASE ?15 WHEN '' THEN 1 WHEN 'any' THEN c.rating IS NOT NULL ELSE c.rating = CAST(?15 AS INTEGER) END
    AND (?13 IS NULL OR CASE ?16 WHEN '' THEN c.closed_at ELSE c.created_at END >= ?13)
    AND (?14 IS NULL OR CASE ?16 WHEN '' THEN c.closed_at ELSE c.created_at END < ?14)
    AND (?16 <> 'answered' OR c.first_response_ms IS NOT NULL)
  ORDER BY c.last_at DESC, c.id DESC LIMIT ?6 OFFSET ?7`;
/** `?4` says that it is shown to somebody who has just given it away, too. */
const ONE = `SELECT ${COLUMNS} ${FROM()} WHERE c.enterprise_id = ?1 AND c.id = ?3 AND (?4 OR ${SEEN})`;
const SEEN_ONE = `(?6 OR EXISTS (SELECT 1 FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}))`;
const MESSAGE_COLUMNS = `m.id, m.seq, m.direction, m.by_kind AS "by", m.by_id AS byId, m.vendor_id AS vendorId, m.status, m.code, m.reason, m.at,
  ${SEND_AT} AS sendAt, ${SENT_AGAIN} AS sentAgain, m.held, m.body`;
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

interface ChatRow {
  id: string;
  channel_id: string;
  channel_name: string;
  type: number;
  vendor: number;
  identity_id: string;
  name: string;
  customer_id: string | null;
  customer_name: string | null;
  address: string | null;
  state: number;
  department_id: string | null;
  department_name: string | null;
  handler: string | null;
  handler_name: string;
  people: string;
  labels: string;
  missed_reason: number | null;
  pinned: 0 | 1;
  waiting_since: number | null;
  suspended_until: number | null;
  unread: number;
  seq: number;
  last_at: number;
  last_text: string;
  revision: number;
  rating: number | null;
  window_until: number | null;
  /** Why the last message to them failed; null where it did not. */
  last_code: string | null;
}

/** Numbers and addresses are masked for whoever may not see customers. Asked once the rows are there: that needs the session. */
export interface Reader {
  mayUnmask: () => boolean;
  /** Whether a channel's window is over depends on it. */
  now: Ctx["now"];
}

/** Vendors' codes where only a template is taken: platform-shell.md 4.3's, and Meta's own. */
const WINDOW_CODES: ReadonlySet<string | null> = new Set(["470", "131047"]);

function onWire(row: ChatRow, { mayUnmask, now }: Reader): ChatEntry {
  const shown = mayUnmask() ? (text: string) => text : masked;
  const can = adapterOf(row.vendor)?.capabilities(row.type);
  const windowHours = can?.windowHours ?? null;
  return {
    chatId: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    channelType: row.type,
    person: {
      identityId: row.identity_id,
      name: shown(row.customer_name ?? row.name),
      customerId: row.customer_id,
      address: shown(row.address ?? ""),
    },
    state: row.state,
    departmentId: row.department_id,
    departmentName: row.department_name ?? "",
    handlingAgent: row.handler,
    handlerName: row.handler_name,
    people: JSON.parse(row.people) as ChatPart[],
    labels: JSON.parse(row.labels) as ChatLabel[],
    pinned: row.pinned === 1,
    missedReason: row.missed_reason,
    waitingSince: isoOrNull(row.waiting_since),
    suspendedUntil: isoOrNull(row.suspended_until),
    newMsgCount: row.unread,
    seq: row.seq,
    lastAt: iso(row.last_at),
    lastMessage: row.last_text,
    revision: row.revision,
    rating: row.rating,
    // Nobody has written here yet, so nothing but a template may go out.
    windowUntil: windowHours === null ? null : iso(row.window_until ?? 0),
    carries: {
      text: Math.min(LONGEST_TEXT, can?.text ?? LONGEST_TEXT),
      caption: Math.min(LONGEST_TEXT, can?.caption ?? LONGEST_TEXT),
    },
    isJITRequired:
      windowHours !== null && ((row.window_until ?? 0) <= now() || WINDOW_CODES.has(row.last_code)),
  };
}

const CURSOR = /^([01])\.(\d{1,15})\.([\w-]{1,64})$/;
const DAY_MS = 24 * 3_600_000;

/** Chats of a queue that the reader may see, a page of them, pinned ones first, and how many there are in each queue. */
export async function chatSummaryOf(
  ctx: Ctx,
  { queue, before }: InputOf<typeof chatSummary>["query"],
  reader: Reader,
): Promise<ReplyOf<typeof chatSummary>> {
  const { db, enterpriseId, actor } = ctx;
  const [, pinned = "2", at = "0", id = ""] = CURSOR.exec(before) ?? [];
  const [listed, sums] = await db.$client.batch([
    db.$client
      .prepare(LIST(queue))
      .bind(enterpriseId, actor.userId, missedSince(ctx), Number(pinned), Number(at), id, CHATS_PAGE + 1),
    counting(ctx),
  ]);
  const rows = (listed?.results ?? []) as unknown as ChatRow[];
  const shown = rows.slice(0, CHATS_PAGE);
  const last = shown.at(-1);
  return {
    chats: shown.map((row) => onWire(row, reader)),
    next: rows.length > CHATS_PAGE && last ? `${last.pinned}.${last.last_at}.${last.id}` : null,
    counts: countsIn(sums),
  };
}

const missedSince = ({ now }: Ctx): number => now() - MISSED_DAYS * DAY_MS;

const counting = (ctx: Ctx): D1PreparedStatement =>
  ctx.db.$client.prepare(COUNTS).bind(ctx.enterpriseId, ctx.actor.userId, missedSince(ctx));

/** An aggregate always answers its one row. */
const countsIn = (sums: D1Result | undefined): ChatCounts =>
  withSums(((sums?.results ?? []) as [Counted])[0]);

/** Up to where the counts of the same transaction go, and by what the next are told from them. */
const AS_OF = `SELECT coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?1), 0) AS seq,
  (SELECT json_group_array(department_id) FROM department_users WHERE enterprise_id = ?1 AND user_id = ?2) AS departments`;

/** How many chats ask for the reader; the same under the names of the server's counts. */
export async function chatCountOf(ctx: Ctx): Promise<ReplyOf<typeof chatCount>> {
  const { $client } = ctx.db;
  const uId = ctx.actor.userId;
  const [sums, upTo] = await $client.batch([
    counting(ctx),
    $client.prepare(AS_OF).bind(ctx.enterpriseId, uId),
  ]);
  const counts = countsIn(sums);
  const [{ seq, departments }] = (upTo?.results ?? []) as [{ seq: number; departments: string }];
  const of = { uId, departments: JSON.parse(departments) as string[] };
  return { ...counts, enterprise: enterpriseCountsOf(counts), asOf: seq, of };
}

const PIN = `INSERT INTO chat_pins (enterprise_id, chat_id, user_id) SELECT ?1, c.id, ?2 FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}
  ON CONFLICT DO NOTHING`;
const UNPIN = "DELETE FROM chat_pins WHERE enterprise_id = ?1 AND user_id = ?2 AND chat_id = ?3";
const SEES = `SELECT 1 AS sees FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;

/** Keeps a chat that one sees on top of one's own lists, or no longer. */
export async function pin({ db, enterpriseId, actor }: Ctx, id: string, how: "pin" | "unpin"): Promise<null> {
  const bound = (text: string) => db.$client.prepare(text).bind(enterpriseId, actor.userId, id);
  const [, seen] = await db.$client.batch([bound(how === "pin" ? PIN : UNPIN), bound(SEES)]);
  if (seen?.results.length === 0) throw new DomainError("notFound");
  return null;
}

/** Whether the caller sees a chat. */
export async function seesChat({ db, enterpriseId, actor }: Ctx, id: string): Promise<boolean> {
  return (await db.$client.prepare(SEES).bind(enterpriseId, actor.userId, id).first("sees")) !== null;
}

/** The stored reason for each one of the history's filter. */
const REASON_OF: Readonly<Record<number, number>> = {
  [missedFilters.timedOut]: MISSED.timedOut,
  [missedFilters.outOfHours]: MISSED.outOfHours,
};

/** Ended chats that the reader may see, or those that began within a time, a page of them; who may not see numbers finds nobody by one. */
export async function chatHistoryOf(
  { db, enterpriseId, actor }: Ctx,
  query: InputOf<typeof chatHistory>["query"],
  reader: Reader,
): Promise<ReplyOf<typeof chatHistory>> {
  const { name, state, missedReason, label, agentId, channelId, departmentId, since, until, rating, begun } =
    query;
  const { limit, offset, cut } = page(query);
  const { results } = await db.$client
    .prepare(HISTORY(begun === "" ? ENDED : "true"))
    .bind(
      enterpriseId,
      actor.userId,
      state ?? null,
      name.toLowerCase(),
      name !== "" && reader.mayUnmask() ? 1 : 0,
      limit,
      offset,
      REASON_OF[missedReason] ?? null,
      label,
      agentId,
      channelId,
      departmentId,
      since === undefined ? null : Date.parse(since),
      until === undefined ? null : Date.parse(until),
      rating,
      begun,
    )
    .all<ChatRow>();
  const { rows, more } = cut(results);
  return { chats: rows.map((row) => onWire(row, reader)), more };
}

interface MessageRow extends Omit<ChangedMessage, "body" | "sentAgain"> {
  sentAgain: 0 | 1;
  held: 0 | 1;
  body: string;
}
interface ActionRow extends Omit<ChangedAction, "mentions"> {
  mentions: string;
}

const messageIn = ({ sentAgain, held: _, body, ...row }: MessageRow): ChangedMessage => ({
  ...row,
  sentAgain: sentAgain === 1,
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

/** A chat and what happened last or before a place in it; undefined where the reader may not see it. */
export function chatIn(
  [one, said, done]: readonly D1Result[],
  reader: Reader,
): ReplyOf<typeof getChat> | undefined {
  const row = one?.results[0] as unknown as ChatRow | undefined;
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
  return {
    chat: onWire(row, reader),
    messages: [...shown.flatMap((each) => ("message" in each ? [each.message] : [])), ...held].map(messageIn),
    actions: shown.flatMap((each) =>
      "action" in each ? [{ ...each.action, mentions: JSON.parse(each.action.mentions) as Mention[] }] : [],
    ),
    more: all.length > HISTORY_PAGE,
  };
}

/** A chat that the reader may see; notFound for any other. */
export async function chatOf(
  ctx: Ctx,
  id: string,
  { reader, ...place }: Place & { reader: Reader },
): Promise<ReplyOf<typeof getChat>> {
  const found = chatIn(await ctx.db.$client.batch(readingChat(ctx, id, place)), reader);
  if (!found) throw new DomainError("notFound");
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

const SEEN_MESSAGE = `SELECT 1 AS seen FROM messages m JOIN chats c ON c.id = m.chat_id
  WHERE m.enterprise_id = ?1 AND m.id = ?3 AND ${SEEN}`;

/** Whether a message is of a chat that the reader may see. */
export async function seesMessage({ db, enterpriseId, actor }: Ctx, messageId: string): Promise<boolean> {
  const seen = await db.$client
    .prepare(SEEN_MESSAGE)
    .bind(enterpriseId, actor.userId, messageId)
    .first("seen");
  return seen !== null;
}

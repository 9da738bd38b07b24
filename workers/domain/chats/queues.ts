import type { ChatPartKind } from "#workers/contract/chat-people.ts";
import {
  type ChatOrder,
  type ChatQueue,
  chatQueues,
  countOf,
  MISSED_DAYS,
} from "#workers/contract/chat-queues.ts";
import { type Counted, enterpriseCountsOf, withSums } from "#workers/contract/chat-counting.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import {
  CHATS_PAGE,
  type chatCount,
  type ChatCounts,
  type chatSummary,
} from "#workers/contract/endpoints/chats.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { NOBODY } from "../bare/bare.ts";
import type { Ctx } from "../ctx.ts";
import { AWAITING, type ChatRow, COLUMNS, FROM, onWire, PINNED, type Reader } from "./chat-row.ts";
import { RULES_OF, rulesIn } from "../messaging/chat-rules.ts";
import { SEEN } from "../messaging/seen.ts";

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
const WAITED_FROM = "coalesce(c.waiting_since, c.last_at)";
/** Among one's own, few as they are, who has been answered comes after all who wait for an answer. */
const LATER_THAN_ANY_MS = 100_000_000_000_000;
const UNANSWERED_FROM = `coalesce(c.waiting_since, ${AWAITING}, ${LATER_THAN_ANY_MS} + c.last_at)`;
/** Open chats alone: without being told, SQLite walks over all that have ended. */
const OPEN_CHATS = "chats c INDEXED BY chats_inbox";
const longestFirst = (at: string) => ({
  at,
  after: `(-${PINNED}, ${at}, c.id) > (-?4, ?5, ?6)`,
  way: "ASC",
});
/** By what a queue is ordered, which of it follows what `?4` to `?6` say of the last page's end, and how. */
const ORDERS = {
  latest: { at: "c.last_at", after: `(${PINNED}, c.last_at, c.id) < (?4, ?5, ?6)`, way: "DESC" },
  oldest: longestFirst(WAITED_FROM),
  unanswered: longestFirst(UNANSWERED_FROM),
} as const satisfies Record<ChatOrder | "unanswered", unknown>;
/** Narrows a list down; an open chat with a bot has words that nobody is to read. */
const NARROWED = `(?9 = '' OR c.channel_id = ?9) AND (?10 = '' OR coalesce(c.department_id, '${NO_DEPARTMENT}') = ?10)
    AND (?11 = '' OR EXISTS (SELECT 1 FROM json_each(c.labels) e WHERE e.value = ?11)) AND (?12 = '' OR c.handler = ?12)
    AND (NOT ?13 OR c.unread > 0 AND c.state <> ${CHAT.created})`;
const LIST = (queue: ChatQueue, order: ChatOrder, isOne: boolean) => {
  const { at, after, way } = ORDERS[queue === "mine" && order === "oldest" ? "unanswered" : order];
  return `SELECT ${COLUMNS}, ${at} AS listed_at ${FROM(queue === "missed" || isOne ? undefined : OPEN_CHATS)}
  WHERE c.enterprise_id = ?1 AND ${isOne ? "c.id = ?8 AND" : "?8 = '' AND"} ${QUEUES[queue]} AND ${NARROWED} AND ${SEEN} AND ${after}
  ORDER BY pinned DESC, listed_at ${way}, c.id ${way} LIMIT ?7`;
};
const counted = (queue: ChatQueue) => `coalesce(sum(${QUEUES[queue]}), 0) AS ${countOf[queue]}`;
const COUNTS = `SELECT ${chatQueues.flatMap((queue) => (queue === "missed" ? [] : counted(queue))).join(", ")},
    json_group_array(c.id) FILTER (WHERE ${QUEUES.mine} AND c.handler IS NOT NULL AND c.state <> ${CHAT.created} AND c.unread > 0) AS ownUnread,
    (SELECT count(*) FROM chats c WHERE c.enterprise_id = ?1 AND ${QUEUES.missed} AND ${SEEN}) AS ${countOf.missed}
  FROM ${OPEN_CHATS} WHERE c.enterprise_id = ?1 AND ${OPEN} AND ${SEEN}`;

const CURSOR = /^([01])\.(\d{1,15})\.([\w-]{1,64})$/;
const DAY_MS = 24 * 3_600_000;

type Query = InputOf<typeof chatSummary>["query"];
type Asked = Pick<Query, "queue" | "before"> & Partial<Query>;

/** Chats of a queue that the reader may see, a page of them, pinned ones first, and how many there are in each queue. */
export async function chatSummaryOf(
  ctx: Ctx,
  { queue, before, order = "latest", chatId = "", ...narrowed }: Asked,
  reader: Reader,
): Promise<ReplyOf<typeof chatSummary>> {
  const { db, enterpriseId, actor } = ctx;
  const [, pinned = "2", at = "0", id = ""] = CURSOR.exec(before) ?? [];
  const [listed, sums, number] = await db.$client.batch([
    db.$client
      .prepare(LIST(queue, order, chatId !== ""))
      .bind(
        enterpriseId,
        actor.userId,
        missedSince(ctx),
        Number(pinned),
        Number(at),
        id,
        CHATS_PAGE + 1,
        chatId,
        narrowed.channelId ?? "",
        narrowed.departmentId ?? "",
        narrowed.label ?? "",
        narrowed.agentId ?? "",
        narrowed.unread ? 1 : 0,
      ),
    counting(ctx),
    numbering(ctx),
  ]);
  const rows = (listed?.results ?? []) as unknown as (ChatRow & { listed_at: number })[];
  const shown = rows.slice(0, CHATS_PAGE);
  const last = shown.at(-1);
  return {
    chats: shown.map((row) => onWire(row, reader)),
    next: rows.length > CHATS_PAGE && last ? `${last.pinned}.${last.listed_at}.${last.id}` : null,
    counts: countsIn(sums),
    targetSeconds: rulesIn((number?.results[0] as { rules: string | null } | undefined)?.rules).targetSeconds,
    ...upToIn(ctx, number),
  };
}

const missedSince = ({ now }: Ctx): number => now() - MISSED_DAYS * DAY_MS;

const counting = (ctx: Ctx): D1PreparedStatement =>
  ctx.db.$client.prepare(COUNTS).bind(ctx.enterpriseId, ctx.actor.userId, missedSince(ctx));

/** An aggregate always answers its one row. */
function countsIn(sums: D1Result | undefined): ChatCounts {
  const [{ ownUnread, ...counts }] = (sums?.results ?? []) as [Counted & { ownUnread: string }];
  return { ...withSums(counts), ownUnread: JSON.parse(ownUnread) as string[] };
}

/** Up to where the counts of the same transaction go, by what the next are told from them, and how chats are answered. */
const AS_OF = `SELECT ${RULES_OF("?1")} AS rules, coalesce((SELECT max(seq) FROM live_events WHERE enterprise_id = ?1), 0) AS seq,
  (SELECT json_group_array(department_id) FROM department_users WHERE enterprise_id = ?1 AND user_id = ?2) AS departments`;

const numbering = (ctx: Ctx): D1PreparedStatement =>
  ctx.db.$client.prepare(AS_OF).bind(ctx.enterpriseId, ctx.actor.userId);

function upToIn({ actor: { userId: uId } }: Ctx, number: D1Result | undefined) {
  const [{ seq, departments }] = (number?.results ?? []) as [{ seq: number; departments: string }];
  return { asOf: seq, of: { uId, departments: JSON.parse(departments) as string[] } };
}

/** How many chats ask for the reader; the same under the names of the server's counts. */
export async function chatCountOf(ctx: Ctx): Promise<ReplyOf<typeof chatCount>> {
  const [sums, number] = await ctx.db.$client.batch([counting(ctx), numbering(ctx)]);
  const counts = countsIn(sums);
  return { ...counts, enterprise: enterpriseCountsOf(counts), ...upToIn(ctx, number) };
}

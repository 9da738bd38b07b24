import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { broadcasts } from "#db/tenant/broadcasts.ts";
import { channels } from "#db/tenant/channels.ts";
import { type BroadcastState, recipientStatuses } from "#workers/contract/broadcast.ts";
import {
  type BroadcastCounts,
  type broadcastCalendar as calendarContract,
  MOST_IN_CALENDAR,
  type ListedBroadcast,
  type listBroadcasts as contract,
} from "#workers/contract/endpoints/broadcasts.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { counting, page } from "../page.ts";

/** Counts of a broadcast as JSON: status, count. */
export const COUNTS = sql<string>`(SELECT json_group_object(k.status, k.n) FROM (SELECT c.status, sum(c.count) AS n
  FROM broadcast_counts c WHERE c.broadcast_id = ${broadcasts.id} GROUP BY c.status) k)`;
const CHANNEL = sql<string>`coalesce((SELECT name FROM ${channels} WHERE ${channels.id} = ${broadcasts.channelId}), '')`;

export const listedColumns = {
  id: broadcasts.id,
  name: broadcasts.name,
  template: sql<string>`${broadcasts.template} ->> '$.name'`,
  byName: broadcasts.byName,
  createdAt: broadcasts.createdAt,
  startAt: broadcasts.startAt,
  state: broadcasts.state,
  doubles: broadcasts.doubles,
  channelName: CHANNEL,
  counts: COUNTS,
};
interface Row {
  id: string;
  name: string;
  template: string;
  byName: string;
  createdAt: number;
  startAt: number | null;
  state: BroadcastState;
  doubles: number;
  channelName: string;
  counts: string;
}

/** Broadcasts that were made between two times, newest first; only those whose name or template has the words. */
export async function listBroadcasts(
  ctx: Ctx,
  { name, state, fromDate, toDate, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId } = ctx;
  const { limit, offset, cut } = page(paging);
  const since = timeIn("fromDate", fromDate);
  const until = timeIn("toDate", toDate);
  const words = name.toLowerCase();
  const which = and(
    sql`${broadcasts.enterpriseId} = ${enterpriseId}`,
    state === undefined ? undefined : eq(broadcasts.state, state),
    since === undefined ? undefined : gte(broadcasts.createdAt, since),
    until === undefined ? undefined : lt(broadcasts.createdAt, until),
    words === ""
      ? undefined
      : sql`(instr(lower(${broadcasts.name}), ${words}) > 0 OR instr(lower(${broadcasts.template} ->> '$.name'), ${words}) > 0)`,
  );
  const [found, [counted]] = await db.batch([
    db
      .select(listedColumns)
      .from(broadcasts)
      .where(which)
      .orderBy(desc(broadcasts.createdAt), desc(broadcasts.id))
      .limit(limit)
      .offset(offset),
    counting(ctx, broadcasts, which),
  ]);
  const { rows, more } = cut(found);
  return { broadcastList: rows.map(listedOf), more, total: counted?.total ?? 0 };
}

/** In these words an index has it (`broadcasts_begun`). */
const BEGINS = sql<number>`coalesce(started_at, start_at, created_at)`;

/** Broadcasts by when they began or are to, between two times. */
export async function broadcastCalendar(
  { db, enterpriseId }: Ctx,
  { since, until }: InputOf<typeof calendarContract>["query"],
): Promise<ReplyOf<typeof calendarContract>> {
  const { id, name, template, state, channelName } = listedColumns;
  const rows = await db
    .select({ id, name, template, state, channelName, at: BEGINS })
    .from(broadcasts)
    .where(
      and(
        sql`${broadcasts.enterpriseId} = ${enterpriseId}`,
        sql`${BEGINS} >= ${Date.parse(since)} AND ${BEGINS} < ${Date.parse(until)}`,
      ),
    )
    .orderBy(BEGINS, broadcasts.id)
    .limit(MOST_IN_CALENDAR + 1);
  return {
    broadcasts: rows
      .slice(0, MOST_IN_CALENDAR)
      .map(({ template: templateName, state: status, at, ...each }) => ({
        ...each,
        templateName,
        status,
        at: iso(at),
      })),
    more: rows.length > MOST_IN_CALENDAR,
  };
}

/** A time of a query; undefined for none. */
export function timeIn(field: string, text: string): number | undefined {
  if (text === "") return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new DomainError("invalid", { errors: { [field]: "ISO 8601" } });
  return time;
}

export const listedOf = ({
  id,
  name,
  template,
  byName,
  createdAt,
  startAt,
  state,
  doubles,
  channelName,
  counts,
}: Row): ListedBroadcast => ({
  id,
  name,
  templateName: template,
  user: { name: byName },
  channelName,
  createdOn: iso(createdAt),
  startAt: isoOrNull(startAt),
  status: state,
  counts: countsIn(counts, doubles),
});

/** The same where there may be none. */
export const countsOrNull = (json: string | null): BroadcastCounts | null =>
  json === null ? null : countsIn(json, 0);

/** Counts on the wire from JSON: status, count. */
export function countsIn(json: string, doubles: number): BroadcastCounts {
  const of = JSON.parse(json) as Record<string, number>;
  const each = Object.fromEntries(recipientStatuses.map((status) => [status, of[status] ?? 0]));
  const total = Object.values(each).reduce((sum, count) => sum + count, 0);
  return {
    ...each,
    total,
    replied: of["replied"] ?? 0,
    clicked: of["clicked"] ?? 0,
    doubles,
  } as BroadcastCounts;
}

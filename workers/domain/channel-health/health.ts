import { sql } from "drizzle-orm";
import type { HealthFact, ShownFact } from "#workers/contract/channel-health.ts";
import { UNLIMITED } from "#workers/contract/channel-facts.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import { pausingForQuality } from "./pause-for-quality.ts";

/** A fact to be kept; it holds for the other channels of `account` too ("" for this one alone). */
export type KeptFact = HealthFact & { at: number; account: string };

/**
 * The newest fact counts, by the vendor's time; of two at one time the same one, whichever came first. An account's
 * facts go to each channel of it, which its vendor and its id tell.
 */
const KEEP = `INSERT INTO channel_health (enterprise_id, channel_id, fact, value, until, at)
  SELECT c.enterprise_id, c.id, e.value->>0, e.value->>1, e.value->>2, e.value->>3
  FROM json_each(?1) e CROSS JOIN channels own ON own.id = ?3 AND own.enterprise_id = ?2
    CROSS JOIN channels c ON c.enterprise_id = ?2 AND (c.id = own.id
      OR (e.value->>4 <> '' AND c.vendor = own.vendor AND c.settings->>'wabaId' = e.value->>4)) WHERE true
  ON CONFLICT (enterprise_id, channel_id, fact) DO UPDATE
    SET value = excluded.value, until = excluded.until, at = excluded.at
    WHERE excluded.at > channel_health.at OR (excluded.at = channel_health.at AND
      (excluded.value, coalesce(excluded.until, 0)) > (channel_health.value, coalesce(channel_health.until, 0)))`;

/** Statements that keep what is known of a channel's account, and pause what it sends where its quality falls; none for nothing. */
export const keepingHealth = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string,
  facts: readonly KeptFact[],
): D1PreparedStatement[] =>
  facts.length === 0
    ? []
    : [
        ...pausingForQuality({ db, enterpriseId, now }, channelId, facts),
        db.$client
          .prepare(KEEP)
          .bind(
            JSON.stringify(
              facts.map(({ fact, value, until, at, account }) => [fact, value, until, at, account]),
            ),
            enterpriseId,
            channelId,
          ),
      ];

type FactRow = HealthFact & { at: number };

/** The facts of a channel as JSON, in a statement that reads `channels`. */
export const FACTS = `(SELECT json_group_array(json_object('fact', h.fact, 'value', h.value, 'until', h.until, 'at', h.at))
  FROM channel_health h WHERE h.enterprise_id = channels.enterprise_id AND h.channel_id = channels.id)`;

export const factsColumn = sql<string>`${sql.raw(FACTS)}`.as("health");

export const factsIn = (column: string): ShownFact[] =>
  (JSON.parse(column) as FactRow[]).map(({ until, at, ...fact }) => ({
    ...fact,
    until: isoOrNull(until),
    at: iso(at),
  }));

const DAY_MS = 24 * 3_600_000;
/** Broadcasts are looked for that began so long ago at most. */
const LONGEST_BROADCAST_MS = 30 * DAY_MS;
/**
 * A statement that counts how much of each channel's limit is used, or of one channel's: people whom a template reached
 * within 24 hours and who had not written on that channel within the 24 hours before it, on all channels of an account. A
 * broadcast that went on within that time counts whole, as counting its rows would take too long: at most the limit in all.
 */
export function countingUsed(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string | null = null,
) {
  const counted = sql`(WITH members AS (
      SELECT c.id, c.vendor || ':' || coalesce(nullif(c.settings->>'wabaId', ''), c.id) AS account
      FROM channels c WHERE c.enterprise_id = ${enterpriseId}),
    limited AS (SELECT m.id, m.account, CAST(h.value AS INTEGER) AS most FROM members m CROSS JOIN channel_health h ON h.enterprise_id = ${enterpriseId}
      AND h.channel_id = m.id AND h.fact = 'limit' AND h.value <> ${UNLIMITED} WHERE ${channelId} IS NULL OR m.id = ${channelId}),
    reached AS (SELECT o.account, count(DISTINCT t.identity_id) AS used FROM (SELECT DISTINCT account FROM limited) a
      CROSS JOIN members o ON o.account = a.account
      CROSS JOIN messages t ON t.channel_id = o.id AND t.kind = 'template' AND t.direction = 'out' AND t.at > ${now() - DAY_MS}
        AND t.enterprise_id = ${enterpriseId} AND t.status IN ('sent', 'delivered', 'read', 'unknown')
      WHERE NOT EXISTS (SELECT 1 FROM messages i WHERE i.enterprise_id = t.enterprise_id AND i.identity_id = t.identity_id
        AND i.at > t.at - ${DAY_MS} AND i.at <= t.at AND i.channel_id = t.channel_id AND i.direction = 'in')
      GROUP BY o.account),
    broadcast AS (SELECT o.account, sum(k.count) AS used FROM (SELECT DISTINCT account FROM limited) a
      CROSS JOIN members o ON o.account = a.account
      CROSS JOIN broadcasts b ON b.enterprise_id = ${enterpriseId} AND b.channel_id = o.id
        AND coalesce(b.started_at, b.start_at, b.created_at) > ${now() - LONGEST_BROADCAST_MS}
        AND coalesce(b.ended_at, ${now()}) > ${now() - DAY_MS}
      CROSS JOIN broadcast_counts k ON k.broadcast_id = b.id AND k.status IN ('sent', 'delivered', 'read', 'unknown')
      GROUP BY o.account)
    SELECT l.id, CASE WHEN b.used > 0 THEN min(coalesce(r.used, 0) + b.used, max(l.most, coalesce(r.used, 0))) ELSE coalesce(r.used, 0) END AS used
    FROM limited l LEFT JOIN reached r ON r.account = l.account LEFT JOIN broadcast b ON b.account = l.account)`;
  return db.select({ id: sql<string>`id`, used: sql<number>`used` }).from(counted);
}

/** The counts by channel, from the rows of `countingUsed`. */
export const usedIn = (rows: readonly unknown[] | undefined): Record<string, number> =>
  Object.fromEntries(((rows ?? []) as { id: string; used: number }[]).map(({ id, used }) => [id, used]));

const LIMIT = `SELECT CAST(value AS INTEGER) AS most FROM channel_health WHERE enterprise_id = ?1 AND channel_id = ?2 AND fact = 'limit' AND value <> '${UNLIMITED}'`;

/** The account's limit of people within 24 hours with those who were reached; null where the vendor has told none. */
export async function limitOf(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string,
): Promise<{ perDay: number; used: number } | null> {
  const [limit, used] = await ctx.db.$client.batch(readingLimit(ctx, channelId));
  return limitIn(channelId, limit, used);
}

/** The statements that `limitIn` reads. */
export const readingLimit = (
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string,
): [D1PreparedStatement, D1PreparedStatement] => [
  ctx.db.$client.prepare(LIMIT).bind(ctx.enterpriseId, channelId),
  bindable(ctx, countingUsed(ctx, channelId)),
];

export function limitIn(
  channelId: string,
  limit: D1Result | undefined,
  used: D1Result | undefined,
): { perDay: number; used: number } | null {
  const perDay = (limit?.results[0] as { most: number } | undefined)?.most ?? 0;
  return perDay > 0 ? { perDay, used: usedIn(used?.results)[channelId] ?? 0 } : null;
}

/** Whether the account has reached as many people within 24 hours as its vendor lets it. */
export async function isLimitSpent(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  channelId: string,
): Promise<boolean> {
  const limit = await limitOf(ctx, channelId);
  return limit !== null && limit.used >= limit.perDay;
}

const MINUTE_MS = 60_000;

/** Calls to the vendor within the last 60 seconds, from whole minutes: of the one before, as much as has not passed. */
export function callsLately(
  { callsMinute, callsNow, callsBefore }: { callsMinute: number; callsNow: number; callsBefore: number },
  now: number,
): number {
  const ago = Math.floor(now / MINUTE_MS) - callsMinute;
  const left = 1 - (now % MINUTE_MS) / MINUTE_MS;
  if (ago === 0) return callsNow + Math.round(callsBefore * left);
  return ago === 1 ? Math.round(callsNow * left) : 0;
}

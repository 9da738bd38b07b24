import { type SQL, sql } from "drizzle-orm";
import { broadcasts } from "#db/tenant/broadcasts.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { UNLIMITED } from "#workers/contract/channel-facts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Ctx } from "../ctx.ts";

const DAY_MS = 86_400_000;
/** Nobody is begun with later than this after the start, unless there are so many that it takes longer (`TIME_TO_SEND`). */
export const SENT_WITHIN_MS = 3 * DAY_MS;
/** A start that is later than this is left to a person: its words may be wrong by now. */
export const LATE_MS = 3_600_000;
const DAY_MINUTES = 1_440;
/** Promotional SMS leave within so many minutes of a day, where a law says so. */
const SMS_MINUTES = 660;
const LEAST_MINUTES = 60;

/** Everybody who may have to be called, those whom a retry takes up included. */
const PEOPLE = `(SELECT coalesce(sum(k.count), 0) FROM broadcast_counts k WHERE k.broadcast_id = broadcasts.id
    AND k.status IN ('queued', 'unknown', 'failed', 'expired', 'cancelled'))`;
const RATE = "max(1, coalesce((SELECT h.rate FROM channels h WHERE h.id = broadcasts.channel_id), 1))";
/** Minutes of a day in which an offer may leave, by the enterprise's quiet hours and those of the law. */
const OPEN = `max(${LEAST_MINUTES}, min(CASE broadcasts.channel_type WHEN ${channelTypes.sms} THEN ${SMS_MINUTES} ELSE ${DAY_MINUTES} END,
    coalesce((SELECT ${DAY_MINUTES} - (o.quiet_until - o.quiet_from + ${DAY_MINUTES}) % ${DAY_MINUTES} FROM offer_rules o
      WHERE o.id = broadcasts.enterprise_id), ${DAY_MINUTES})))`;
const BY_RATE = `${PEOPLE} * 1000.0 / ${RATE} * CASE broadcasts.send_class WHEN ${sendClasses.marketing} THEN ${DAY_MINUTES}.0 / ${OPEN} ELSE 1 END`;
const BY_LIMIT = `coalesce((SELECT ${PEOPLE} * ${DAY_MS}.0 / max(1, CAST(f.value AS INTEGER)) FROM channel_health f
    WHERE f.enterprise_id = broadcasts.enterprise_id AND f.channel_id = broadcasts.channel_id AND f.fact = 'limit' AND f.value <> '${UNLIMITED}'), 0)`;

/**
 * SQL for how long, in milliseconds, a broadcast whose recipients are known may take: twice what rate, sending hours and the
 * account's limit make of it, and three days at the least. So nobody expires for being many.
 */
export const TIME_TO_SEND = `max(${SENT_WITHIN_MS}, CAST(2 * max(${BY_RATE}, ${BY_LIMIT}) AS INTEGER))`;

/** The statement that gives broadcasts their time anew which something has held up; `which` is a condition on them. */
export const givingTime = ({ db, enterpriseId, now }: Ctx, which: SQL) =>
  db
    .update(broadcasts)
    .set({ expiresAt: sql`max(expires_at, ${now()} + ${sql.raw(TIME_TO_SEND)})` })
    .where(
      sql`enterprise_id = ${enterpriseId} AND ${which} AND ended_at IS NULL AND state IN ('processing', 'paused') AND expires_at IS NOT NULL`,
    );

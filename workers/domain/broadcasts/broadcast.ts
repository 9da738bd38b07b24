import { and, between, eq, sql } from "drizzle-orm";
import {
  broadcastArchives,
  broadcastCounts,
  broadcastRecipients,
  broadcasts,
} from "#db/tenant/broadcasts.ts";
import { channels } from "#db/tenant/channels.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { lastIdOf } from "#workers/contract/recipient-ids.ts";
import { type ArchiveReader, readLines } from "../archives/files.ts";
import { masked } from "#workers/contract/mask.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { failuresOf, saidOf } from "./failures.ts";
import { COUNTS, countsIn, listedColumns, listedOf } from "./list.ts";
import { thisBroadcast } from "./row.ts";

const MINUTE_MS = 60_000;
/** Numbers that a broadcast shows beside its list of recipients. */
const MOST_SHOWN = 500;
/** Hours for which people wait: as many as there are zones at the most. */
const MOST_WAITS = 40;

/** A broadcast with its figures. Numbers are masked for whoever may not see customers. */
export async function getBroadcast(
  ctx: Ctx,
  id: string,
  { archive, seesCustomers }: { archive: ArchiveReader; seesCustomers: boolean },
): Promise<BroadcastDetail> {
  const { db } = ctx;
  const counted = sql`${broadcastCounts.broadcastId} = ${id} AND ${broadcastCounts.count} > 0`;
  const [[row], failures, [channel], here, [file], waits] = await db.batch([
    db
      .select({
        row: broadcasts,
        templateName: listedColumns.template.as("template_name"),
        channelName: listedColumns.channelName.as("channel_name"),
        counts: COUNTS.as("counts_json"),
        fallbackId: sql<
          string | null
        >`(SELECT f.id FROM broadcasts f WHERE f.fallback_of = broadcasts.id)`.as("fallback_id"),
      })
      .from(broadcasts)
      .where(thisBroadcast(ctx, id))
      .limit(1),
    db
      .select({
        code: broadcastCounts.code,
        count: broadcastCounts.count,
        reason: sql<string | null>`${sql.raw(saidOf("broadcast_counts"))}`.as("reason"),
      })
      .from(broadcastCounts)
      .where(sql`${counted} AND ${broadcastCounts.status} IN ('failed', 'expired', 'cancelled')`)
      .orderBy(sql`${broadcastCounts.count} DESC`),
    db
      .select({
        rate: channels.rate,
        minute: channels.callsMinute,
        now: channels.callsNow,
        before: channels.callsBefore,
      })
      .from(channels)
      .where(sql`${channels.id} = (SELECT b.channel_id FROM broadcasts b WHERE b.id = ${id})`)
      .limit(1),
    db
      .select({ address: broadcastRecipients.address })
      .from(broadcastRecipients)
      .where(
        and(
          eq(broadcastRecipients.enterpriseId, ctx.enterpriseId),
          between(broadcastRecipients.id, id, lastIdOf(id)),
        ),
      )
      .orderBy(broadcastRecipients.id)
      .limit(MOST_SHOWN),
    db
      .select({ key: broadcastArchives.key })
      .from(broadcastArchives)
      .where(and(eq(broadcastArchives.enterpriseId, ctx.enterpriseId), eq(broadcastArchives.broadcastId, id)))
      .orderBy(broadcastArchives.first)
      .limit(1),
    db
      .select({
        until: sql<number>`CAST(${broadcastCounts.code} AS INTEGER)`.as("until"),
        people: broadcastCounts.count,
      })
      .from(broadcastCounts)
      .where(
        sql`${counted} AND ${broadcastCounts.status} = 'waits' AND CAST(${broadcastCounts.code} AS INTEGER) > ${ctx.now()}`,
      )
      .orderBy(sql`until`)
      .limit(MOST_WAITS),
  ]);
  if (!row) throw new DomainError("notFound");
  const archived = file ? (await readLines(archive, file.key)).lines : [];
  const named = [...archived, ...here].slice(0, MOST_SHOWN);
  const { row: broadcast, templateName, channelName, counts, fallbackId } = row;
  const { request, template } = broadcast;
  return {
    ...listedOf({ ...broadcast, template: templateName, channelName, counts }),
    channelId: broadcast.channelId,
    channelType: broadcast.channelType,
    phoneNumbers: [...request.phoneNumber, ...named.map(({ address }) => address)].map((each) =>
      seesCustomers ? each : masked(each),
    ),
    audience: request.audience,
    message: request.message,
    template,
    columnMapping: request.columnMapping,
    // Broadcasts from before there were short links say nothing of them.
    trackClicks: request.trackClicks ?? false,
    resourceId: request.resourceId,
    resourceType: request.resourceType,
    timezone: broadcast.timezone,
    isPrepared: broadcast.preparedAt !== null,
    jobId: broadcast.jobId,
    retried: broadcast.retriedTo === null ? null : retriedOf(broadcast.retriedTo, counts, broadcast.doubles),
    startedAt: isoOrNull(broadcast.startedAt),
    endedAt: isoOrNull(broadcast.endedAt),
    archivedAt: isoOrNull(broadcast.archiveBegunAt),
    fallbackOf: broadcast.fallbackOf,
    fallbackId,
    activityId: broadcast.activityId,
    part: broadcast.part,
    isUndecided: broadcast.part === "rest" && broadcast.decision === null,
    afterMs: broadcast.afterMs,
    reason: broadcast.reason,
    resumeAt: isoOrNull(broadcast.resumeAt),
    resumesItself: broadcast.resumeAt !== null && broadcast.activityId === null,
    ratePerSecond: channel?.rate ?? 0,
    waits: waits.map(({ until, people }) => ({ until: iso(until), people })),
    sentLastMinute: channel && broadcast.state === "processing" ? calledLately(channel, ctx.now()) : 0,
    failures: failuresOf(failures),
    seenAt: iso(ctx.now()),
    revision: broadcast.revision,
  };
}

/** The share of all numbers that a retry has passed; who was named twice has a number, too. */
function retriedOf(to: number, counts: string, doubles: number): number {
  return Math.min(1, to / Math.max(1, countsIn(counts, 0).total + doubles));
}

/** Calls of a channel within the last sixty seconds, as its two latest minutes tell. */
function calledLately(
  { minute, now, before }: { minute: number; now: number; before: number },
  at: number,
): number {
  const present = Math.floor(at / MINUTE_MS);
  const left = 1 - (at % MINUTE_MS) / MINUTE_MS;
  if (minute === present) return Math.round(now + before * left);
  return minute === present - 1 ? Math.round(now * left) : 0;
}

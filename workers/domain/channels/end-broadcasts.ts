import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { broadcastOf, castOf } from "#workers/contract/recipient-ids.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import { openingJobsFrom } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";

/** Recipients of one page, which is one transaction; those of the first are ended with the channel itself. */
const PAGE = 2_000;
const CALLS = 5;

const OPEN = "b.enterprise_id = ?2 AND b.channel_id = ?1 AND b.ended_at IS NULL";
/** A sender may be calling these just now. */
const CLAIMED = `UPDATE broadcast_recipients AS r SET status = 'unknown', claimed_by = NULL WHERE r.claimed_by IS NOT NULL AND r.status = 'queued'
  AND EXISTS (SELECT 1 FROM broadcasts b WHERE b.id = ${broadcastOf("r.id")} AND ${OPEN})`;
const FAIL = `UPDATE broadcasts AS b SET state = 'failed', reason = ?4, fed_to = NULL, retried_to = NULL, revision = revision + 1, updated_at = ?3 WHERE ${OPEN}`;
const WAITING = `UPDATE broadcast_recipients SET status = 'cancelled', code = 'cancelled' WHERE id IN (SELECT r.id FROM broadcasts b
    CROSS JOIN broadcast_recipients r ON ${castOf("r.id")} = ${castOf("b.id")} AND r.status = 'queued' AND r.claimed_by IS NULL WHERE ${OPEN} LIMIT ${PAGE})`;
const END = `UPDATE broadcasts AS b SET ended_at = ?3, revision = revision + 1, updated_at = ?3 WHERE ${OPEN}
  AND NOT EXISTS (SELECT 1 FROM broadcast_counts c WHERE c.broadcast_id = b.id AND c.status = 'queued' AND c.count > 0)`;
const OPEN_JOB = openingJobsFrom(
  "broadcasts.end",
  `SELECT ?4 AS id, ?3 AS enterprise_id, ?1 AS subject, json_object('channelId', ?1) AS payload
  WHERE EXISTS (SELECT 1 FROM broadcasts b WHERE b.enterprise_id = ?3 AND b.channel_id = ?1 AND b.ended_at IS NULL) AND ?2 > 0`,
  "?5",
);

const page = ({ db: { $client }, enterpriseId, now }: Ctx, channelId: string): D1PreparedStatement[] => [
  $client.prepare(WAITING).bind(channelId, enterpriseId),
  $client.prepare(END).bind(channelId, enterpriseId, now()),
];

/**
 * Statements that end the broadcasts of a channel, for the batch that deletes it: from then on no claim is made, and each who
 * waits is accounted for, a page here and the others by a job.
 */
export function endingWithChannel(ctx: Ctx, channelId: string): D1PreparedStatement[] {
  const { db, enterpriseId, actor, now, newId, after } = ctx;
  const jobId = newId();
  after.jobs.add(jobId);
  return [
    db.$client.prepare(CLAIMED).bind(channelId, enterpriseId),
    db.$client.prepare(FAIL).bind(channelId, enterpriseId, now(), texts.channelDeleted),
    ...page(ctx, channelId),
    db.$client.prepare(OPEN_JOB).bind(channelId, now(), enterpriseId, jobId, actor.requestId),
  ];
}

const LEFT = `SELECT 1 FROM broadcasts b WHERE ${OPEN} LIMIT 1`;

/** Ends who still waits of a deleted channel's broadcasts, a page a transaction. */
export function endPages(
  ctx: Ctx,
  held: HeldJob,
  { channelId }: JobPayload<"broadcasts.end">,
): () => Promise<PageEnd> {
  const { $client } = ctx.db;
  const { job } = held;
  return async () => {
    const left = await $client.prepare(LEFT).bind(channelId, ctx.enterpriseId).first();
    const results = await underLease(
      $client.batch([
        bindable(ctx, guardLease(ctx, job)),
        ...page(ctx, channelId),
        bindable(ctx, left ? advancing(ctx, job, {}) : finished(ctx, job, texts.channelDeleted)),
      ]),
    );
    if (results.at(-1)?.results.length === 0) throw new LeaseLost();
    held.did(CALLS);
    return left ? "next" : "done";
  };
}

import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { leftOutCodes } from "#workers/contract/broadcast.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { lastOf, numberIn, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import { openingJobsFrom } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { readBroadcast } from "./row.ts";

/** Numbers of one page, which is one transaction; those of the first are taken up by the press itself. */
export const RETRY_PAGE = 5_000;
const CALLS = 6;

/** A number that is none, or somebody who wants nothing, is not tried again. */
const MENDED = ["expired", "expiredQuiet", "expiredRest", "cancelled", "offerCap", "template"];
const NEVER = leftOutCodes.filter((each) => !MENDED.includes(each));
const isRetriable = (status: string, code: string): string =>
  `${status} IN ('failed', 'expired', 'cancelled') AND coalesce(${code}, '') NOT IN (${NEVER.map((each) => `'${each}'`).join()})`;
/** SQL for whether another try may mend anything of a broadcast, by its id (SQL). */
export const hasRetriable = (id: string): string =>
  `EXISTS (SELECT 1 FROM broadcast_counts c WHERE c.broadcast_id = ${id} AND c.count > 0 AND ${isRetriable("c.status", "c.code")})`;

/** How far a press reaches by itself; null where that is everybody. `id` is SQL. */
export const firstRetried = (id: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM broadcast_recipients r WHERE r.id > substr(${id}, 1, 28) || printf('%08x', ${RETRY_PAGE}) AND r.id < ${lastOf(id)}) THEN ${RETRY_PAGE} END`;

/** SQL that makes a recipient one who waits, as if nobody had been called. */
export const TAKEN_UP = `status = 'queued', code = NULL, reason = NULL, vendor_id = NULL, attempts = 0, not_before = 0,
    category = NULL, billable = NULL, billed_to = NULL, facts = '{}'`;
/** Takes up those between two numbers whose call is over; only for the press that moved the broadcast, or the page that holds it. */
const RETRY = `UPDATE broadcast_recipients AS r SET ${TAKEN_UP}
  WHERE r.id > ?1 AND r.id <= ?2 AND ${isRetriable("r.status", "r.code")} AND r.claimed_by IS NULL AND r.enterprise_id = ?3
    AND EXISTS (SELECT 1 FROM broadcasts b WHERE b.id = ?4 AND b.job_id = ?5 AND b.ended_at IS NULL)`;
const retrying = (
  { db, enterpriseId }: Ctx,
  { id, jobId }: { id: string; jobId: string },
  after: number,
  to: number,
): D1PreparedStatement =>
  db.$client.prepare(RETRY).bind(recipientIdOf(id, after), recipientIdOf(id, to), enterpriseId, id, jobId);

const OPEN_JOB = openingJobsFrom(
  "broadcast.retry",
  `SELECT b.job_id AS id, b.enterprise_id, b.id AS subject, json_object('broadcastId', b.id, 'n', b.retried_to) AS payload
  FROM broadcasts b WHERE b.id = ?1 AND b.job_id = ?3 AND b.retried_to IS NOT NULL`,
  "?4",
);

/** Statements of a press: take up the first page at once, and leave the others to a job. After the one that moves it. */
export const beginningRetry = (ctx: Ctx, id: string, jobId: string): D1PreparedStatement[] => [
  retrying(ctx, { id, jobId }, 0, RETRY_PAGE),
  ctx.db.$client.prepare(OPEN_JOB).bind(id, ctx.now(), jobId, ctx.actor.requestId),
];

const RETRIED = `UPDATE broadcasts SET retried_to = ?2, updated_at = ?3, revision = revision + 1 WHERE id = ?1 AND retried_to IS NOT NULL`;
const LAST = `SELECT r.id FROM broadcast_recipients r WHERE r.id > ?1 AND r.id < ${lastOf("?1")} ORDER BY r.id DESC LIMIT 1`;

/**
 * Takes up all who failed, in their order, a page a transaction with the cursor in it. Whoever fails anew lies behind the
 * cursor by then, so that one press tries nobody twice, whatever runs again.
 */
export function retryPages(
  ctx: Ctx,
  held: HeldJob,
  payload: JobPayload<"broadcast.retry">,
): () => Promise<PageEnd> {
  const { job } = held;
  const { $client } = ctx.db;
  const id = payload.broadcastId;
  let { n } = payload;
  let last: number | undefined;
  return async () => {
    last ??= numberIn((await $client.prepare(LAST).bind(id).first<{ id: string }>())?.id ?? id);
    const broadcast = await readBroadcast(ctx, id);
    const isOpen = broadcast?.state === "processing" || broadcast?.state === "paused";
    const goesOn = isOpen && broadcast.retriedTo !== null;
    const to = n + RETRY_PAGE;
    const isLast = !goesOn || to >= last;
    const results = await underLease(
      $client.batch([
        bindable(ctx, guardLease(ctx, job, { n }, goesOn ? isWanted(id) : sql`1`)),
        ...(goesOn ? [retrying(ctx, { id, jobId: job.id }, n, to)] : []),
        $client.prepare(RETRIED).bind(id, isLast ? null : to, ctx.now()),
        bindable(
          ctx,
          isLast ? finished(ctx, job, texts.job.retried) : advancing(ctx, job, { payload: { n: to } }),
        ),
      ]),
    );
    if (results.at(-1)?.results.length === 0) throw new LeaseLost();
    n = to;
    held.did(CALLS);
    if (isLast) return "done";
    await held.tell(n / last);
    return "next";
  };
}

/** Whoever is taken up while it is paused waits; what is stopped or over takes up nobody. */
const isWanted = (id: string) =>
  sql`EXISTS (SELECT 1 FROM broadcasts WHERE id = ${id} AND state IN ('processing', 'paused') AND retried_to IS NOT NULL)`;

/** Lets a broadcast go on with those who were taken up, where the others cannot be. */
export async function retryGaveUp({ db, now }: Ctx, broadcastId: string): Promise<void> {
  await db.$client.prepare(RETRIED).bind(broadcastId, null, now()).run();
}

import { newTally, type Tally, tallying } from "#db/tally.ts";
import { errorsTexts } from "#texts/errors.ts";
import { jobKind, type JobKind, type JobPayload } from "#workers/contract/jobs.ts";
import { describe, DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { HeldJob, type RunDeps } from "./held-job.ts";
import {
  claim,
  fail,
  handOver,
  LeaseLost,
  MAX_ATTEMPTS,
  release,
  standing,
  type LeasedJob,
} from "./lease.ts";
import { jobRow } from "./open.ts";
import { progressOf } from "./progress.ts";

/**
 * After a page: another follows; the rest is left to the next run; the job is ended, by the page itself and in its
 * batch; or nothing can be done for a while.
 */
export type PageEnd = "next" | "more" | "done" | { laterMs: number };

/** One kind of work. Everything about leases, attempts, slices and screens is in the loop below. */
export interface JobHandler<Kind extends JobKind> {
  /** Begins a run; the function that it answers does one page each time, and writes the page with its cursor. */
  pages(ctx: Ctx, held: HeldJob, payload: JobPayload<Kind>): () => Promise<PageEnd>;
  /** Settles what the work was about when the job was given up, for the reason that the message says. */
  gaveUp?(ctx: Ctx, payload: JobPayload<Kind>, message: string): Promise<void>;
  /** Goes on once a job that was given up has ended: what another job does, or what asks whether one is open. */
  after?(ctx: Ctx, payload: JobPayload<Kind>): Promise<void>;
  /** The message for a failure that has none of its own. */
  failure: string;
}
export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> };

export type RunEnd = "nothing to do" | "done" | "more" | "later" | "failed" | "tried" | "lost";

/** A failure is tried again after this, and after twice as long each time: an outage may take minutes. */
const RETRY_AFTER_MS = 2_000;
/** Somebody waits for most work; what is tried until it is done may wait longer. */
const LONGEST_MS = 60_000;
const LONGEST_UNTIL_DONE_MS = 5 * 60_000;

const retryAfter = ({ attempts }: LeasedJob, untilDone: boolean): number =>
  Math.min(
    RETRY_AFTER_MS * 2 ** (Math.min(attempts, 20) - 1),
    untilDone ? LONGEST_UNTIL_DONE_MS : LONGEST_MS,
  );

/**
 * Runs a job, if it is open and nobody else holds it: page after page, until it is ended or this run's slice is used
 * up. A failure is tried again, up to a maximum of attempts that did not get on unless it is tried until it is done; what a
 * rule refuses fails at once.
 */
export async function runJob(ctx: Ctx, jobId: string, handlers: JobHandlers, deps: RunDeps): Promise<RunEnd> {
  const job = await claim(ctx, jobId);
  return job ? runHeld(ctx, job, handlers[job.kind] as JobHandler<JobKind>, deps) : "nothing to do";
}

/** The same for a job that this worker has claimed. */
export async function runHeld<Kind extends JobKind>(
  ctx: Ctx,
  job: LeasedJob,
  handler: JobHandler<Kind> | undefined,
  deps: RunDeps,
): Promise<RunEnd> {
  const tally = newTally();
  return tallying(tally, () => runTallied(ctx, job, handler, deps, tally));
}

async function runTallied<Kind extends JobKind>(
  ctx: Ctx,
  job: LeasedJob,
  handler: JobHandler<Kind> | undefined,
  deps: RunDeps,
  tally: Tally,
): Promise<RunEnd> {
  const log = (level: string, failure?: string): void => {
    const { kind, id: jobId, attempts, requestId } = job;
    const line = { level, job: kind, jobId, requestId, enterprise: ctx.enterpriseId, attempts, failure };
    console.log(JSON.stringify({ ...line, database: tally }));
  };
  const parsed = handler && jobKind(job.kind).payload.safeParse(job.payload);
  const payload = parsed?.data as JobPayload<Kind>;
  // A kind that this build lacks, after a way back to it, has no row.
  const untilDone = handler !== undefined && jobKind(job.kind).untilDone === true;
  const giveUp = async (message: string): Promise<RunEnd> => {
    // A worker that was too late, or was cancelled, settles and tells nothing: another one has.
    if ((await standing(ctx, job)) !== "held") return "lost";
    // Before the job ends: a worker that dies in between is followed by one that settles it again.
    if (parsed?.success) await handler?.gaveUp?.(ctx, payload, message);
    if (!(await fail(ctx, job, message))) return "lost";
    if (parsed?.success) await handler?.after?.(ctx, payload);
    await tellEnd(ctx, job, deps);
    return "failed";
  };
  if (!handler || !parsed?.success) {
    log("error", "a row that no handler reads");
    return giveUp(errorsTexts.internal);
  }
  if (job.attempts > MAX_ATTEMPTS && !untilDone) {
    log("error", "begun too often");
    return giveUp(handler.failure);
  }
  const held = new HeldJob(ctx, job, deps);
  try {
    const end = await pages(held, handler.pages(ctx, held, payload));
    log("info");
    if (end === "done") {
      await tellEnd(ctx, job, deps);
      return "done";
    }
    if (end !== "more") {
      await release(ctx, job, end.laterMs);
      return "later";
    }
    await handOver(ctx, job);
    await deps.wake(job.id);
    return "more";
  } catch (error) {
    if (error instanceof LeaseLost) {
      log("warn", "cancelled, or taken over by another worker");
      return "lost";
    }
    log("error", describe(error));
    if (error instanceof DomainError) return giveUp(error.message);
    if ((await standing(ctx, job)) === "ended") {
      // The job is ended, and only the answer was lost.
      await tellEnd(ctx, job, deps);
      return "done";
    }
    await release(ctx, job, retryAfter(job, untilDone));
    return "tried";
  }
}

async function pages(held: HeldJob, page: () => Promise<PageEnd>): Promise<Exclude<PageEnd, "next">> {
  held.start();
  try {
    for (;;) {
      const end = await page();
      if (end !== "next") return end;
      if (!held.did(0)) return "more";
      await held.breathe();
    }
  } finally {
    await held.stop();
  }
}

/** The end is read from the row, which has the message and whatever the job counted. */
async function tellEnd(ctx: Ctx, job: LeasedJob, deps: RunDeps): Promise<void> {
  const row = await jobRow(ctx, job.id);
  if (row && (jobKind(row.kind) as ReturnType<typeof jobKind> | undefined)?.announced)
    await deps.tell(progressOf(row));
}

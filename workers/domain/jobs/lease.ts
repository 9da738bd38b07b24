import { and, eq, lt, sql, type SQL } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { guard } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { isOpen, thisJob, type JobRow } from "./open.ts";

/** Maximum silence of a worker before another one takes its job over. It renews several times in between. */
export const LEASE_MS = 15_000;
/** Claims of a job that never finishes before it is given up: otherwise it would be retried forever. */
export const MAX_ATTEMPTS = 8;

export type LeasedJob = JobRow & { lease: string };

/** Takes the job for LEASE_MS, or answers undefined when it is ended or somebody else has it. */
export async function claim(ctx: Ctx, jobId: string): Promise<LeasedJob | undefined> {
  const at = ctx.now();
  const [row] = await ctx.db
    .update(jobs)
    .set({
      state: "running",
      lease: ctx.newId(),
      leaseUntil: at + LEASE_MS,
      attempts: sql`${jobs.attempts} + 1`,
      updatedAt: at,
    })
    .where(and(thisJob(ctx, jobId), isOpen, lt(jobs.leaseUntil, at)))
    .returning();
  return row as LeasedJob | undefined;
}

/**
 * The lease is the fencing token: new with each claim, and a condition of every write. (Not the number of the attempt:
 * that starts again when a job has made progress.)
 */
export const held = (ctx: Ctx, job: LeasedJob) =>
  and(thisJob(ctx, job.id), eq(jobs.lease, job.lease), isOpen);

/** Says that the work goes on and how far it is; answers false when the job is somebody else's by now. */
export async function renew(ctx: Ctx, job: LeasedJob, progress: number): Promise<boolean> {
  const at = ctx.now();
  const rows = await ctx.db
    .update(jobs)
    .set({ leaseUntil: at + LEASE_MS, progress, updatedAt: at })
    .where(held(ctx, job))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** A statement that ends the job, only if `also` holds; it belongs into the batch with the job's effects. */
export const finished = (ctx: Ctx, job: LeasedJob, message: string, also?: SQL) =>
  ctx.db
    .update(jobs)
    .set({ state: "done", progress: 1, message, leaseUntil: 0, updatedAt: ctx.now() })
    .where(and(held(ctx, job), also));

/** A guard for a batch with the job's effects: nothing of it is done when the job was cancelled or taken over. */
export const guardLease = (ctx: Ctx, job: LeasedJob) =>
  guard(ctx, sql`EXISTS (SELECT 1 FROM jobs WHERE ${held(ctx, job)})`);

/** Ends the job as failed, saying why in a sentence; answers false when it is somebody else's or ended by now. */
export async function fail(ctx: Ctx, job: LeasedJob, message: string): Promise<boolean> {
  const rows = await ctx.db
    .update(jobs)
    .set({ state: "failed", message, leaseUntil: 0, updatedAt: ctx.now() })
    .where(held(ctx, job))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** Gives the job back, to be taken again after `delayMs`. */
export async function release(ctx: Ctx, job: LeasedJob, delayMs: number): Promise<void> {
  const at = ctx.now();
  await ctx.db
    .update(jobs)
    .set({ leaseUntil: at + delayMs, updatedAt: at })
    .where(held(ctx, job));
}

/**
 * Hands the job on to another worker run at once, since one invocation may only query its database so often. The work
 * done counts as progress, so the attempts are counted from zero again.
 */
export async function handOver(ctx: Ctx, job: LeasedJob): Promise<void> {
  await ctx.db.update(jobs).set({ leaseUntil: 0, attempts: 0, updatedAt: ctx.now() }).where(held(ctx, job));
}

/** Open jobs that nobody holds, and whether any job is open at all, over all enterprises of one database. */
export async function overdue(
  db: TenantDb,
  now: number,
): Promise<{ jobs: { id: string; enterpriseId: EnterpriseId }[]; anyOpen: boolean }> {
  const [unheld, open] = await db.batch([
    db
      .select({ id: jobs.id, enterpriseId: jobs.enterpriseId })
      .from(jobs)
      .where(and(isOpen, lt(jobs.leaseUntil, now)))
      .limit(100),
    db.select({ id: jobs.id }).from(jobs).where(isOpen).limit(1),
  ]);
  return { jobs: unheld, anyOpen: open.length > 0 };
}

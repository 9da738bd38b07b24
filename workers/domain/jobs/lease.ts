import { and, eq, lt, sql, type SQL } from "drizzle-orm";
import { jobs } from "#db/tenant/jobs.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { isOpen, thisJob, type JobRow } from "./open.ts";

/** Maximum silence of a worker before another one takes its job over. It renews several times in between. */
export const LEASE_MS = 15_000;
/** Claims of a job that never gets on before it is given up: otherwise it would be retried forever. */
export const MAX_ATTEMPTS = 8;

/** Somebody else has taken the job over, or it was ended: stop without a trace. */
export class LeaseLost extends Error {}

export type LeasedJob = JobRow & { lease: string };

/** Takes the job for LEASE_MS, or answers undefined when it is ended or somebody else has it. */
export async function claim(ctx: Ctx, jobId: string): Promise<LeasedJob | undefined> {
  const [row] = await claiming(ctx, jobId);
  return row as LeasedJob | undefined;
}

/** The same as a statement, which answers the row that it has taken. */
export const claiming = (ctx: Ctx, jobId: string) => {
  const at = ctx.now();
  return ctx.db
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
};

/**
 * The lease is the fencing token: new with each claim, and a condition of every write. (Not the number of the attempt:
 * that starts again when a job has made progress.)
 */
const held = (ctx: Ctx, job: LeasedJob) => and(thisJob(ctx, job.id), eq(jobs.lease, job.lease), isOpen);

/** Condition that this worker still has the job, and that the job's payload has these values. */
const holds = (ctx: Ctx, job: LeasedJob, at: Record<string, number> = {}): SQL => {
  const there = Object.entries(at).map(([key, value]) => sql`${jobs.payload}->>${key} = ${value}`);
  return sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${and(held(ctx, job), ...there)})`;
};

/**
 * A guard for a batch with the job's effects: nothing of it is done when the job was cancelled or taken over, or when
 * its payload has moved on from `at`.
 */
export const guardLease = (ctx: Ctx, job: LeasedJob, at?: Record<string, number>, also = sql`1`) =>
  guard(ctx, sql`${holds(ctx, job, at)} AND ${also}`);

/** Runs a batch that begins with `guardLease`; LeaseLost when its guard refused. */
export async function underLease<T>(batch: Promise<T>): Promise<T> {
  try {
    return await batch;
  } catch (error) {
    throw guardFailed(error) ? new LeaseLost() : error;
  }
}

/** Says that the work goes on and how far it is; answers false when the job is somebody else's by now. */
export async function renew(
  ctx: Ctx,
  job: LeasedJob,
  progress: number,
  { gotOn = false } = {},
): Promise<boolean> {
  const at = ctx.now();
  const rows = await ctx.db
    .update(jobs)
    .set({ leaseUntil: at + LEASE_MS, progress, updatedAt: at, ...(gotOn && { attempts: 0 }) })
    .where(held(ctx, job))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

interface Advance {
  progress?: number;
  /** Values to set in the payload. */
  payload?: Record<string, number | string>;
  /** A key of the payload to which the number of rows of the statement before this one is added. */
  counting?: string;
}

/**
 * A statement for the batch of a page: the job has got on, so its attempts are counted from zero again and its lease is
 * new. Answers the payload, and no row when the job is somebody else's.
 */
export function advancing(ctx: Ctx, job: LeasedJob, { progress, payload = {}, counting }: Advance) {
  const at = ctx.now();
  const values = Object.entries(payload).map(([key, value]) => sql`, ${`$.${key}`}, ${value}`);
  // changes() counts the rows of the statement before this one, without those of its triggers.
  if (counting) values.push(sql`, ${`$.${counting}`}, payload->>${counting} + changes()`);
  return ctx.db
    .update(jobs)
    .set({
      ...(values.length > 0 && { payload: sql`json_set(payload${sql.join(values)})` }),
      ...(progress !== undefined && { progress }),
      attempts: 0,
      leaseUntil: at + LEASE_MS,
      updatedAt: at,
    })
    .where(held(ctx, job))
    .returning({ payload: jobs.payload });
}

/** A statement that takes a list out of the job's payload, for the batch that ends it, before it does. */
export const emptyingList = (ctx: Ctx, job: LeasedJob, key: string) =>
  ctx.db
    .update(jobs)
    .set({ payload: sql`json_set(payload, ${`$.${key}`}, json('[]'))` })
    .where(held(ctx, job));

/** A statement that ends the job, only if `also` holds; it belongs into the batch with the job's effects. */
export const finished = (ctx: Ctx, job: LeasedJob, message: string, also?: SQL) =>
  ctx.db
    .update(jobs)
    .set({ state: "done", progress: 1, message, leaseUntil: 0, updatedAt: ctx.now() })
    .where(and(held(ctx, job), also))
    .returning({ id: jobs.id });

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
    .set({ leaseUntil: at + delayMs, wokenAt: 0, updatedAt: at })
    .where(held(ctx, job));
}

/**
 * Hands the job on to another worker run at once, since one invocation may only query its database so often. The work
 * done counts as progress, so the attempts are counted from zero again.
 */
export async function handOver(ctx: Ctx, job: LeasedJob): Promise<void> {
  await ctx.db
    .update(jobs)
    .set({ leaseUntil: 0, attempts: 0, wokenAt: 0, updatedAt: ctx.now() })
    .where(held(ctx, job));
}

/** Whether this worker still has the job, has ended it itself (only the answer was lost), or has lost it. */
export async function standing(ctx: Ctx, job: LeasedJob): Promise<"held" | "ended" | "lost"> {
  const [row] = await ctx.db.select().from(jobs).where(thisJob(ctx, job.id));
  if (row?.lease !== job.lease) return "lost";
  if (row.state === "running") return "held";
  return row.state === "done" ? "ended" : "lost";
}

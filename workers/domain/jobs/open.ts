import { and, desc, eq, sql } from "drizzle-orm";
import { jobs } from "#db/tenant/jobs.ts";
import { jobKinds, type JobKind, type JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";

export type JobRow = typeof jobs.$inferSelect;

/** Where-clause for one job of this enterprise. */
export const thisJob = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, jobId: string) =>
  and(eq(jobs.enterpriseId, enterpriseId), eq(jobs.id, jobId));

export const isOpen = sql`${jobs.state} IN ('waiting', 'running')`;

interface NewJob<Kind extends JobKind> {
  kind: Kind;
  subject: string;
  payload: JobPayload<Kind>;
}

/**
 * A statement that enqueues a job, for the batch that makes it necessary: neither ever exists without the other. If a
 * job of that kind and subject is already open, the unique index makes it serve instead.
 */
export const openingJob = <Kind extends JobKind>(
  { db, enterpriseId, now, newId }: Ctx,
  { kind, subject, payload }: NewJob<Kind>,
  jobId = newId(),
) => {
  const at = now();
  return db
    .insert(jobs)
    .values({
      id: jobId,
      enterpriseId,
      kind,
      subject,
      payload: jobKinds[kind].parse(payload),
      state: "waiting",
      progress: 0,
      message: "",
      attempts: 0,
      lease: null,
      leaseUntil: 0,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: jobs.id });
};

/**
 * Enqueues a job, or joins the one that is open for the same subject: the unique index decides, so that two
 * simultaneous requests result in one job. The caller then wakes a worker; if that call is lost, the sweeper does it.
 */
export async function openJob<Kind extends JobKind>(
  ctx: Ctx,
  work: NewJob<Kind>,
): Promise<{ jobId: string; joined: boolean }> {
  const { db, enterpriseId } = ctx;
  const { kind, subject } = work;
  const [written, [open]] = await db.batch([
    openingJob(ctx, work),
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.enterpriseId, enterpriseId), eq(jobs.kind, kind), eq(jobs.subject, subject), isOpen))
      .limit(1),
  ]);
  if (!open) throw new Error(`the job about ${subject} was neither written nor found`);
  return { jobId: open.id, joined: written.length === 0 };
}

/** The newest job about a subject, open or ended. */
export async function latestJob(ctx: Ctx, kind: JobKind, subject: string): Promise<JobRow | undefined> {
  const [row] = await readingLatestJob(ctx, kind, subject);
  return row;
}

/** The same as a statement. */
export const readingLatestJob = (ctx: Ctx, kind: JobKind, subject: string) =>
  ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.enterpriseId, ctx.enterpriseId), eq(jobs.subject, subject), eq(jobs.kind, kind)))
    .orderBy(desc(jobs.id))
    .limit(1);

import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
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
 * Enqueues a job in the batch that makes it necessary, so that neither exists without the other. An open one of the
 * kind and subject serves instead (unique index). The ctx's giver wakes a worker after the commit.
 */
export const openingJob = <Kind extends JobKind>(
  { db, enterpriseId, actor, now, newId, after }: Ctx,
  { kind, subject, payload }: NewJob<Kind>,
  jobId = newId(),
) => {
  const at = now();
  after.jobs.add(jobId);
  return db
    .insert(jobs)
    .values({
      id: jobId,
      enterpriseId,
      kind,
      subject,
      payload: jobKinds[kind].payload.parse(payload),
      state: "waiting",
      progress: 0,
      message: "",
      attempts: 0,
      lease: null,
      leaseUntil: 0,
      wokenAt: 0,
      requestId: actor.requestId,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: jobs.id });
};

/** The same where a condition holds in that batch. Its caller wakes a worker if a row comes back, else the sweeper. */
export const openingJobWhere = <Kind extends JobKind>(
  { db, enterpriseId, actor, now }: Ctx,
  { kind, subject, payload }: NewJob<Kind>,
  jobId: string,
  where: SQL,
) => {
  const at = now();
  const text = JSON.stringify(jobKinds[kind].payload.parse(payload));
  return db
    .insert(jobs)
    .select(
      sql`SELECT ${jobId}, ${enterpriseId}, ${kind}, ${subject}, ${text}, 'waiting', 0, '', 0, NULL, 0, 0, ${actor.requestId}, ${at}, ${at} WHERE ${where}`,
    )
    .onConflictDoNothing()
    .returning({ id: jobs.id });
};

/**
 * Enqueues a job, or joins the one that is open for the same subject: the unique index decides between simultaneous
 * requests. `also` makes statements of the transaction from the new job's id and the condition that it is new.
 */
export async function openJob<Kind extends JobKind>(
  ctx: Ctx,
  work: NewJob<Kind>,
  also: (jobId: string, isNew: SQL) => BatchItem<"sqlite">[] = () => [],
): Promise<{ jobId: string; joined: boolean }> {
  const { db, enterpriseId, newId, after } = ctx;
  const { kind, subject } = work;
  const jobId = newId();
  const isNew = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${thisJob(ctx, jobId)})`;
  const [written, [open]] = await db.batch([
    openingJob(ctx, work, jobId),
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.enterpriseId, enterpriseId), eq(jobs.kind, kind), eq(jobs.subject, subject), isOpen))
      .limit(1),
    ...also(jobId, isNew),
  ]);
  if (!open) throw new Error(`the job about ${subject} was neither written nor found`);
  after.jobs.delete(jobId);
  after.jobs.add(open.id);
  return { jobId: open.id, joined: written.length === 0 };
}

/** A statement that reads one job. */
export const readingJob = (ctx: Ctx, jobId: string) =>
  ctx.db.select().from(jobs).where(thisJob(ctx, jobId)).limit(1);

export async function jobRow(ctx: Ctx, jobId: string): Promise<JobRow | undefined> {
  const [row] = await readingJob(ctx, jobId);
  return row;
}

/** A statement that reads the newest job about a subject. */
export const readingLatestJob = (ctx: Ctx, kind: JobKind, subject: string) =>
  ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.enterpriseId, ctx.enterpriseId), eq(jobs.subject, subject), eq(jobs.kind, kind)))
    .orderBy(desc(jobs.id))
    .limit(1);

/** The newest job about a subject, open or ended. */
export async function latestJob(ctx: Ctx, kind: JobKind, subject: string): Promise<JobRow | undefined> {
  const [row] = await readingLatestJob(ctx, kind, subject);
  return row;
}

/** A query for the open jobs about a subject. */
export const openJobsAbout = ({ db, enterpriseId }: Ctx, subject: string) =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.enterpriseId, enterpriseId), eq(jobs.subject, subject), isOpen));

/** A query for one job's id: whether there is, or ever was, such a job. */
export const jobExists = (ctx: Ctx, jobId: string) =>
  ctx.db.select({ id: jobs.id }).from(jobs).where(thisJob(ctx, jobId)).limit(1);

/** Condition that nobody works, or will work, on a subject; both may be columns of the surrounding query. */
export const noOpenJob = (kind: JobKind, { enterprise, subject }: { enterprise: SQL; subject: SQL }): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM jobs j WHERE j.enterprise_id = ${enterprise} AND j.kind = ${kind}
    AND j.subject = ${subject} AND j.state IN ('waiting', 'running'))`;

/** A statement that removes the jobs about a subject that is deleted: a worker that holds one finds it lost. */
export const droppingJobs = ({ db, enterpriseId }: Ctx, subject: string) =>
  db.delete(jobs).where(and(eq(jobs.enterpriseId, enterpriseId), eq(jobs.subject, subject)));

/** A statement that empties a text, or a list, in the payloads of ended jobs, where the condition holds for it. */
export const emptyingText = (
  { db, enterpriseId }: Ctx,
  kind: JobKind,
  path: string,
  where: (text: SQL) => SQL,
  empty = sql`''`,
) =>
  db
    .update(jobs)
    .set({ payload: sql`json_set(${jobs.payload}, ${path}, ${empty})` })
    .where(
      and(
        eq(jobs.enterpriseId, enterpriseId),
        eq(jobs.kind, kind),
        sql`NOT ${isOpen}`,
        where(sql`(${jobs.payload} ->> ${path})`),
      ),
    );

/** Cancels the open job about a subject; answers whether it was in time. One write decides it against the job's end. */
export async function cancelJob(ctx: Ctx, kind: JobKind, subject: string, message: string): Promise<boolean> {
  const { db, enterpriseId, now, after } = ctx;
  const ended = await db
    .update(jobs)
    .set({ state: "cancelled", message, leaseUntil: 0, updatedAt: now() })
    .where(and(eq(jobs.enterpriseId, enterpriseId), eq(jobs.kind, kind), eq(jobs.subject, subject), isOpen))
    .returning({ id: jobs.id });
  for (const { id } of ended) after.ended.add(id);
  return ended.length > 0;
}

/** The rows of several jobs of this enterprise. */
export const jobRows = (ctx: Ctx, ids: Iterable<string>): Promise<JobRow[]> =>
  ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.enterpriseId, ctx.enterpriseId), inArray(jobs.id, [...ids])));

/**
 * SQL that opens jobs of a kind for what a clock or a move has begun: `source` selects `id, enterprise_id, subject, payload`, and
 * its `?2` is the time. Nobody wakes a worker for them but who knows the ids: the sweeper finds them. Where a request does
 * it, `requestId` is SQL for its id.
 */
export const openingJobsFrom = (kind: JobKind, source: string, requestId = "''"): string =>
  `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, woken_at, request_id, created_at, updated_at)
  SELECT s.id, s.enterprise_id, '${kind}', s.subject, s.payload, 'waiting', 0, '', 0, 0, 0, ${requestId}, ?2, ?2 FROM (${source}) s WHERE true
  ON CONFLICT DO NOTHING`;

/** SQL that cancels the open jobs about subjects (by `?1`) of an enterprise (`?2`) at a time (`?3`), with a sentence (`?4`). */
export const cancellingJob = (kind: JobKind, subjects = "?1"): string =>
  `UPDATE jobs SET state = 'cancelled', lease_until = 0, updated_at = ?3, message = ?4 WHERE enterprise_id = ?2
  AND kind = '${kind}' AND subject IN (${subjects}) AND state IN ('waiting', 'running')`;

/** SQL for whether somebody works, or will, on a subject (SQL) of an enterprise (SQL). */
export const hasOpenJob = (kind: JobKind, enterprise: string, subject: string): string =>
  `EXISTS (SELECT 1 FROM jobs j WHERE j.enterprise_id = ${enterprise} AND j.kind = '${kind}' AND j.subject = ${subject} AND j.state IN ('waiting', 'running'))`;

/** SQL for the id of the open job about a subject (SQL) of an enterprise (SQL), of whom at most one works. */
export const openJobOf = (kind: JobKind, enterprise: string, subject: string): string =>
  `SELECT j.id FROM jobs j WHERE j.enterprise_id = ${enterprise} AND j.kind = '${kind}' AND j.subject = ${subject} AND j.state IN ('waiting', 'running')`;

/** SQL for how many jobs of a kind are open in a database. */
export const openJobsOf = (kind: JobKind): string =>
  `(SELECT count(*) FROM jobs WHERE kind = '${kind}' AND state IN ('waiting', 'running'))`;

/** The join by which a statement has the newest job about a subject, as `j`. */
export const joiningNewestJob = (kind: JobKind, enterprise: string, subject: string): string =>
  `LEFT JOIN jobs j ON j.id = (SELECT id FROM jobs WHERE enterprise_id = ${enterprise} AND kind = '${kind}'
    AND subject = ${subject} ORDER BY id DESC LIMIT 1)`;

import { and, eq } from "drizzle-orm";
import { importsTexts } from "#texts/imports.ts";
import { customerImports } from "#db/tenant/imports.ts";
import type { TenantDb } from "#db/client.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { describe, DomainError } from "../error.ts";
import { type LeasedJob, release } from "../jobs/lease.ts";
import { type JobRow, thisJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { LeaseLost } from "../jobs/lease-lost.ts";
import type { Files } from "./files.ts";
import type { PageDone } from "./page-store.ts";
import { type Pace, readPage } from "./read-page.ts";
import { activeStates, type ImportRow, isActive, progressOf, thisImport } from "./row.ts";
import { undoPage } from "./undo.ts";

/** Dependencies of the work outside the database. */
export interface ImportDeps {
  files: Files;
  /** Notifies the screens, at a limited rate. */
  progress: (row: Pick<ImportRow, "id" | "state">, fraction: number) => Promise<void>;
  /** Wakes a worker for the same job again. */
  again: () => Promise<void>;
  /** Called between two pages, to yield to other work in the process, above all to a request that stops this import. */
  breathe?: () => Promise<void>;
  /** For tests: the limits of a slice. */
  limits?: Partial<Limits>;
}

interface Limits {
  /** Calls to the platform; every statement counts as one. */
  calls: number;
  milliseconds: number;
}

/** The platform allows 1,000 queries per invocation; half of it leaves room for a page that needs more. */
const LIMITS: Limits = { calls: 450, milliseconds: 60_000 };
const TELL_EVERY_MS = 500;
/** A page that keeps conflicting with other people's edits is put back and tried later. */
const MOST_CLASHES = 5;

/**
 * Works on an import page by page until it is finished or the slice is used up; then wakes the next one. Every page
 * begins by reading the import's row, which reflects all that happened meanwhile (a stop, a lost answer, another
 * worker).
 */
export async function runImport(
  ctx: Ctx,
  job: LeasedJob,
  { importId }: { importId: string },
  deps: ImportDeps,
): Promise<void> {
  const { now } = ctx;
  const limits = { ...LIMITS, ...deps.limits };
  const until = now() + limits.milliseconds;
  const pace = newPace();
  let calls = 0;
  let told = 0;
  let clashes = 0;
  const tell = async (row: ImportRow, always: boolean): Promise<void> => {
    if (!always && now() - told < TELL_EVERY_MS) return;
    told = now();
    calls++;
    await deps.progress(row, progressOf(row));
  };

  for (;;) {
    const row = await current(ctx, importId);
    calls++;
    if (!row || !isActive(row)) {
      calls++;
      if (!(await ended(ctx, job, importId))) continue;
      if (row) await tell(row, true);
      return;
    }
    if (calls >= limits.calls || now() >= until) {
      await release(ctx, job, -1);
      return deps.again();
    }
    try {
      const done = await onePage(ctx, job, row, deps.files, pace);
      calls += done.calls;
      clashes = 0;
      await tell(done.row, done.row.state !== row.state);
      await deps.breathe?.();
    } catch (error) {
      calls += 5;
      if (error instanceof DomainError) {
        await unreadable(ctx, row, error.message);
        continue;
      }
      await whyNot(ctx, job, row, error, ++clashes > MOST_CLASHES);
    }
  }
}

const newPace = (): Pace => ({ bytes: 128 * 1024 });

async function onePage(
  ctx: Ctx,
  job: LeasedJob,
  row: ImportRow,
  files: Files,
  pace: Pace,
): Promise<PageDone> {
  switch (row.state) {
    case "WAITING":
      return begin(ctx, row);
    case "UNDOING":
      return undoPage(ctx, job, row);
    default:
      return readPage(ctx, job, row, files, pace);
  }
}

async function begin(ctx: Ctx, row: ImportRow): Promise<PageDone> {
  const at = ctx.now();
  const next = { state: "PROCESSING" as const, startedAt: row.startedAt ?? at, updatedAt: at };
  await ctx.db
    .update(customerImports)
    .set(next)
    .where(and(thisImport(ctx, row.id), eq(customerImports.state, "WAITING")));
  return { row: { ...row, ...next }, calls: 1 };
}

async function current(ctx: Ctx, importId: string): Promise<ImportRow | undefined> {
  const [row] = await ctx.db.select().from(customerImports).where(thisImport(ctx, importId));
  return row;
}

/**
 * Ends the job, unless the import has become active again since it was read: the resume found this job open and left
 * the work to it.
 */
async function ended(ctx: Ctx, job: LeasedJob, importId: string): Promise<boolean> {
  const { db, now } = ctx;
  const { meta } = await db.$client
    .prepare(
      `UPDATE jobs SET state = 'done', progress = 1, lease_until = 0, updated_at = ?1
       WHERE id = ?2 AND lease = ?3 AND state = 'running' AND NOT EXISTS (
         SELECT 1 FROM customer_imports WHERE id = ?4 AND state IN (SELECT value FROM json_each(?5)))`,
    )
    .bind(now(), job.id, job.lease, importId, JSON.stringify(activeStates))
    .run();
  if (meta.changes > 0) return true;
  const held = await jobNow(ctx, job);
  // We ended it ourselves, and only the answer was lost.
  if (held?.state === "done" && held.lease === job.lease) return true;
  if (held?.state !== "running" || held.lease !== job.lease) throw new LeaseLost();
  return false;
}

async function jobNow(ctx: Ctx, job: LeasedJob): Promise<JobRow | undefined> {
  const [held] = await ctx.db.select().from(jobs).where(thisJob(ctx, job.id));
  return held;
}

/**
 * Finds out why a page was not written (or only its answer was lost). Without the lease the worker stops; when the
 * import has moved, the next round continues from there; when somebody edited one of the page's customers the page is
 * read again. Anything else is a failure.
 */
async function whyNot(
  ctx: Ctx,
  job: LeasedJob,
  before: ImportRow,
  error: unknown,
  tired: boolean,
): Promise<void> {
  const held = await jobNow(ctx, job);
  if (held?.state !== "running" || held.lease !== job.lease) throw new LeaseLost();
  const row = await current(ctx, before.id);
  if (!row || row.state !== before.state || row.cursor !== before.cursor) return;
  const clash = /malformed JSON|(?:UNIQUE|FOREIGN KEY) constraint failed/.test(describe(error));
  if (!clash || tired) throw error;
}

/** The file cannot be read (any further). The part imported so far stays, and can be undone. */
async function unreadable(ctx: Ctx, { id, state, cursor }: ImportRow, reason: string): Promise<void> {
  const at = ctx.now();
  await ctx.db
    .update(customerImports)
    .set({ state: "ERROR", reason, completedAt: at, updatedAt: at })
    .where(and(thisImport(ctx, id), eq(customerImports.state, state), eq(customerImports.cursor, cursor)));
}

/** The job was given up: the import shows that and waits for a person. */
export async function importGaveUp(ctx: Ctx, importId: string): Promise<ImportRow | undefined> {
  const row = await current(ctx, importId);
  if (!row || !isActive(row)) return row;
  const texts = importsTexts;
  const next =
    row.state === "UNDOING"
      ? ({ state: "COMPLETED", reason: texts.undoFailed } as const)
      : ({ state: "STOPPED", reason: texts.failed } as const);
  await ctx.db
    .update(customerImports)
    .set({ ...next, updatedAt: ctx.now() })
    .where(and(thisImport(ctx, importId), eq(customerImports.state, row.state)));
  return { ...row, ...next };
}

/**
 * Active imports whose job ended without them, because a worker died between the two writes: they wait for a person.
 */
export async function settleImports(
  ctxFor: (enterpriseId: EnterpriseId) => Ctx,
  db: TenantDb,
): Promise<void> {
  const { results } = await db.$client
    .prepare(
      `SELECT i.id, i.enterprise_id FROM customer_imports i
       WHERE i.state IN (SELECT value FROM json_each(?1)) AND NOT EXISTS (
         SELECT 1 FROM jobs j WHERE j.enterprise_id = i.enterprise_id AND j.subject = i.id
           AND j.kind = 'customers.import' AND j.state IN ('waiting', 'running'))
       LIMIT 100`,
    )
    .bind(JSON.stringify(activeStates))
    .all<{ id: string; enterprise_id: EnterpriseId }>();
  for (const { id, enterprise_id } of results) await importGaveUp(ctxFor(enterprise_id), id);
}

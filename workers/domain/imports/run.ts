import { and, eq, inArray, sql } from "drizzle-orm";
import { importsTexts } from "#texts/imports.ts";
import { customerImports } from "#db/tenant/imports.ts";
import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { describe, DomainError } from "../error.ts";
import { guardFailed } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { finished, LeaseLost, standing, type LeasedJob } from "../jobs/lease.ts";
import { noOpenJob } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { passedOver } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";
import type { PageDone } from "./page-store.ts";
import { type ImportDeps, type Pace, readPage } from "./read-page.ts";
import { activeStates, type ImportRow, isActive, progressOf, thisImport } from "./row.ts";
import { undoPage } from "./undo.ts";

/** A page that keeps conflicting with other people's edits is put back and tried later. */
const MOST_CLASHES = 5;

/**
 * The pages of an import (check, import or undo, as its row says). Every page begins by reading the import's row, which
 * reflects all that happened meanwhile (a stop, a lost answer, another worker).
 */
export function importPages(
  ctx: Ctx,
  held: HeldJob,
  { importId }: { importId: string },
  deps: ImportDeps,
): () => Promise<PageEnd> {
  const { job } = held;
  const pace = newPace();
  let clashes = 0;
  return async () => {
    const row = await current(ctx, importId);
    held.did(1);
    if (!row || !isActive(row)) {
      held.did(1);
      return (await ended(ctx, job, importId)) ? "done" : "next";
    }
    try {
      const done = await onePage(ctx, job, row, deps, pace);
      held.did(done.calls);
      clashes = 0;
      await held.tell(progressOf(done.row), { now: done.row.state !== row.state });
    } catch (error) {
      held.did(5);
      if (error instanceof LeaseLost) throw error;
      if (error instanceof DomainError) await unreadable(ctx, row, error.message);
      else await whyNot(ctx, job, row, error, ++clashes > MOST_CLASHES);
    }
    return "next";
  };
}

const newPace = (): Pace => ({ bytes: 128 * 1024 });

async function onePage(
  ctx: Ctx,
  job: LeasedJob,
  row: ImportRow,
  deps: ImportDeps,
  pace: Pace,
): Promise<PageDone> {
  switch (row.state) {
    case "WAITING":
      return begin(ctx, row);
    case "UNDOING":
      return undoPage(ctx, job, row);
    default:
      return readPage(ctx, job, row, deps, pace);
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
  const rests = sql`NOT EXISTS (SELECT 1 FROM ${customerImports} WHERE ${thisImport(ctx, importId)}
    AND ${customerImports.state} IN (SELECT value FROM json_each(${JSON.stringify(activeStates)})))`;
  if ((await finished(ctx, job, "", rests)).length > 0) return true;
  const now = await standing(ctx, job);
  if (now === "lost") throw new LeaseLost();
  return now === "ended";
}

/**
 * Finds out why a page was not written, or only its answer lost. Without the lease the worker stops; a moved import
 * continues from there; after an edit of one of its customers the page is read again; anything else is a failure.
 */
async function whyNot(
  ctx: Ctx,
  job: LeasedJob,
  before: ImportRow,
  error: unknown,
  tired: boolean,
): Promise<void> {
  if ((await standing(ctx, job)) !== "held") throw new LeaseLost();
  const row = await current(ctx, before.id);
  if (!row || row.state !== before.state || row.cursor !== before.cursor) return;
  const clash = guardFailed(error) || /(?:UNIQUE|FOREIGN KEY) constraint failed/.test(describe(error));
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
export async function importGaveUp(ctx: Ctx, importId: string): Promise<void> {
  const row = await current(ctx, importId);
  if (!row || !isActive(row)) return;
  const texts = importsTexts;
  const next =
    row.state === "UNDOING"
      ? ({ state: "COMPLETED", reason: texts.undoFailed } as const)
      : ({ state: "STOPPED", reason: texts.failed } as const);
  await ctx.db
    .update(customerImports)
    .set({ ...next, updatedAt: ctx.now() })
    .where(and(thisImport(ctx, importId), eq(customerImports.state, row.state)));
}

/**
 * Active imports whose job ended without them, because a worker died between the two writes: they wait for a person.
 */
export async function settleImports(
  ctxFor: (enterpriseId: EnterpriseId) => Ctx,
  db: TenantDb,
): Promise<void> {
  const { id, enterpriseId, state } = customerImports;
  const abandoned = await db
    .select({ id, enterpriseId })
    .from(customerImports)
    .where(
      and(
        inArray(state, [...activeStates]),
        sql.raw(passedOver("enterprise_id")),
        noOpenJob("customers.import", { enterprise: sql`${enterpriseId}`, subject: sql`${id}` }),
      ),
    )
    .limit(100);
  for (const row of abandoned) await importGaveUp(ctxFor(row.enterpriseId), row.id);
}

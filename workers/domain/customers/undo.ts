import { and, eq, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { customers, markChanges } from "#db/tenant/customers.ts";
import { jobs } from "#db/tenant/jobs.ts";
import { MOST_NAMED } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { thisJob } from "../jobs/open.ts";
import type { Scope } from "../scope.ts";
import { unowned } from "./customer.ts";
import { putOn, takenOff, thisWork } from "./mark-changes.ts";
import { eachAudited } from "./remove.ts";

const texts = messages.customers;

/**
 * Undoes an action on named customers: deleted ones are restored unless their number has a new owner by now; added
 * groups and labels are removed, removed ones are added again. Returns the number of customers, or of pairs of customer
 * and mark, that changed. notFound when there is nothing (left) to undo; an action on all matching customers is a job,
 * which `startBulk` undoes.
 */
export async function undoWork(scope: Scope, work: string): Promise<{ changed: number }> {
  const { db, enterpriseId } = scope;
  const [deleted, [noted], [job]] = await db.batch([
    db
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.deletedBy, work), eq(customers.enterpriseId, enterpriseId)))
      .limit(MOST_NAMED),
    db.select({ customer: markChanges.customer }).from(markChanges).where(thisWork(scope, work)).limit(1),
    db.select({ id: jobs.id }).from(jobs).where(thisJob(scope, work)).limit(1),
  ]);
  if (job || (deleted.length === 0 && !noted)) {
    throw new DomainError("notFound", { message: texts.nothingToUndo });
  }
  const ids = deleted.map(({ id }) => id);
  return ids.length > 0 ? restored(scope, work, ids) : unmarked(scope, work);
}

async function restored(scope: Scope, work: string, ids: readonly string[]): Promise<{ changed: number }> {
  const { db, enterpriseId, actor, now } = scope;
  const back = and(eq(customers.deletedBy, work), eq(customers.enterpriseId, enterpriseId), unowned(scope));
  const [, rows] = await db.batch([
    eachAudited(scope, "restore", ids, back),
    db
      .update(customers)
      .set({
        deletedAt: null,
        deletedBy: null,
        revision: sql`${customers.revision} + 1`,
        updatedBy: actor.name,
        updatedAt: now(),
      })
      .where(back)
      .returning({ id: customers.id }),
  ]);
  return { changed: rows.length };
}

async function unmarked(scope: Scope, work: string): Promise<{ changed: number }> {
  const { db, newId } = scope;
  try {
    const [, off, on] = await db.batch([
      // Two people may press Undo at once: only one of them runs it.
      only(scope, sql`EXISTS (SELECT 1 FROM ${markChanges} WHERE ${thisWork(scope, work)})`),
      takenOff(scope, work),
      putOn(scope, work),
      db.delete(markChanges).where(thisWork(scope, work)),
      audited(scope, {
        action: "undo",
        kind: "customer",
        object: { id: newId(), name: texts.bulk.undo },
        after: { work },
      }),
    ]);
    return { changed: off.length + on.length };
  } catch (error) {
    if (wasRefused(error)) throw new DomainError("notFound", { message: texts.nothingToUndo });
    throw error;
  }
}

import { and, eq, sql } from "drizzle-orm";
import { customersTexts as texts } from "#texts/customers.ts";
import { customers, taggingChanges } from "#db/tenant/customers.ts";
import { permissionOfBulk } from "#workers/contract/endpoints/customer-bulk.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { MOST_NAMED } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { jobExists } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { unowned } from "./customer.ts";
import { putOn, takenOff, thisBulkJob } from "./tagging-changes.ts";
import { eachAudited } from "./remove.ts";

/**
 * Undoes an action on named customers (`startBulk` undoes jobs); a number with a new owner stays with them. Returns how
 * many customers, or pairs of customer and tagging, changed. Throws notFound when there is nothing (left) to undo.
 */
export async function undoBulkJob(
  ctx: Ctx,
  work: string,
  held: readonly Permission[],
): Promise<{ changed: number }> {
  const { db, enterpriseId } = ctx;
  const [deleted, [noted], [job]] = await db.batch([
    db
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.deletedBy, work), eq(customers.enterpriseId, enterpriseId)))
      .limit(MOST_NAMED),
    db
      .select({ customer: taggingChanges.customer })
      .from(taggingChanges)
      .where(thisBulkJob(ctx, work))
      .limit(1),
    jobExists(ctx, work),
  ]);
  if (job || (deleted.length === 0 && !noted)) {
    throw new DomainError("notFound", { message: texts.nothingToUndo });
  }
  const ids = deleted.map(({ id }) => id);
  if (!held.includes(permissionOfBulk[ids.length > 0 ? "restore" : "undo"]))
    throw new DomainError("forbidden");
  return ids.length > 0 ? restored(ctx, work, ids) : untagged(ctx, work);
}

async function restored(ctx: Ctx, work: string, ids: readonly string[]): Promise<{ changed: number }> {
  const { db, enterpriseId, actor, now } = ctx;
  const back = and(eq(customers.deletedBy, work), eq(customers.enterpriseId, enterpriseId), unowned(ctx));
  const [, rows] = await db.batch([
    eachAudited(ctx, "restore", ids, back),
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

async function untagged(ctx: Ctx, work: string): Promise<{ changed: number }> {
  const { db, newId } = ctx;
  try {
    const [, off, on] = await db.batch([
      // Two people may press Undo at once: only one of them runs it.
      guard(ctx, sql`EXISTS (SELECT 1 FROM ${taggingChanges} WHERE ${thisBulkJob(ctx, work)})`),
      takenOff(ctx, work),
      putOn(ctx, work),
      db.delete(taggingChanges).where(thisBulkJob(ctx, work)),
      audited(ctx, {
        action: "undo",
        kind: "customer",
        object: { id: newId(), name: texts.bulk.undo },
        after: { work },
      }),
    ]);
    return { changed: off.length + on.length };
  } catch (error) {
    if (guardFailed(error)) throw new DomainError("notFound", { message: texts.nothingToUndo });
    throw error;
  }
}

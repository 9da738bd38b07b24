import { and, eq, isNull, sql } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import { audited } from "../audit.ts";
import { openingJob } from "../jobs/open.ts";
import { nextRevision, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { fieldRow, refuseBuiltIn, thisField } from "./field.ts";
import type { beginningRework, BegunRework } from "./rework.ts";

/**
 * Deletes a definition: those after it move up. The job that is created with it moves the customers' values to their
 * archive; until then nobody sees them, because no field refers to them. With `begin` it is begun in the same batch.
 */
export async function removeField(
  ctx: Ctx,
  id: string,
  begin?: typeof beginningRework,
): Promise<{ jobId: string; begun: BegunRework | undefined }> {
  const { db, enterpriseId, now, newId } = ctx;
  refuseBuiltIn(id);
  const before = await fieldRow(ctx, id);
  const jobId = newId();
  const work = db.batch([
    guardRevision(ctx, customerFields, id, before.revision),
    db
      .update(customerFields)
      .set({ position: sql`${customerFields.position} - 1` })
      .where(
        and(
          eq(customerFields.enterpriseId, enterpriseId),
          isNull(customerFields.deletedAt),
          // Uses the current position, not the one that was read: somebody may be moving it.
          sql`${customerFields.position} > (SELECT gone.position FROM customer_fields gone WHERE gone.id = ${id})`,
        ),
      ),
    db
      .update(customerFields)
      .set({ deletedAt: now(), ...nextRevision(ctx, before) })
      .where(thisField(ctx, id)),
    openingJob(ctx, { kind: "customers.fields", subject: jobId, payload: { fieldId: id, cursor: 0 } }, jobId),
    audited(ctx, {
      action: "delete",
      kind: "customerField",
      object: { id, name: before.fieldLabel },
      before: { fieldName: before.fieldName, fieldLabel: before.fieldLabel, ...before.rules },
    }),
    ...(begin ? begin(ctx, jobId) : []),
  ]);
  const results: readonly unknown[] = await unlessStale(work, () => fieldRow(ctx, id));
  return { jobId, begun: begin && (results.slice(-3) as unknown as BegunRework) };
}

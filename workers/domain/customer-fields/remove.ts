import { and, eq, isNull, sql } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import { audited } from "../audit.ts";
import { openingJob } from "../jobs/open.ts";
import { nextRevision, stillAt, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { fieldRow, refuseBuiltIn, thisField } from "./field.ts";

/**
 * Deletes a definition: those after it move up. The job that is created with it moves the customers' values to their
 * archive; until then nobody sees them, because no field refers to them.
 */
export async function removeField(scope: Scope, id: string): Promise<{ jobId: string }> {
  const { db, enterpriseId, now, newId } = scope;
  refuseBuiltIn(id);
  const before = await fieldRow(scope, id);
  const jobId = newId();
  const work = db.batch([
    stillAt(scope, customerFields, id, before.revision),
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
      .set({ deletedAt: now(), ...nextRevision(scope, before) })
      .where(thisField(scope, id)),
    openingJob(
      scope,
      { kind: "customers.fields", subject: jobId, payload: { fieldId: id, cursor: 0 } },
      jobId,
    ),
    audited(scope, {
      action: "delete",
      kind: "customerField",
      object: { id, name: before.fieldLabel },
      before: { fieldName: before.fieldName, fieldLabel: before.fieldLabel, ...before.rules },
    }),
  ]);
  await unlessStale(work, () => fieldRow(scope, id));
  return { jobId };
}

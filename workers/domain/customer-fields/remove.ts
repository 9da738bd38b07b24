import { and, eq, isNull, sql } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import { audited } from "../audit.ts";
import { openingJob } from "../jobs/open.ts";
import { nextRevision, stillAt, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { fieldRow, refuseBuiltIn, thisField } from "./field.ts";

/**
 * Deletes a definition: those behind it move up. What customers have of it goes to their archive by the job that is
 * written down with it; until then nobody sees it, because no field says that it is there.
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
          // Where it is now, not where it was when it was read: somebody may be moving.
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

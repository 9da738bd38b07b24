import { and, eq, isNotNull } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { describe } from "../error.ts";
import { nextRevision } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { customerRecord, getCustomer, thisCustomer } from "./customer.ts";
import { liveFields, searchedFields } from "./live-fields.ts";
import { taken } from "./save.ts";
import { searchTextOf } from "./search-text.ts";

/** Deletes a customer; his row stays, so that this can be taken back. */
export async function removeCustomer(scope: Scope, id: string): Promise<void> {
  const { name, revision, updatedBy, updatedAt } = await customerRecord(scope, id);
  await scope.db.batch([
    scope.db
      .update(customers)
      .set({ deletedAt: scope.now(), ...nextRevision(scope, { revision, updatedBy, updatedAt }) })
      .where(thisCustomer(scope, id)),
    audited(scope, {
      action: "delete",
      kind: "customer",
      object: { id, name },
      after: { by: scope.actor.name },
    }),
  ]);
}

/** Brings a deleted customer back; phoneTaken when the number has another owner by now. */
export async function restoreCustomer(scope: Scope, id: string): Promise<{ customer: Customer }> {
  const { db, enterpriseId } = scope;
  const deleted = and(
    eq(customers.enterpriseId, enterpriseId),
    eq(customers.id, id),
    isNotNull(customers.deletedAt),
  );
  const [row] = await db.select().from(customers).where(deleted).limit(1);
  // Whoever presses Undo twice has what he wants.
  if (!row) return getCustomer(scope, id);
  // Fields may have been deleted while he was away: their values are where those of the others are.
  const fields = await liveFields(scope);
  const live = (fieldId: string): boolean => fields.some((field) => field.id === fieldId);
  const values = Object.entries(row.data);
  const data = Object.fromEntries(values.filter(([fieldId]) => live(fieldId)));
  const gone = Object.fromEntries(values.filter(([fieldId]) => !live(fieldId)));
  const archive = Object.keys(gone).length > 0 ? { ...row.archive, ...gone } : row.archive;
  const search = searchTextOf({ ...row, data }, searchedFields(fields));
  try {
    await db.batch([
      db
        .update(customers)
        .set({ deletedAt: null, deletedBy: null, data, archive, search, ...nextRevision(scope, row) })
        .where(deleted),
      audited(scope, {
        action: "restore",
        kind: "customer",
        object: { id, name: row.name },
        after: { by: scope.actor.name },
      }),
    ]);
  } catch (error) {
    if (!describe(error).includes("UNIQUE constraint failed")) throw error;
    throw await taken(scope, row.phone);
  }
  return getCustomer(scope, id);
}

import { and, isNotNull, sql } from "drizzle-orm";
import { customers } from "#db/tenant/customers.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { describe } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { nextRevision } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { anyCustomer, customerRecord, getCustomer, thisCustomer } from "./customer.ts";
import { taken } from "./save.ts";

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
  const { db } = scope;
  const deleted = and(anyCustomer(scope, id), isNotNull(customers.deletedAt));
  const [row] = await db.select().from(customers).where(deleted).limit(1);
  // Whoever presses Undo twice has what he wants.
  if (!row) return getCustomer(scope, id);
  try {
    await db.batch([
      only(scope, sql`EXISTS (SELECT 1 FROM ${customers} WHERE ${deleted})`),
      db
        .update(customers)
        .set({ deletedAt: null, deletedBy: null, ...nextRevision(scope, row) })
        .where(deleted),
      audited(scope, {
        action: "restore",
        kind: "customer",
        object: { id, name: row.name },
        after: { by: scope.actor.name },
      }),
    ]);
  } catch (error) {
    if (describe(error).includes("UNIQUE constraint failed")) throw await taken(scope, row.phone);
    // Somebody was faster, by restoring him or by emptying the trash.
    if (!wasRefused(error)) throw error;
  }
  return getCustomer(scope, id);
}

import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { customers } from "#db/tenant/customers.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { nextRevision } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { anyCustomer, getCustomer, numbersOf } from "./customer.ts";
import { taken } from "./save.ts";

/**
 * Deletes the customers who are named, and answers how many that were and by which name `undoWork` takes it back. Their
 * rows stay until the trash is emptied. notFound when none of them is there.
 */
export async function removeCustomers(
  scope: Scope,
  ids: readonly string[],
): Promise<{ changed: number; work: string }> {
  const { db, enterpriseId, actor, now, newId } = scope;
  const work = newId();
  const these = and(
    eq(customers.enterpriseId, enterpriseId),
    isNull(customers.deletedAt),
    sql`${customers.number} IN (${numbersOf(scope, ids)})`,
  );
  const [, rows] = await db.batch([
    eachAudited(scope, "delete", ids, these),
    db
      .update(customers)
      .set({
        deletedAt: now(),
        deletedBy: work,
        revision: sql`${customers.revision} + 1`,
        updatedBy: actor.name,
        updatedAt: now(),
      })
      .where(these)
      .returning({ id: customers.id }),
  ]);
  if (rows.length === 0) throw new DomainError("notFound");
  return { changed: rows.length, work };
}

/** A statement that writes an audit entry for each of these customers whom the condition holds for. */
export const eachAudited = (
  { db, enterpriseId, actor, now, newId }: Scope,
  action: "delete" | "restore",
  ids: readonly string[],
  condition: SQL | undefined,
) =>
  db.insert(auditTrail).select(
    sql`SELECT e.value->>0, ${enterpriseId}, ${now()}, ${actor.userId}, ${action}, 'customer', ${customers.id},
        ${customers.name}, NULL, json_object('by', ${actor.name}), ${actor.address}, ${actor.requestId}
      FROM json_each(${JSON.stringify([...new Set(ids)].map((id) => [newId(), id]))}) e
      CROSS JOIN ${customers} ON ${customers.id} = e.value->>1 WHERE ${condition}`,
  );

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

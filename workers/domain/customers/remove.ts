import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { customers } from "#db/tenant/customers.ts";
import { identities } from "#db/tenant/identities.ts";
import { allChannelTypes } from "#workers/contract/channel-types.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { DomainError, isDouble } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { nextRevision } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import {
  anyCustomer,
  type CustomerRead,
  customerOf,
  getCustomer,
  numbersOf,
  readingCustomer,
} from "./customer.ts";
import { taken } from "./save.ts";

/**
 * Deletes the named customers; returns how many, and the name by which `undoBulkJob` undoes it. Their rows stay until the
 * trash is emptied. notFound when none of them exists.
 */
export async function removeCustomers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ changed: number; work: string }> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const work = newId();
  const these = and(
    eq(customers.enterpriseId, enterpriseId),
    isNull(customers.deletedAt),
    sql`${customers.number} IN (${numbersOf(ctx, ids)})`,
  );
  const [, rows] = await db.batch([
    eachAudited(ctx, "delete", ids, these),
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

/** A statement that writes an audit entry for each of these customers that meets the condition. */
export const eachAudited = (
  { db, enterpriseId, actor, now, newId }: Ctx,
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

/** Where-clause for whoever writes from a phone number. */
const hasNumber = ({ enterpriseId }: Ctx, phone: string): SQL =>
  sql`${identities.id} IN (SELECT a.identity_id FROM json_each(${JSON.stringify(allChannelTypes)}) t CROSS JOIN addresses a
    ON a.enterprise_id = ${enterpriseId} AND a.channel_type = t.value AND a.scope = '' AND a.kind = 'number' AND a.address = ${phone})`;

/**
 * Restores a deleted customer; phoneTaken when the number has another owner by now. Identities of their number are this
 * customer's again, also after a merge.
 */
export async function restoreCustomer(ctx: Ctx, id: string): Promise<{ customer: Customer }> {
  const { db } = ctx;
  const deleted = and(anyCustomer(ctx, id), isNotNull(customers.deletedAt));
  const [row] = await db.select().from(customers).where(deleted).limit(1);
  // Undo was pressed twice: the customer is already restored.
  if (!row) return getCustomer(ctx, id);
  try {
    const results: unknown[] = await db.batch([
      guard(ctx, sql`EXISTS (SELECT 1 FROM ${customers} WHERE ${deleted})`),
      db
        .update(customers)
        .set({ deletedAt: null, deletedBy: null, ...nextRevision(ctx, row) })
        .where(deleted),
      db.update(identities).set({ customer: row.number }).where(hasNumber(ctx, row.phone)),
      audited(ctx, {
        action: "restore",
        kind: "customer",
        object: { id, name: row.name },
        after: { by: ctx.actor.name },
      }),
      ...readingCustomer(ctx, id),
    ]);
    return customerOf(results.slice(-2) as unknown as CustomerRead);
  } catch (error) {
    if (isDouble(error)) throw await taken(ctx, row.phone);
    // Somebody else was faster: they restored the customer or emptied the trash.
    if (!guardFailed(error)) throw error;
  }
  return getCustomer(ctx, id);
}

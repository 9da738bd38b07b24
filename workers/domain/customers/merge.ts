import { and, eq, sql } from "drizzle-orm";
import { customersTexts as texts } from "#texts/customers.ts";
import { customerTaggings, customers } from "#db/tenant/customers.ts";
import { identities } from "#db/tenant/identities.ts";
import type { Customer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { nextRevision, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { customerRecord, getCustomer, thisCustomer } from "./customer.ts";
import { fieldsAsRead, fieldsChanged, liveFields, searchedFields } from "./live-fields.ts";
import { searchTextOf } from "./search-text.ts";

/**
 * Merges two customers in one transaction: empty values here are filled from the other, whose groups, labels and
 * conversations move along and who is then deleted (which can be undone: see `restoreCustomer`).
 */
export async function mergeCustomers(
  ctx: Ctx,
  id: string,
  { from }: { from: string },
): Promise<{ customer: Customer }> {
  const { db, enterpriseId, now } = ctx;
  const [into, other, fields] = await Promise.all([
    customerRecord(ctx, id),
    customerRecord(ctx, from),
    liveFields(ctx),
  ]);
  if (id === from) {
    throw new DomainError("invalid", { message: texts.mergeSelf, errors: { from: texts.mergeSelf } });
  }
  const merged = {
    name: into.name,
    phone: into.phone,
    // The other customer's number would be lost otherwise.
    whatsapp: into.whatsapp || other.whatsapp || other.phone,
    facebookId: into.facebookId || other.facebookId,
    instaId: into.instaId || other.instaId,
    twitterId: into.twitterId || other.twitterId,
    data: { ...other.data, ...into.data },
  };
  const work = db.batch([
    guard(ctx, fieldsAsRead(ctx, fields)),
    guardRevision(ctx, customers, into.id, into.revision),
    guardRevision(ctx, customers, other.id, other.revision),
    db
      .update(customers)
      .set({
        ...merged,
        search: searchTextOf(merged, searchedFields(fields)),
        ...nextRevision(ctx, into),
      })
      .where(thisCustomer(ctx, into.id)),
    db
      .insert(customerTaggings)
      .select(
        sql`SELECT ${enterpriseId}, mark_id, ${into.number} FROM ${customerTaggings} WHERE customer = ${other.number} ON CONFLICT DO NOTHING`,
      ),
    db
      .update(customers)
      .set({ deletedAt: now(), ...nextRevision(ctx, other) })
      .where(thisCustomer(ctx, other.id)),
    // The other's addresses and conversations are this customer's from now on.
    db
      .update(identities)
      .set({ customer: into.number })
      .where(and(eq(identities.enterpriseId, enterpriseId), eq(identities.customer, other.number))),
    audited(ctx, {
      action: "merge",
      kind: "customer",
      object: { id: into.id, name: into.name },
      before: into,
      after: { by: ctx.actor.name, ...merged },
    }),
    // The deleted customer's data is logged under their own id only, so that erasing them finds it.
    audited(ctx, {
      action: "delete",
      kind: "customer",
      object: { id: other.id, name: other.name },
      before: other,
      after: { by: ctx.actor.name },
    }),
  ]);
  try {
    await work;
  } catch (error) {
    if (guardFailed(error) && (await fieldsChanged(ctx, fields))) return mergeCustomers(ctx, id, { from });
    await unlessStale(work, () => customerRecord(ctx, id));
  }
  return getCustomer(ctx, id);
}

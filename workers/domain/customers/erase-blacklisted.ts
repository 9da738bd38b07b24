import { and, eq, type SQL, sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import { blacklist, blacklistRejects, blacklistRemoved } from "#db/tenant/blacklist.ts";
import type { Ctx } from "../ctx.ts";
import { isIdentityOf } from "./identities-of.ts";

/** A query of the addresses that customers have, by their numbers (a list or a subquery). */
const addressesOf = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, numbers: SQL): SQL =>
  sql`SELECT phone FROM customers WHERE enterprise_id = ${enterpriseId} AND number IN (${numbers})
    UNION SELECT a.address FROM addresses a WHERE a.enterprise_id = ${enterpriseId} AND a.scope = ''
      AND a.identity_id IN (SELECT id FROM identities WHERE ${isIdentityOf({ enterpriseId }, numbers)})`;

/** The condition of the entries that name these customers. */
export const entriesOfCustomers = (
  { enterpriseId }: Pick<Ctx, "enterpriseId">,
  numbers: SQL,
): SQL | undefined =>
  and(
    eq(blacklist.enterpriseId, enterpriseId),
    sql`${blacklist.address} IN (${addressesOf({ enterpriseId }, numbers)})`,
  );

/**
 * Statements that take erased customers out of the blacklist, before what names them is gone: addresses and reasons go, the
 * hash stays and blocks on. Rows of files that were not taken are found by the number as it is written there.
 */
export function forgettingBlacklisted(ctx: Ctx, numbers: SQL) {
  const { db, enterpriseId } = ctx;
  const theirs = entriesOfCustomers(ctx, numbers);
  return [
    db
      .update(auditTrail)
      .set({ before: null, after: null })
      .where(
        and(
          eq(auditTrail.enterpriseId, enterpriseId),
          eq(auditTrail.objectKind, "blacklist"),
          sql`${auditTrail.objectId} IN (SELECT id FROM blacklist WHERE ${theirs})`,
        ),
      ),
    db.delete(blacklistRejects).where(
      and(
        eq(blacklistRejects.enterpriseId, enterpriseId),
        sql`EXISTS (SELECT 1 FROM customers c WHERE c.enterprise_id = ${enterpriseId} AND c.number IN (${numbers})
            AND (instr(${blacklistRejects.row}, substr(c.phone, 2)) > 0 OR instr(${blacklistRejects.row}, c.phone_typed) > 0))`,
      ),
    ),
    db
      .update(blacklistRemoved)
      .set({ address: null, reason: "" })
      .where(
        and(
          eq(blacklistRemoved.enterpriseId, enterpriseId),
          sql`${blacklistRemoved.address} IN (${addressesOf({ enterpriseId }, numbers)})`,
        ),
      ),
    db.update(blacklist).set({ address: null, reason: "" }).where(theirs),
  ];
}

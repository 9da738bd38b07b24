import { and, type SQL, sql } from "drizzle-orm";
import { identities } from "#db/tenant/identities.ts";
import type { Ctx } from "../ctx.ts";

/**
 * The condition of the identities that customers have on all channels, by the customers' numbers (a list or a subquery);
 * those that were joined to one of theirs are theirs too.
 */
export const isIdentityOf = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, numbers: SQL): SQL | undefined => {
  const own = sql`SELECT id FROM identities WHERE enterprise_id = ${enterpriseId} AND customer IN (${numbers})`;
  return and(
    // The plus keeps SQLite from walking all of the enterprise's, of whom these are a few.
    sql`+${identities.enterpriseId} = ${enterpriseId}`,
    sql`${identities.id} IN (${own} UNION SELECT id FROM identities WHERE merged_into IN (${own}))`,
  );
};

import { and, eq, type SQL, sql } from "drizzle-orm";
import { formLinks, formSubmissions } from "#db/tenant/forms.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Statements that wipe what customers have answered on forms, by their numbers or as whom a channel knows; that somebody
 * has answered stays, for the figures. Their links open nothing any more.
 */
export function erasingForms(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  numbers: SQL,
  theirs: SQL,
) {
  return [
    db
      .update(formSubmissions)
      .set({ answers: {}, customer: null, identityId: null })
      .where(
        and(
          eq(formSubmissions.enterpriseId, enterpriseId),
          sql`(${formSubmissions.customer} IN (${numbers}) OR ${formSubmissions.identityId} IN (${theirs}))`,
        ),
      ),
    db
      .delete(formLinks)
      .where(
        and(
          eq(formLinks.enterpriseId, enterpriseId),
          sql`(${formLinks.customer} IN (${numbers}) OR ${formLinks.identityId} IN (${theirs}))`,
        ),
      ),
  ] as const;
}

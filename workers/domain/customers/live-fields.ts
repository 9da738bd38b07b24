import { and, asc, eq, isNull } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import type { Scope } from "../scope.ts";

export type FieldRow = typeof customerFields.$inferSelect;

/** The fields that the enterprise has defined, in their order; those in the trash are not there. */
export const liveFields = ({ db, enterpriseId }: Scope) =>
  db
    .select()
    .from(customerFields)
    .where(and(eq(customerFields.enterpriseId, enterpriseId), isNull(customerFields.deletedAt)))
    .orderBy(asc(customerFields.position), asc(customerFields.id));

/** Ids of the fields that the search looks through. */
export const searchedFields = (fields: readonly FieldRow[]): string[] =>
  fields.filter(({ rules }) => rules.search).map(({ id }) => id);

import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
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

/**
 * A condition for the front of a batch: the fields are those that were read. What is written by them would else leave
 * values of a field that was deleted meanwhile where nobody looks for them, or a search text without one that is searched
 * by now: the work that follows a changed field may have gone past by then.
 */
export const fieldsAsRead = ({ enterpriseId }: Scope, fields: readonly FieldRow[]): SQL =>
  sql`(SELECT json_group_array(id || ' ' || revision) FROM (
    SELECT id, revision FROM customer_fields WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL ORDER BY id
  )) = ${stateOf(fields)}`;

const stateOf = (fields: readonly FieldRow[]): string =>
  JSON.stringify(fields.map(({ id, revision }) => `${id} ${revision}`).toSorted());

/** Whether a batch that rests on these fields has to be put together anew. */
export const fieldsChanged = async (scope: Scope, fields: readonly FieldRow[]): Promise<boolean> =>
  stateOf(await liveFields(scope)) !== stateOf(fields);

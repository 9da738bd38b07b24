import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import type { Ctx } from "../ctx.ts";

export type FieldRow = typeof customerFields.$inferSelect;

/** The fields that the enterprise has defined, in their order, without those in the trash. */
export const liveFields = ({ db, enterpriseId }: Ctx) =>
  db
    .select()
    .from(customerFields)
    .where(and(eq(customerFields.enterpriseId, enterpriseId), isNull(customerFields.deletedAt)))
    .orderBy(asc(customerFields.position), asc(customerFields.id));

/** Ids of the fields that are searched. */
export const searchedFields = (fields: readonly FieldRow[]): string[] =>
  fields.filter(({ rules }) => rules.search).map(({ id }) => id);

/**
 * A condition for the front of a batch: the fields are still those that were read. Otherwise it could leave values of a
 * deleted field, or a search text without a newly searched one, behind the job for the change.
 */
export const fieldsAsRead = ({ enterpriseId }: Ctx, fields: readonly FieldRow[]): SQL =>
  sql`(SELECT json_group_array(id || ' ' || revision) FROM (
    SELECT id, revision FROM customer_fields WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL ORDER BY id
  )) = ${stateOf(fields)}`;

const stateOf = (fields: readonly FieldRow[]): string =>
  JSON.stringify(fields.map(({ id, revision }) => `${id} ${revision}`).toSorted());

/** Tells whether a batch that relies on these fields has to be rebuilt. */
export const fieldsChanged = async (ctx: Ctx, fields: readonly FieldRow[]): Promise<boolean> =>
  stateOf(await liveFields(ctx)) !== stateOf(fields);

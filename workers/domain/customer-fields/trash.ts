import { and, asc, desc, eq, sql } from "drizzle-orm";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { customersTexts } from "#texts/customers.ts";
import { customerFields } from "#db/tenant/customers.ts";
import { type CustomerField, MOST_FIELDS } from "#workers/contract/endpoints/customer-fields.ts";
import { audited } from "../audit.ts";
import { liveFields } from "../customers/live-fields.ts";
import { listed } from "../customers/matching.ts";
import type { Purged } from "../customers/trash.ts";
import { describe, DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { openingJob } from "../jobs/open.ts";
import { counting, page } from "../page.ts";
import { nextRevision } from "../revision.ts";
import { iso, type Ctx } from "../ctx.ts";
import { getField } from "./list.ts";
import { nameTaken, refuseNames } from "./save.ts";

export interface DeletedField {
  id: string;
  fieldName: string;
  fieldLabel: string;
  deletedAt: string;
  /** Name of the person who deleted it. */
  deletedBy: string;
}

/** Where-clause for this enterprise's definitions in the trash. */
const inTrash = ({ enterpriseId }: Ctx) =>
  and(eq(customerFields.enterpriseId, enterpriseId), sql`deleted_at IS NOT NULL`);

/** Returns the definitions in the trash, the last deleted first. */
export async function listDeletedFields(
  ctx: Ctx,
  paging: { from: number; perPage: number },
): Promise<{ fields: DeletedField[]; hasMore: boolean; total: number }> {
  const { limit, offset, cut } = page(paging);
  const [found, [all]] = await ctx.db.batch([
    ctx.db
      .select({
        id: customerFields.id,
        fieldName: customerFields.fieldName,
        fieldLabel: customerFields.fieldLabel,
        deletedAt: sql<number>`${customerFields.deletedAt}`,
        deletedBy: customerFields.updatedBy,
      })
      .from(customerFields)
      .where(inTrash(ctx))
      .orderBy(desc(customerFields.deletedAt), desc(customerFields.id))
      .limit(limit)
      .offset(offset),
    counting(ctx, customerFields, inTrash(ctx)),
  ]);
  const { rows, more } = cut(found);
  return {
    fields: rows.map((row) => ({ ...row, deletedAt: iso(row.deletedAt) })),
    hasMore: more,
    total: all?.total ?? 0,
  };
}

/**
 * Restores a deleted definition at the end; the job that is created with it restores its values. Throws notFound,
 * fieldNameTaken or fieldLabelTaken when another field has its name by now, or invalid when there are too many.
 */
export async function restoreField(
  ctx: Ctx,
  id: string,
): Promise<{ inputFieldDefinition: CustomerField; jobId: string | undefined }> {
  const { db, enterpriseId, newId } = ctx;
  const deleted = and(inTrash(ctx), eq(customerFields.id, id));
  const [row] = await db.select().from(customerFields).where(deleted).limit(1);
  // Undo was pressed twice: the field is already restored.
  if (!row) return { ...(await getField(ctx, id)), jobId: undefined };
  await refuseNames(ctx, row, row);
  if ((await liveFields(ctx)).length >= MOST_FIELDS) {
    throw new DomainError("invalid", { message: texts.tooMany(MOST_FIELDS) });
  }
  const jobId = newId();
  try {
    await db.batch([
      guard(ctx, sql`EXISTS (SELECT 1 FROM ${customerFields} WHERE ${deleted})`),
      db
        .update(customerFields)
        .set({
          deletedAt: null,
          position: sql`(SELECT coalesce(max(position) + 1, 0) FROM customer_fields
            WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL)`,
          ...nextRevision(ctx, row),
        })
        .where(deleted),
      follow(ctx, id, jobId),
      audited(ctx, {
        action: "restore",
        kind: "customerField",
        object: { id, name: row.fieldLabel },
        after: { fieldName: row.fieldName, fieldLabel: row.fieldLabel, ...row.rules },
      }),
    ]);
  } catch (error) {
    if (describe(error).includes("customer_fields.name_key")) throw nameTaken("fieldName");
    if (describe(error).includes("customer_fields.label_key")) throw nameTaken("fieldLabel");
    if (!guardFailed(error)) throw error;
    return { ...(await getField(ctx, id)), jobId: undefined };
  }
  return { ...(await getField(ctx, id)), jobId };
}

const follow = (ctx: Ctx, fieldId: string, jobId: string) =>
  openingJob(ctx, { kind: "customers.fields", subject: jobId, payload: { fieldId, cursor: 0 } }, jobId);

/** Each field needs a job of its own; the rest is left to a further call. */
const MOST_AT_ONCE = 40;

/**
 * Permanently removes definitions in the trash. The jobs that are created with it delete the customers' values, also of
 * deleted customers. Returns `more` when a further call is needed.
 */
export async function purgeFields(ctx: Ctx, which: Purged): Promise<{ purged: number; more: boolean }> {
  const { db, newId } = ctx;
  const rows = await db
    .select({ id: customerFields.id, label: customerFields.fieldLabel })
    .from(customerFields)
    .where(and(inTrash(ctx), whichOf(which, ctx.now())))
    .orderBy(asc(customerFields.deletedAt), asc(customerFields.id))
    .limit(MOST_AT_ONCE);
  if (rows.length === 0) return { purged: 0, more: false };
  const these = and(inTrash(ctx), sql`${customerFields.id} IN ${listed(rows.map(({ id }) => id))}`);
  try {
    await db.batch([
      guard(ctx, sql`(SELECT count(*) FROM ${customerFields} WHERE ${these}) = ${rows.length}`),
      db.delete(customerFields).where(these),
      audited(ctx, {
        action: "erase",
        kind: "customerField",
        object: { id: newId(), name: customersTexts.trashEmptied },
        after: { fields: rows.map(({ label }) => label) },
      }),
      ...rows.map((row) => follow(ctx, row.id, newId())),
    ]);
  } catch (error) {
    // Somebody restored one of them at the same moment: the rest is left to the next call.
    if (guardFailed(error)) return { purged: 0, more: true };
    throw error;
  }
  return { purged: rows.length, more: rows.length === MOST_AT_ONCE };
}

function whichOf(which: Purged, now: number) {
  if (which === "all") return sql`deleted_at <= ${now}`;
  if ("ids" in which) return sql`${customerFields.id} IN ${listed(which.ids)}`;
  return sql`deleted_at <= ${which.olderThan}`;
}

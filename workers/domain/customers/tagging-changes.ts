import { and, eq, lt, sql, type SQL } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { customerTaggings, customers, taggingChanges, taggings } from "#db/tenant/customers.ts";
import { passedOver } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Records which taggings a bulk action added to or removed from which customers, so that undo leaves earlier taggings alone.
 */

/**
 * A statement that records the changes; goes to the front of the batch that adds taggings to customers or removes them.
 */
export const noted = (
  { db, enterpriseId, now }: Ctx,
  work: string,
  { markIds, numbers, taken }: { markIds: readonly string[]; numbers: SQL; taken: boolean },
) => {
  const has = sql`EXISTS (SELECT 1 FROM ${customerTaggings} m WHERE m.mark_id = j.value AND m.customer = n.number)`;
  return db
    .insert(taggingChanges)
    .select(
      sql`SELECT ${enterpriseId}, ${work}, n.number, j.value, ${Number(taken)}, ${now()} FROM (${numbers}) n, json_each(${JSON.stringify([...new Set(markIds)])}) j WHERE ${taken ? has : sql`NOT ${has}`} ON CONFLICT DO NOTHING`,
    );
};

const ofBulkJob = ({ enterpriseId }: Ctx, work: string): SQL =>
  sql`h.work = ${work} AND h.enterprise_id = ${enterpriseId}`;
const among = (numbers: SQL | undefined): SQL => (numbers ? sql` AND h.customer IN (${numbers})` : sql``);

/** A statement that removes the taggings that a bulk action added, from all of its customers or from these. */
export const takenOff = (ctx: Ctx, work: string, numbers?: SQL) =>
  ctx.db
    .delete(customerTaggings)
    .where(
      sql`rowid IN (SELECT m.rowid FROM ${taggingChanges} h
        CROSS JOIN ${customerTaggings} m ON m.mark_id = h.mark_id AND m.customer = h.customer
        WHERE ${ofBulkJob(ctx, work)} AND h.taken = 0${among(numbers)})`,
    )
    .returning({ customer: customerTaggings.customer });

/**
 * A statement that restores the taggings that a bulk action removed, unless a group, label or customer no longer exists.
 */
export const putOn = (ctx: Ctx, work: string, numbers?: SQL) =>
  ctx.db
    .insert(customerTaggings)
    .select(
      sql`SELECT h.enterprise_id, h.mark_id, h.customer FROM ${taggingChanges} h
        CROSS JOIN ${customers} c ON c.number = h.customer CROSS JOIN ${taggings} k ON k.id = h.mark_id
        WHERE ${ofBulkJob(ctx, work)} AND h.taken = 1${among(numbers)} ON CONFLICT DO NOTHING`,
    )
    .returning({ customer: customerTaggings.customer });

/** Returns the customers that a bulk action changed, in pages from the newest down. */
export const changedBy =
  (ctx: Ctx, work: string) =>
  ({ limit, below = Number.MAX_SAFE_INTEGER }: { limit: number; below?: number }): SQL =>
    sql`SELECT DISTINCT h.customer AS number FROM ${taggingChanges} h WHERE ${ofBulkJob(ctx, work)} AND h.customer < ${below} ORDER BY h.customer DESC LIMIT ${limit}`;

/** Counts the customers that a bulk action changed. */
export async function countChangedBy(ctx: Ctx, work: string): Promise<number> {
  const [row] = await ctx.db.values<[number]>(
    sql`SELECT count(*) FROM (${changedBy(ctx, work)({ limit: -1 })})`,
  );
  return row?.[0] ?? 0;
}

/** Rows per run: the cron comes again. */
const MOST_AT_ONCE = 20_000;

/** Deletes the records from before: nobody can undo them any more. */
export async function forgetTaggingChanges(db: TenantDb, before: number): Promise<void> {
  const old = db
    .select({ row: sql`rowid` })
    .from(taggingChanges)
    .where(and(lt(taggingChanges.at, before), sql.raw(passedOver("enterprise_id"))))
    .limit(MOST_AT_ONCE);
  await db.delete(taggingChanges).where(sql`rowid IN (${old})`);
}

/** Where-clause for the changes of one bulk action. */
export const thisBulkJob = ({ enterpriseId }: Ctx, work: string) =>
  and(eq(taggingChanges.enterpriseId, enterpriseId), eq(taggingChanges.work, work));

import { and, eq, lt, sql, type SQL } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { customerMarks, customers, markChanges, marks } from "#db/tenant/customers.ts";
import type { Scope } from "../scope.ts";

/**
 * Records which marks a bulk action added to or removed from which customers, so that undo leaves earlier marks alone.
 */

/**
 * A statement that records the changes; goes to the front of the batch that adds marks to customers or removes them.
 */
export const noted = (
  { db, enterpriseId, now }: Scope,
  work: string,
  { markIds, numbers, taken }: { markIds: readonly string[]; numbers: SQL; taken: boolean },
) => {
  const has = sql`EXISTS (SELECT 1 FROM ${customerMarks} m WHERE m.mark_id = j.value AND m.customer = n.number)`;
  return db
    .insert(markChanges)
    .select(
      sql`SELECT ${enterpriseId}, ${work}, n.number, j.value, ${Number(taken)}, ${now()} FROM (${numbers}) n, json_each(${JSON.stringify([...new Set(markIds)])}) j WHERE ${taken ? has : sql`NOT ${has}`} ON CONFLICT DO NOTHING`,
    );
};

const ofWork = ({ enterpriseId }: Scope, work: string): SQL =>
  sql`h.work = ${work} AND h.enterprise_id = ${enterpriseId}`;
const among = (numbers: SQL | undefined): SQL => (numbers ? sql` AND h.customer IN (${numbers})` : sql``);

/** A statement that removes the marks that a bulk action added, from all of its customers or from these. */
export const takenOff = (scope: Scope, work: string, numbers?: SQL) =>
  scope.db
    .delete(customerMarks)
    .where(
      sql`rowid IN (SELECT m.rowid FROM ${markChanges} h
        CROSS JOIN ${customerMarks} m ON m.mark_id = h.mark_id AND m.customer = h.customer
        WHERE ${ofWork(scope, work)} AND h.taken = 0${among(numbers)})`,
    )
    .returning({ customer: customerMarks.customer });

/**
 * A statement that restores the marks that a bulk action removed, unless a group, label or customer no longer exists.
 */
export const putOn = (scope: Scope, work: string, numbers?: SQL) =>
  scope.db
    .insert(customerMarks)
    .select(
      sql`SELECT h.enterprise_id, h.mark_id, h.customer FROM ${markChanges} h
        CROSS JOIN ${customers} c ON c.number = h.customer CROSS JOIN ${marks} k ON k.id = h.mark_id
        WHERE ${ofWork(scope, work)} AND h.taken = 1${among(numbers)} ON CONFLICT DO NOTHING`,
    )
    .returning({ customer: customerMarks.customer });

/** Returns the customers that a bulk action changed, in pages from the newest down. */
export const changedBy =
  (scope: Scope, work: string) =>
  ({ limit, below = Number.MAX_SAFE_INTEGER }: { limit: number; below?: number }): SQL =>
    sql`SELECT DISTINCT h.customer AS number FROM ${markChanges} h WHERE ${ofWork(scope, work)} AND h.customer < ${below} ORDER BY h.customer DESC LIMIT ${limit}`;

/** Counts the customers that a bulk action changed. */
export async function countChangedBy(scope: Scope, work: string): Promise<number> {
  const [row] = await scope.db.values<[number]>(
    sql`SELECT count(*) FROM (${changedBy(scope, work)({ limit: -1 })})`,
  );
  return row?.[0] ?? 0;
}

/** Rows per run: the cron comes again. */
const MOST_AT_ONCE = 20_000;

/** Deletes the records from before: nobody can undo them any more. */
export async function forgetMarkChanges(db: TenantDb, before: number): Promise<void> {
  const old = db
    .select({ row: sql`rowid` })
    .from(markChanges)
    .where(lt(markChanges.at, before))
    .limit(MOST_AT_ONCE);
  await db.delete(markChanges).where(sql`rowid IN (${old})`);
}

/** Where-clause for the changes of one bulk action. */
export const thisWork = ({ enterpriseId }: Scope, work: string) =>
  and(eq(markChanges.enterpriseId, enterpriseId), eq(markChanges.work, work));

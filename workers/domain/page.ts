import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { MOST_COUNTED, PAGE_CAP } from "#workers/contract/fields.ts";
import type { DirectoryDb, TenantDb } from "#db/client.ts";

/** Reads one row more than the page holds: its presence shows that there are others, without a count. */
export function page({ from, perPage }: { from: number; perPage: number }) {
  const size = perPage === -1 ? PAGE_CAP : perPage;
  return {
    limit: size + 1,
    offset: from,
    cut: <Row>(rows: Row[]): { rows: Row[]; more: boolean } => ({
      rows: rows.slice(0, size),
      more: rows.length > size,
    }),
  };
}

/**
 * The statement beside a page that says how many rows match in all, up to one above what lists count, and the last id among
 * those that were counted, which are the first in an order.
 */
export const counting = (
  { db }: { db: TenantDb | DirectoryDb },
  table: SQLiteTable & { id: SQLiteColumn },
  condition: SQL | undefined,
  order: SQL[] = [],
) =>
  (db as TenantDb).select({ total: sql<number>`count(*)`, newest: sql<string | null>`max(id)` }).from(
    sql`(${(db as TenantDb)
      .select({ id: table.id })
      .from(table)
      .where(condition)
      .orderBy(...order)
      .limit(MOST_COUNTED + 1)
      .getSQL()})`,
  );

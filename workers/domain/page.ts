import { desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import { MOST_COUNTED } from "#workers/contract/total.ts";
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

type Database = { db: TenantDb | DirectoryDb };
type Listed = SQLiteTable & { id: SQLiteColumn };

/** The ids of what matches, up to one above what lists count. */
const countedIds = ({ db }: Database, table: Listed, condition: SQL | undefined, order: SQL[]): SQL =>
  sql`(${(db as TenantDb)
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .orderBy(...order)
    .limit(MOST_COUNTED + 1)
    .getSQL()})`;

/** The statement beside a page that says how many rows match in all. */
export const counting = (of: Database, table: Listed, condition: SQL | undefined) =>
  (of.db as TenantDb).select({ total: sql<number>`count(*)` }).from(countedIds(of, table, condition, []));

/** The same as columns of the page's own statement, with the newest id that matches, of ids that rise with time. */
export const countedBeside = (of: Database, table: Listed, condition: SQL | undefined) => {
  const ids = countedIds(of, table, condition, [desc(table.id)]);
  return {
    total: sql<number>`(SELECT count(*) FROM ${ids})`.as("all_that_match"),
    newest: sql<string>`(SELECT max(id) FROM ${ids})`.as("newest_that_matches"),
  };
};

import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { type DatabaseKind, whoseRows } from "../backups/share.ts";
import { readShape, type TableShape } from "../backups/shape.ts";

type Client = Pick<TenantDb | DirectoryDb, "$client">;

/** Rows of one statement: a message has a dozen triggers. */
const PAGE = 500;
/** Statements of one batch that only looks. */
const LOOKED_AT_ONCE = 50;

/** A table with rows of an enterprise, and the statement that deletes a page of them. */
export interface Doomed {
  name: string;
  /** Where a table is read from its beginning for want of an index, the numbers of the rows that went are answered. */
  delete: (enterpriseId: string, after?: number) => D1PreparedStatement;
  anyLeft: (enterpriseId: string) => D1PreparedStatement;
}

/**
 * Invoices stay as they were issued, as the law wants of whoever issued them: under the receipt's name in place of the
 * enterprise's id.
 */
const KEPT: Readonly<Record<string, (page: string) => string>> = {
  invoices: (page) => `UPDATE invoices SET enterprise_id = 'deleted:' || ?2 WHERE ${page}`,
};

/** Tables that find an enterprise's rows by an index or their key; D1 shows indexes by their text alone. */
const INDEXED = `SELECT DISTINCT tbl_name AS name FROM sqlite_schema WHERE type IN ('index', 'table')
  AND sql LIKE '%(\`enterprise_id\`%' AND sql NOT LIKE '% WHERE %'`;

/** The row that says where the enterprise lies goes last, with its receipt. */
const LAST = "enterprises";

/**
 * Every table of a database that has rows of an enterprise, in an order in which they can go: rows that are found by others'
 * first, then children before their parents.
 */
export async function doomedTables(db: Client, kind: DatabaseKind, receiptId: string): Promise<Doomed[]> {
  const { tables } = await readShape(db);
  const { results } = await db.$client.prepare(INDEXED).all<{ name: string }>();
  const indexed = new Set(results.map(({ name }) => name));
  const foundByOthers = ({ columns }: TableShape) => !columns.includes("enterprise_id");
  const sorted = [...tables.filter(foundByOthers), ...tables.filter((table) => !foundByOthers(table))];
  return sorted.flatMap((table) => {
    const theirs = whoseRows(table);
    if (theirs === null || (kind === "directory" && table.name === LAST)) return [];
    const key = table.key.map((column) => (column === "rowid" ? column : `"${column}"`)).join();
    const page = (more: string): string =>
      `(${key}) IN (SELECT ${key} FROM "${table.name}" WHERE ${theirs("?1")}${more} LIMIT ${PAGE})`;
    const isScanned = key === "rowid" && !indexed.has(table.name);
    const kept = KEPT[table.name];
    const left = `SELECT EXISTS (SELECT 1 FROM "${table.name}" WHERE ${theirs("?1")}) AS "left"`;
    const prepare = (text: string) => db.$client.prepare(text);
    return [
      {
        name: table.name,
        delete: (id, after = 0) => {
          if (kept) return prepare(kept(page(""))).bind(id, receiptId);
          const text = `DELETE FROM "${table.name}" WHERE `;
          return isScanned
            ? prepare(`${text}${page(" AND rowid > ?2 ORDER BY rowid")} RETURNING rowid AS n`).bind(id, after)
            : prepare(`${text}${page("")}`).bind(id);
        },
        anyLeft: (id) => prepare(left).bind(id),
      },
    ];
  });
}

/** The first table that still has a row of the enterprise, by its place; undefined where none has. */
export async function firstLeft(
  { $client }: Client,
  tables: readonly Doomed[],
  enterpriseId: string,
): Promise<number | undefined> {
  for (let at = 0; at < tables.length; at += LOOKED_AT_ONCE) {
    const looked = await $client.batch<{ left: number }>(
      tables.slice(at, at + LOOKED_AT_ONCE).map((table) => table.anyLeft(enterpriseId)),
    );
    const found = looked.findIndex(({ results }) => results[0]?.left === 1);
    if (found !== -1) return at + found;
  }
  return undefined;
}

/** Deletes all rows of an enterprise at once, for a restore: triggers may write rows of tables that were done. */
export async function deleteAllRows(
  db: Client,
  kind: DatabaseKind,
  { enterpriseId, receiptId }: { enterpriseId: string; receiptId: string },
): Promise<number> {
  const tables = await doomedTables(db, kind, receiptId);
  let removed = 0;
  for (let at = await firstLeft(db, tables, enterpriseId); at !== undefined;) {
    const { meta } = await (tables[at] as Doomed).delete(enterpriseId).run();
    removed += meta.changes;
    if (meta.changes < PAGE) at = await firstLeft(db, tables, enterpriseId);
  }
  return removed;
}

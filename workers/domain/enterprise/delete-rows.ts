import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { type DatabaseKind, whoseRows } from "../backups/share.ts";
import { readShape, type TableShape } from "../backups/shape.ts";

type Client = Pick<TenantDb | DirectoryDb, "$client">;

/** Rows that one statement deletes: a message has a dozen triggers. */
export const PAGE = 500;
/** Rows of a table among which one statement looks for want of an index. */
export const PART = 5_000;
/** Statements of one batch that only looks. */
const LOOKED_AT_ONCE = 50;

/** A part of a table that is walked by its key: behind `after`, and up to `end`; keys as JSON lists, `null` for the table's end. */
export interface Part {
  after: string;
  end: string | null;
}

/** A table with rows of an enterprise, and the statement that deletes a page of them. */
export interface Doomed {
  name: string;
  /** Whether its rows are found by an index. Another is walked: no statement reads more of it than a part. */
  isIndexed: boolean;
  delete: (enterpriseId: string, part?: Part) => D1PreparedStatement;
  /** Asks where the part behind a key ends. */
  endOfPart: (after: string) => D1PreparedStatement;
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
  AND (sql LIKE '%(\`enterprise_id\`%' AND sql NOT LIKE '% WHERE %' OR sql LIKE '%\`enterprise_id\` text PRIMARY KEY%')`;

/** The row that says where the enterprise lies goes last, with its receipt. */
const LAST = "enterprises";
/** While these are there nothing leaves, so they go behind what might. */
const STOPS: readonly string[] = ["deletion_stops", "sending_stops"];

/**
 * Every table of a database that has rows of an enterprise, in an order in which they can go: rows that are found by others'
 * first, then children before their parents.
 */
export async function doomedTables(db: Client, kind: DatabaseKind, receiptId: string): Promise<Doomed[]> {
  const { tables } = await readShape(db);
  const { results } = await db.$client.prepare(INDEXED).all<{ name: string }>();
  const indexed = new Set(results.map(({ name }) => name));
  const turnOf = ({ name, columns }: TableShape) =>
    STOPS.includes(name) ? 2 : Number(columns.includes("enterprise_id"));
  const sorted = tables.toSorted((one, other) => turnOf(one) - turnOf(other));
  return sorted.flatMap((table) => {
    const theirs = whoseRows(table);
    if (theirs === null || (kind === "directory" && table.name === LAST)) return [];
    const isIndexed = turnOf(table) === 0 || indexed.has(table.name);
    return [doomedIn(db, table, theirs, { isIndexed, receiptId })];
  });
}

function doomedIn(
  { $client }: Client,
  table: TableShape,
  theirs: (id: string) => string,
  { isIndexed, receiptId }: { isIndexed: boolean; receiptId: string },
): Doomed {
  const columns = table.key.map((column) => (column === "rowid" ? column : `"${column}"`));
  const key = columns.join();
  /** SQL for a key's place, from the number of its first parameter. */
  const placed = (sign: ">" | "<=", from: number) =>
    `(${key}) ${sign} (${columns.map((_, n) => `?${from + n}`).join()})`;
  const least = columns.map((column) => (column === "rowid" ? -1 : ""));
  const keyIn = (text: string): unknown[] => (text === "" ? least : (JSON.parse(text) as unknown[]));
  const page = (more: string): string =>
    `(${key}) IN (SELECT ${key} FROM "${table.name}" WHERE ${theirs("?1")}${more} LIMIT ${PAGE})`;
  const behind = placed(">", 2);
  const upTo = placed("<=", 2 + columns.length);
  const kept = KEPT[table.name];
  const gone = (more: string) => $client.prepare(`DELETE FROM "${table.name}" WHERE ${page(more)}`);
  return {
    name: table.name,
    isIndexed,
    delete(id, part) {
      if (kept) return $client.prepare(kept(page(""))).bind(id, receiptId);
      if (!part) return gone("").bind(id);
      const [after, end] = [keyIn(part.after), part.end === null ? null : keyIn(part.end)];
      return end === null
        ? gone(` AND ${behind} ORDER BY ${key}`).bind(id, ...after)
        : gone(` AND ${behind} AND ${upTo} ORDER BY ${key}`).bind(id, ...after, ...end);
    },
    endOfPart: (after) =>
      $client
        .prepare(
          `SELECT json_array(${key}) AS "end" FROM "${table.name}" WHERE ${placed(">", 1)} ORDER BY ${key} LIMIT 1 OFFSET ${PART - 1}`,
        )
        .bind(...keyIn(after)),
    anyLeft: (id) =>
      $client
        .prepare(`SELECT EXISTS (SELECT 1 FROM "${table.name}" WHERE ${theirs("?1")}) AS "left"`)
        .bind(id),
  };
}

/** The part of a table that is walked next; undefined for one that needs no walk. */
export const partOf = async (table: Doomed, after: string): Promise<Part | undefined> =>
  table.isIndexed ? undefined : { after, end: await table.endOfPart(after).first<string>("end") };

/** Where to go on in a table when so many rows of a page have gone; undefined once none is left. */
export function afterPage(part: Part | undefined, gone: number): string | undefined {
  if (!part) return gone > 0 ? "" : undefined;
  return gone === PAGE ? part.after : (part.end ?? undefined);
}

/**
 * The first table that still has a row of the enterprise, by its place; undefined where none has. Where no index helps, a table
 * is read whole: `among` leaves such ones out.
 */
export async function firstLeft(
  { $client }: Client,
  all: readonly Doomed[],
  enterpriseId: string,
  among: (table: Doomed) => boolean = () => true,
): Promise<number | undefined> {
  const tables = all.filter(among);
  for (let at = 0; at < tables.length; at += LOOKED_AT_ONCE) {
    const looked = await $client.batch<{ left: number }>(
      tables.slice(at, at + LOOKED_AT_ONCE).map((table) => table.anyLeft(enterpriseId)),
    );
    const found = looked.findIndex(({ results }) => results[0]?.left === 1);
    const left = tables[at + found];
    if (found !== -1 && left) return all.indexOf(left);
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

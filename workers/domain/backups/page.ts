import type { DirectoryDb, TenantDb } from "#db/client.ts";
import type { TableShape } from "./shape.ts";

/** A value of a cell or of a key, as SQLite answers it. */
export type Cell = string | number | null;

/** Rows behind each other; more follow where `after` is not null. */
export interface RowsPage {
  rows: Cell[][];
  /** The key of the last one. */
  last: Cell[];
  more: boolean;
}

/** The rows that an export reads; they have an order. */
export interface Source {
  name: string;
  columns: readonly string[];
  blobs: readonly string[];
  /** Calls of the platform that a page takes, or that the last one took, where it is more than its statement. */
  calls?: number | (() => number);
  /** The rows behind a key, from the first where it is empty. */
  page(after: readonly Cell[]): Promise<RowsPage>;
}

/** Rows of one statement, and letters after which no further row is taken: both go through a Worker's memory. */
const MOST_ROWS = 5_000;
const MOST_LETTERS = 3_000_000;

/** The rows of one enterprise among those of a table. */
export interface Share {
  enterpriseId: string;
  /** SQL for whether a row is theirs, from SQL for the enterprise's id. */
  theirs: (id: string) => string;
  /** Columns that are not given away, with what SQL stands in their place. */
  emptied: Readonly<Record<string, string>>;
}

const quoted = (name: string): string => (name === "rowid" ? name : `"${name}"`);

/** SQL that reads a page of a table in the order of its key. One statement, so it is the table at one moment. */
function pageOf({ name, columns, blobs, key }: TableShape, isFirst: boolean, share?: Share): string {
  const read = columns.map((column) => {
    const emptied = share?.emptied[column];
    if (emptied !== undefined) return `${emptied} AS "${column}"`;
    return blobs.includes(column)
      ? `CASE WHEN "${column}" IS NOT NULL THEN hex("${column}") END AS "${column}"`
      : `"${column}"`;
  });
  const size = columns.map((column) => `coalesce(length("${column}"), 0)`).join(" + ");
  const keys = key.map((column, at) => `${quoted(column)} AS "~k${at}"`);
  const order = key.map((_, at) => `"~k${at}"`).join();
  const after = `(${key.map(quoted).join()}) > (${key.map((_, at) => `?${at + 1}`).join()})`;
  const where = [
    ...(isFirst ? [] : [after]),
    ...(share ? [share.theirs(`?${isFirst ? 1 : key.length + 1}`)] : []),
  ];
  return `SELECT ${[order, `"~before" + "~size"`, ...columns.map((column) => `"${column}"`)].join()} FROM (
    SELECT *, sum("~size") OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - "~size" AS "~before" FROM (
      SELECT ${[...keys, `${size} AS "~size"`, ...read].join()} FROM "${name}"${where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`}
      ORDER BY ${key.map(quoted).join()} LIMIT ${MOST_ROWS}))
  WHERE "~before" < ${MOST_LETTERS} ORDER BY ${order}`;
}

/** A table as a source; with a share, the rows of one enterprise. */
export function tableSource(
  { $client }: Pick<TenantDb | DirectoryDb, "$client">,
  table: TableShape,
  share?: Share,
): Source {
  const keys = table.key.length;
  return {
    ...table,
    async page(after) {
      const text = pageOf(table, after.length === 0, share);
      const statement = $client.prepare(text).bind(...after, ...(share ? [share.enterpriseId] : []));
      const found = await statement.raw<Cell[]>();
      const last = found.at(-1);
      return {
        rows: found.map((row) => row.slice(keys + 1)),
        last: last?.slice(0, keys) ?? [],
        more: last !== undefined && (found.length === MOST_ROWS || Number(last[keys]) >= MOST_LETTERS),
      };
    },
  };
}

import type { DirectoryDb, TenantDb } from "#db/client.ts";

type Client = Pick<TenantDb | DirectoryDb, "$client">;

/** A table as its database has it today, whatever the code knows of it. */
export interface TableShape {
  name: string;
  columns: string[];
  /** Columns of bytes, which lines have in hex. */
  blobs: string[];
  /** Columns to page its rows by: its primary key where it is stored by that, else SQLite's own number of the row. */
  key: string[];
  /** Other tables' rows that its own need: own columns, the table, and that table's. */
  references: { columns: string[]; parent: string; of: string[] }[];
}

export interface Shape {
  /** Children before their parents: a row that comes meanwhile has its parent in a later table. */
  tables: TableShape[];
  /** The newest migration that the database has. */
  schema: string;
}

/** Indexes of words with their own tables, and what SQLite and D1 keep for themselves, are no tables here. */
const COLUMNS = `SELECT t.name AS name, t.wr AS stored, c.name AS column, c.pk AS pk, c.type AS type
  FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND t.type = 'table' AND c.hidden = 0
    AND t.name NOT GLOB 'sqlite_*' AND t.name NOT GLOB '_cf_*' AND t.name <> 'd1_migrations' ORDER BY t.name, c.cid`;
const TEXTS = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL";
export const NEWEST = "SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1";
const REFERENCES = /FOREIGN KEY \(([^)]*)\) REFERENCES [`"]?(\w+)[`"]?\s?\(([^)]*)\)/gi;
const namesIn = (list = ""): string[] => list.replaceAll(/[`"\s]/g, "").split(",");

interface ColumnRow {
  name: string;
  stored: number;
  column: string;
  pk: number;
  type: string;
}

/** Reads what tables a database has: derived from the database, so that no new table is forgotten. */
export async function readShape({ $client }: Client): Promise<Shape> {
  const [columns, texts, newest] = await $client.batch(
    [COLUMNS, TEXTS, NEWEST].map((text) => $client.prepare(text)),
  );
  const sql = new Map(
    ((texts?.results ?? []) as { name: string; sql: string }[]).map((each) => [each.name, each.sql]),
  );
  const byTable = Map.groupBy((columns?.results ?? []) as ColumnRow[], ({ name }) => name);
  const tables = [...byTable].map(([name, rows]) => shapeOf(name, rows, sql.get(name) ?? ""));
  const [{ name: schema } = { name: "" }] = (newest?.results ?? []) as { name: string }[];
  return { tables: childrenFirst(tables), schema };
}

function shapeOf(name: string, rows: readonly ColumnRow[], sql: string): TableShape {
  const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return {
    name,
    columns: rows.map(({ column }) => column),
    blobs: rows.filter(({ type }) => type.toLowerCase() === "blob").map(({ column }) => column),
    key: rows[0]?.stored ? key.map(({ column }) => column) : ["rowid"],
    references: [...sql.matchAll(REFERENCES)].map(([, columns, parent = "", of]) => ({
      columns: namesIn(columns),
      parent,
      of: namesIn(of),
    })),
  };
}

/** Every table behind those that refer to it. */
export function childrenFirst(tables: readonly TableShape[]): TableShape[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const sorted: TableShape[] = [];
  while (left.size > 0) {
    const named = new Set(
      [...left.values()].flatMap(({ name, references }) =>
        references.flatMap(({ parent }) => (parent === name ? [] : [parent])),
      ),
    );
    const free = [...left.values()].filter(({ name }) => !named.has(name));
    // Tables that refer to each other in a circle come as they are.
    for (const table of free.length > 0 ? free : [...left.values()]) {
      sorted.push(table);
      left.delete(table.name);
    }
  }
  return sorted;
}

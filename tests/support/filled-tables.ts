import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { readShape, type TableShape } from "#workers/domain/backups/shape.ts";

interface ColumnInfo {
  name: string;
  type: string;
  notnull: number;
}

/** Counts on from one database to the next: no two of a test have a value in common. */
let filled = 0;

/** Words that a careless copy would change. */
const ODD = `"it's"\n\t\\ नमस्ते 😀 {"a":1}`;

/**
 * Rows of each enterprise in every table of a database in memory, whatever tables it has. Triggers are put aside meanwhile; where
 * they are to run on the rows, texts are not odd, as some read JSON in them.
 */
export async function fillTables(
  { file, database }: { file: DatabaseSync; database: D1Database },
  enterprises: readonly string[],
  rowsEach = 3,
  odd = true,
): Promise<TableShape[]> {
  const { tables } = await readShape({ $client: database });
  const triggers = file.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) file.exec(`DROP TRIGGER "${name}"`);
  for (const table of tables.toReversed()) {
    const info = file
      .prepare(`SELECT name, type, "notnull" FROM pragma_table_info(?)`)
      .all(table.name) as unknown as ColumnInfo[];
    const insert = file.prepare(
      `INSERT OR IGNORE INTO "${table.name}" VALUES (${info.map(() => "?").join()})`,
    );
    for (const enterprise of enterprises)
      for (let row = 0; row < rowsEach; row++)
        inserted(table.name, odd, (isOdd) =>
          insert.run(
            ...info.map((column) => valueOf(file, table, column, { enterprise, row, isOdd, n: ++filled })),
          ),
        );
  }
  for (const { sql } of triggers) file.exec(sql);
  return tables;
}

/** Some tables have an index of what is in their JSON, which nothing else may be. */
function inserted(table: string, odd: boolean, insert: (isOdd: boolean) => unknown): void {
  try {
    insert(odd);
  } catch (error) {
    if (!String(error).includes("malformed JSON"))
      throw new Error(`${table} cannot be filled`, { cause: error });
    insert(false);
  }
}

function valueOf(
  file: DatabaseSync,
  { name: table, references }: TableShape,
  { name, type, notnull }: ColumnInfo,
  { enterprise, row, isOdd, n }: { enterprise: string; row: number; isOdd: boolean; n: number },
): SQLInputValue {
  if (name === "enterprise_id") return enterprise;
  for (const { columns, parent, of } of references) {
    const at = columns.indexOf(name);
    if (at === -1) continue;
    const theirs = file
      .prepare(`SELECT * FROM "${parent}" WHERE enterprise_id = ? ORDER BY rowid LIMIT 1 OFFSET ?`)
      .get(enterprise, row);
    return (theirs?.[of[at] ?? ""] ?? null) as SQLInputValue;
  }
  if (!notnull && row === 1 && !type.toLowerCase().startsWith("integer")) return null;
  switch (type.toLowerCase()) {
    case "blob":
      return new Uint8Array([0, 255, n % 256, 10, 13]);
    case "real":
      return n + 0.1;
    case "integer":
      return n;
    default:
      return row === 0 && isOdd ? `${table} ${ODD} ${n}` : JSON.stringify({ n, of: enterprise, odd: ODD });
  }
}

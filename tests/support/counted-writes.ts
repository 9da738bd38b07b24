import type { DatabaseSync } from "node:sqlite";

interface Index {
  name: string;
  partial: number;
}

/**
 * Counts the rows that a database writes, as D1 bills them: one a row, and one more for each index that has the row or one of
 * the columns that changed. Rows that triggers write count too; a search index's own tables can't be counted.
 */
export function countWrites(file: DatabaseSync): () => number {
  file.exec("CREATE TEMP TABLE written (n INTEGER NOT NULL)");
  file.exec("INSERT INTO written VALUES (0)");
  const tables = file
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all() as { name: string }[];
  const count = (table: string, name: string, event: string, rows: number, when = "true"): void =>
    file.exec(
      `CREATE TEMP TRIGGER "${table} ${name}" AFTER ${event} ON main."${table}" WHEN ${when} BEGIN UPDATE written SET n = n + ${rows}; END`,
    );
  for (const { name: table } of tables) {
    const indexes = file
      .prepare("SELECT name, partial FROM pragma_index_list(?)")
      .all(table) as unknown as Index[];
    count(table, "made", "INSERT", 1 + indexes.length);
    count(table, "gone", "DELETE", 1 + indexes.length);
    count(table, "changed", "UPDATE", 1);
    for (const { name, partial } of indexes) {
      const columns = file.prepare("SELECT name FROM pragma_index_info(?)").all(name) as {
        name: string | null;
      }[];
      // A partial index, or one of an expression, may change by other columns than its own.
      const own = columns.every((each) => each.name !== null) && partial === 0;
      const moved = columns.map((each) => `old."${each.name}" IS NOT new."${each.name}"`).join(" OR ");
      count(table, `changed ${name}`, "UPDATE", 1, own ? moved : "true");
    }
  }
  return () => {
    const n = Number(file.prepare("SELECT n FROM written").get()?.["n"]);
    file.exec("UPDATE written SET n = 0");
    return n;
  };
}

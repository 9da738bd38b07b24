import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Counted } from "#workers/domain/counted.ts";

type Value = string | number;
class Bound {
  readonly run: () => unknown[];
  readonly bind: (...values: Value[]) => Bound;

  constructor(file: DatabaseSync, sql: string, values: Value[] = []) {
    this.run = () => file.prepare(sql).all(...values);
    this.bind = (...given) => new Bound(file, sql, given);
  }

  async all<Row>(): Promise<{ results: Row[] }> {
    return { results: this.run() as Row[] };
  }
}

/** Opens a database of a local state with a Worker's interface, alongside its other users. */
export function openSqlite(path: string): Counted & { close: () => void } {
  const file = new DatabaseSync(path, { timeout: 30_000 });
  return {
    prepare: (sql) => new Bound(file, sql),
    async batch(statements) {
      file.exec("BEGIN IMMEDIATE");
      try {
        for (const statement of statements) await statement.all();
        file.exec("COMMIT");
      } catch (error) {
        file.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => file.close(),
  };
}

/** The tenant databases of a local state. */
export const tenantFiles = (state: string): string[] => filesWith(state, "report_sums");

/** The databases of a local state that have a table: found by content, as their file names say nothing. */
export function filesWith(state: string, table: string): string[] {
  return readdirSync(state, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sqlite"))
    .map((name) => join(state, name))
    .filter((path) => {
      const file = new DatabaseSync(path, { readOnly: true });
      try {
        return file.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table) !== undefined;
      } finally {
        file.close();
      }
    })
    .toSorted();
}

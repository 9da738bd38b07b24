import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { join } from "node:path";
import { applyMigrations, readMigrations } from "../../scripts/lib/migrations.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

type Prepare = (query: string) => StatementSync;

class FileStatement {
  readonly #prepare: Prepare;
  readonly #query: string;
  readonly #values: SQLInputValue[];

  constructor(prepare: Prepare, query: string, values: SQLInputValue[] = []) {
    this.#prepare = prepare;
    this.#query = query;
    this.#values = values;
  }

  bind(...values: SQLInputValue[]): FileStatement {
    return new FileStatement(this.#prepare, this.#query, values);
  }

  now<Row>() {
    const results = this.#prepare(this.#query).all(...this.#values) as Row[];
    const changes = Number(this.#prepare("SELECT changes() AS n").get()?.["n"]);
    return { success: true, results, meta: { changes } };
  }

  all = async <Row>() => this.now<Row>();
  run = async () => this.now();
  /** As drizzle asks for rows that a change answers. */
  first = async <Row>(column?: string) => {
    const row = this.now<Row>().results[0];
    return row === undefined ? null : column === undefined ? row : (row as Record<string, unknown>)[column];
  };
  raw = async () => {
    // Columns of one name are columns all the same.
    const statement = this.#prepare(this.#query);
    statement.setReturnArrays(true);
    try {
      return statement.all(...this.#values) as unknown as unknown[][];
    } finally {
      statement.setReturnArrays(false);
    }
  };
}

/**
 * A tenant's database in memory, with the real migrations and the interface of D1 as far as messaging uses it: for
 * measuring its pages, which D1 does not show. Not for tests, which ask D1 itself, but where they go through all tables.
 */
export const tenantInMemory = () => databaseInMemory("tenant");

export async function databaseInMemory(
  of: "directory" | "tenant",
): Promise<{ file: DatabaseSync; database: D1Database }> {
  const file = new DatabaseSync(":memory:");
  const prepared = new Map<string, StatementSync>();
  const prepare = (query: string): StatementSync => {
    const statement = prepared.get(query) ?? file.prepare(query);
    prepared.set(query, statement);
    return statement;
  };
  const database = {
    prepare: (query: string) => new FileStatement(prepare, query),
    async batch(statements: FileStatement[]) {
      file.exec("BEGIN");
      try {
        const results = statements.map((statement) => statement.now());
        file.exec("COMMIT");
        return results;
      } catch (error) {
        file.exec("ROLLBACK");
        throw error;
      }
    },
  };
  await applyMigrations(database, readMigrations(join(ROOT, "migrations", of)));
  return { file, database: database as unknown as D1Database };
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./topology.ts";

export interface Migration {
  name: string;
  statements: string[];
}

/** drizzle-kit puts this line between statements, so that nobody has to parse SQL (a trigger has semicolons inside). */
const BREAKPOINT = "--> statement-breakpoint";

export function readMigrations(dir: string): Migration[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => ({ name, statements: splitStatements(readFileSync(join(dir, name), "utf8")) }));
}

export function splitStatements(sql: string): string[] {
  return sql
    .split(BREAKPOINT)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** The same table as `wrangler d1 migrations` keeps, so that either tool can go on where the other stopped. */
const LEDGER = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

interface Database {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
}
interface Statement {
  bind(...values: unknown[]): Statement;
  run(): Promise<unknown>;
  all<T>(): Promise<{ results: T[] }>;
}

/** Applies missing migrations, each file in one transaction with its ledger row. Returns the names it applied. */
export async function applyMigrations(db: Database, migrations: Migration[]): Promise<string[]> {
  await db.prepare(LEDGER).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const done = new Set(results.map((row) => row.name));
  const missing = migrations.filter((migration) => !done.has(migration.name));
  for (const { name, statements } of missing) {
    const ledgerRow = db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name);
    await db.batch([...statements.map((sql) => db.prepare(sql)), ledgerRow]);
  }
  return missing.map((migration) => migration.name);
}

/** The stamp by which a local state notes its migrations. */
export const migrationsStamp = (): string =>
  createHash("sha256")
    .update(readFileSync(join(ROOT, "dist/migrations.json")))
    .digest("hex");

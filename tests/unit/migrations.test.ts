import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { readMigrations, splitStatements } from "../../scripts/lib/migrations.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

test("a migration is split at its breakpoints and not at the semicolons of a trigger", () => {
  const trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; DELETE FROM c; END;";
  const sql = `CREATE TABLE a (id INTEGER);\n--> statement-breakpoint\n${trigger}\n`;
  expect(splitStatements(sql)).toEqual(["CREATE TABLE a (id INTEGER);", trigger]);
});

/** The things that a migration took from the release before it, and why that release went on all the same. */
const BREAKS: Record<string, string> = {
  "0003_after_commit_tasks.sql: errands is gone": "its rows go to tasks; before the first deployment",
  "0003_after_commit_tasks.sql: login_sessions.told_at is gone": "before the first deployment",
};

/** Columns of all tables, each with whether a row may leave it out. */
function columnsOf(database: DatabaseSync): Map<string, boolean> {
  const rows = database
    .prepare(
      `SELECT t.name AS owner, c.name, c."notnull" = 0 OR c.dflt_value IS NOT NULL OR (c.pk = 1 AND c.type = 'INTEGER') AS free
       FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all();
  return new Map(rows.map(({ owner, name, free }) => [`${String(owner)}.${String(name)}`, free === 1]));
}

/** Acts of the release before that fail after a migration: it reads what is gone, or omits what must be written. */
function brokenBy(before: Map<string, boolean>, after: Map<string, boolean>): string[] {
  const tables = (of: Map<string, boolean>) => new Set([...of.keys()].map((name) => name.split(".")[0]));
  const [had, has] = [tables(before), tables(after)];
  const gone = [...before.keys()].filter((name) => !after.has(name) && has.has(name.split(".")[0]));
  const asked = [...after].filter(
    ([name, free]) => !free && before.get(name) !== false && had.has(name.split(".")[0]),
  );
  return [
    ...[...had].filter((table) => !has.has(table)).map((table) => `${table} is gone`),
    ...gone.map((name) => `${name} is gone`),
    ...asked.map(([name]) => `${name} must be written`),
  ];
}

test("each migration leaves the release before it working, or is named with its reason", () => {
  const broken = ["directory", "tenant"].flatMap((folder) => {
    const database = new DatabaseSync(":memory:");
    return readMigrations(join(ROOT, "migrations", folder)).flatMap(({ name, statements }) => {
      const before = columnsOf(database);
      for (const sql of statements) database.exec(sql);
      return brokenBy(before, columnsOf(database)).map((what) => `${name}: ${what}`);
    });
  });
  expect(broken.toSorted()).toEqual(Object.keys(BREAKS).toSorted());
});

test("a table, a column that is gone and one that must be written now are seen", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE a (id TEXT PRIMARY KEY, x TEXT); CREATE TABLE b (id TEXT)");
  const before = columnsOf(database);
  database.exec(
    "DROP TABLE b; CREATE TABLE a2 (id TEXT PRIMARY KEY, y TEXT NOT NULL, z TEXT NOT NULL DEFAULT '')",
  );
  database.exec("DROP TABLE a; ALTER TABLE a2 RENAME TO a");
  expect(brokenBy(before, columnsOf(database))).toEqual(["b is gone", "a.x is gone", "a.y must be written"]);
});

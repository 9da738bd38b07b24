import { expect, test } from "vitest";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { fillTables } from "#tests/support/filled-tables.ts";
import type { DatabaseKind } from "#workers/domain/backups/share.ts";
import { whoseRows } from "#workers/domain/backups/share.ts";
import {
  afterPage,
  deleteAllRows,
  doomedTables,
  firstLeft,
  PAGE,
  PART,
  partOf,
} from "#workers/domain/enterprise/delete-rows.ts";
import { hashOfEnterprise } from "#workers/domain/backups/deleted-notes.ts";
import { readShape } from "#workers/domain/backups/shape.ts";
import { fillWordIndexes } from "../../scripts/lib/restore/words.ts";
import { deleteAgain } from "../../scripts/lib/restore/erase-again.ts";

/** O-21: of a deleted enterprise no table has a row, whatever tables there are; of the others nothing is touched. */
const GONE = "0195gone-7000-8000-9000-aaaaaaaaaaaa";
const STAYS = "0195stay-7000-8000-9000-bbbbbbbbbbbb";
const RECEIPT = "delete-0123";

type Memory = Awaited<ReturnType<typeof databaseInMemory>>;

async function filled(kind: DatabaseKind): Promise<Memory> {
  const memory = await databaseInMemory(kind);
  await fillTables(memory, [GONE, STAYS], 4, false);
  const { file } = memory;
  if (kind === "tenant") {
    file.exec(
      "DELETE FROM hook_cursor; DELETE FROM import_numbers; INSERT INTO import_numbers (import_id, phone) SELECT id, '+91' FROM customer_imports",
    );
    // Words that triggers take out of the indexes must be in them.
    await fillWordIndexes(memory.database);
    return memory;
  }
  for (const name of [
    "captchas",
    "login_failures",
    "plans",
    "switches",
    "deletion_receipts",
    "recovery_codes",
    "tickets",
    "enterprises",
  ])
    file.exec(`DELETE FROM ${name}`);
  file.exec(`INSERT INTO enterprises (id, name, database, features, deletes_at, deletion_begun_at, created_at, updated_at)
      VALUES ('${GONE}', 'Gone Bank', 'TENANT_1', '{}', 1, 1, 1, 1), ('${STAYS}', 'Stays Bank', 'TENANT_1', '{}', NULL, NULL, 1, 1);
    INSERT INTO recovery_codes (id, user_id, hash, created_at) SELECT 'code of ' || rowid, id, 'hash', 1 FROM users;
    INSERT INTO tickets (hash, session_id, expires_at) SELECT 'ticket of ' || rowid, id, 1 FROM login_sessions`);
  return memory;
}

const rowsOf = (memory: Memory, name: string, where = "1") =>
  memory.file
    .prepare(`SELECT * FROM "${name}" WHERE ${where}`)
    .all()
    .map((row) => JSON.stringify(row))
    .toSorted();

test.each(["tenant", "directory"] as const)(
  "no table of a %s has a row of an enterprise that was deleted, and others have theirs",
  async (kind) => {
    const memory = await filled(kind);
    const { tables } = await readShape({ $client: memory.database });
    const theirs = new Map(
      tables.flatMap((table) => {
        const whose = whoseRows(table)?.(`'${STAYS}'`);
        expect(whose === undefined || rowsOf(memory, table.name, whose).length > 0, table.name).toBe(true);
        return whose === undefined ? [] : [[table.name, { whose, rows: rowsOf(memory, table.name, whose) }]];
      }),
    );
    const invoices =
      kind === "directory" ? rowsOf(memory, "invoices", `enterprise_id = '${GONE}'`).length : 0;
    await deleteAllRows({ $client: memory.database }, kind, { enterpriseId: GONE, receiptId: RECEIPT });
    expect(tables.length).toBeGreaterThan(20);
    for (const { name, columns } of tables) {
      if (name === "enterprises") continue;
      // Issued invoices stay as they were, under the receipt's name.
      const where =
        name === "invoices"
          ? `enterprise_id = '${GONE}'`
          : columns.map((column) => `instr("${column}", '${GONE}') > 0`).join(" OR ");
      expect(rowsOf(memory, name, where), name).toEqual([]);
    }
    for (const [name, { whose, rows }] of theirs) expect(rowsOf(memory, name, whose), name).toEqual(rows);
    if (kind === "directory")
      expect(rowsOf(memory, "invoices", `enterprise_id = 'deleted:${RECEIPT}'`).length).toBe(invoices);
  },
);

test("the look at every table finds a row wherever one is left", async () => {
  const memory = await filled("tenant");
  const { file } = memory;
  const db = { $client: memory.database };
  const doomed = await doomedTables(db, "tenant", RECEIPT);
  const own = (await readShape(db)).tables.filter(({ columns }) => columns.includes("enterprise_id"));
  for (const { name } of own)
    file.exec(
      `CREATE TEMP TABLE "late_${name}" AS SELECT * FROM "${name}" WHERE enterprise_id = '${GONE}' LIMIT 1`,
    );
  await deleteAllRows(db, "tenant", { enterpriseId: GONE, receiptId: RECEIPT });
  expect(await firstLeft(db, doomed, GONE)).toBeUndefined();
  for (const row of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    file.exec(`DROP TRIGGER "${String(row["name"])}"`);
  file.exec("PRAGMA foreign_keys = OFF");
  for (const { name } of own) {
    file.exec(`INSERT INTO "${name}" SELECT * FROM "late_${name}"`);
    expect(doomed[(await firstLeft(db, doomed, GONE)) ?? -1]?.name, name).toBe(name);
    file.exec(`DELETE FROM "${name}" WHERE enterprise_id = '${GONE}'`);
  }
  expect(own.length).toBeGreaterThan(100);
});

test("an invoice of an enterprise that stays is changed by nobody, nor is one that is renamed otherwise changed", async () => {
  const { file } = await filled("directory");
  const rename = (of: string, also = "") =>
    file.exec(`UPDATE invoices SET enterprise_id = 'deleted:x'${also} WHERE enterprise_id = '${of}'`);
  expect(() => rename(STAYS)).toThrow("an invoice never changes");
  expect(() => rename(GONE, ", total = total + 1")).toThrow("an invoice never changes");
  expect(() => rename(GONE, ", paid_by = 'nobody'")).toThrow("an invoice never changes");
  expect(() =>
    file.exec(`UPDATE invoices SET enterprise_id = 'x' WHERE enterprise_id = '${GONE}'`),
  ).toThrow();
  expect(() => file.exec("DELETE FROM invoices")).toThrow("an invoice is never deleted");
});

test("a restore of an older export deletes again who was deleted since, under the same receipt", async () => {
  const note = {
    version: 1 as const,
    enterpriseId: GONE as never,
    at: 5,
    receipt: { id: RECEIPT, hash: hashOfEnterprise(GONE), userId: "u", askedAt: 1, begunAt: 5 },
  };
  const [tenant, directory] = await Promise.all([filled("tenant"), filled("directory")]);
  directory.file.exec(`UPDATE enterprises SET deletes_at = NULL, deletion_begun_at = NULL`);
  expect(await deleteAgain(tenant.database, "tenant", [note])).toBeGreaterThan(100);
  await deleteAgain(directory.database, "directory", [note]);
  await deleteAgain(directory.database, "directory", [note]);
  expect(rowsOf(tenant, "customers").length).toBe(4);
  expect(rowsOf(directory, "enterprises").length).toBe(1);
  expect(rowsOf(directory, "users").length).toBe(4);
  expect(
    directory.file
      .prepare("SELECT id, hash, begun_at AS at FROM deletion_receipts")
      .all()
      .map((row) => ({ ...row })),
  ).toEqual([{ id: RECEIPT, hash: hashOfEnterprise(GONE), at: 5 }]);
});

/** A database that notes what it is asked, and does nothing else differently. */
const noting = (database: D1Database, asked: string[]): D1Database =>
  new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name !== "prepare") return typeof value === "function" ? value.bind(target) : value;
      return (text: string) => {
        asked.push(text);
        return target.prepare(text);
      };
    },
  });

test.each(["tenant", "directory"] as const)(
  "no statement that deletes from a %s reads a table from its beginning",
  async (kind) => {
    const { file, database } = await databaseInMemory(kind);
    const asked: string[] = [];
    const doomed = await doomedTables({ $client: noting(database, asked) }, kind, RECEIPT);
    asked.length = 0;
    for (const table of doomed) {
      if (table.isIndexed) {
        table.delete(GONE);
        table.anyLeft(GONE);
        continue;
      }
      table.endOfPart("");
      table.delete(GONE, { after: "", end: null });
      table.delete(GONE, { after: "", end: "[1]" });
    }
    const scanned = asked.filter((text) =>
      file
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .some(({ detail }) => /^SCAN (?!CONSTANT)/.test(String(detail))),
    );
    expect(scanned).toEqual([]);
    expect(asked.length).toBeGreaterThan(2 * doomed.length - 1);
  },
);

test.each([
  ["message_words", "(number, enterprise_id, message_id) SELECT n, who, n"],
  [
    "milestone_hits",
    "(run_id, milestone_id, enterprise_id, instance_id, at) SELECT n / 3, n % 3, who, '', 1",
  ],
])("a walk through %s takes a part at a time, and leaves others theirs", async (name, columns) => {
  const { file, database } = await databaseInMemory("tenant");
  for (const row of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    file.exec(`DROP TRIGGER "${String(row["name"])}"`);
  const [parts, each] = [3, 700];
  // The others' rows come between, and more of them than one part has.
  file.exec(`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${parts * PART})
    INSERT INTO ${name} ${columns} FROM (SELECT n, iif(n % ${PART} < ${each}, '${GONE}', '${STAYS}') AS who FROM n)`);
  const count = (who: string) =>
    file.prepare(`SELECT count(*) AS n FROM ${name} WHERE enterprise_id = ?`).get(who)?.["n"];
  const stay = count(STAYS);
  const table = (await doomedTables({ $client: database }, "tenant", RECEIPT)).find(
    (one) => one.name === name,
  );
  if (!table) throw new Error(`${name} has no rows of enterprises`);
  expect(table.isIndexed).toBe(false);
  let statements = 0;
  for (let after: string | undefined = ""; after !== undefined; statements++) {
    if (statements > 50) throw new Error("the walk comes to no end");
    const part = await partOf(table, after);
    const { meta } = await table.delete(GONE, part).run();
    expect(meta.changes).toBeLessThanOrEqual(PAGE);
    after = afterPage(part, meta.changes);
  }
  expect([count(GONE), count(STAYS)]).toEqual([0, stay]);
  expect(statements).toBeGreaterThanOrEqual(2 * parts);
});

test("what stops an enterprise goes behind all that would begin anew without it", async () => {
  const { database } = await databaseInMemory("tenant");
  const names = (await doomedTables({ $client: database }, "tenant", RECEIPT)).map(({ name }) => name);
  expect(names.slice(-2).toSorted()).toEqual(["deletion_stops", "sending_stops"]);
});

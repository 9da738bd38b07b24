import { expect, test } from "vitest";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { fillTables } from "#tests/support/filled-tables.ts";
import type { DatabaseKind } from "#workers/domain/backups/share.ts";
import { whoseRows } from "#workers/domain/backups/share.ts";
import { deleteAllRows, doomedTables, firstLeft } from "#workers/domain/enterprise/delete-rows.ts";
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
    // What triggers take out of the indexes of words must be in them.
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

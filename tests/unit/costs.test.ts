import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countWrites } from "#tests/support/counted-writes.ts";
import { PAGE, roomLoad } from "#tests/support/room-load.ts";
import { tenantInMemory } from "#tests/support/file-database.ts";

/** Rows that messages write, which are most of what the platform bills. `UPDATE_COSTS=1` writes the measured numbers. */
const GOLDEN = join(import.meta.dirname, "costs.golden.json");
const PEOPLE = 200;

test("what a message writes has not grown by a tenth, and the page of limits prices it (O-26)", async () => {
  const { tenant, cast, arrive, answered, delivered, written, sentence, text } = roomLoad(7);
  const here = await tenant();
  const rows = countWrites(here.file);
  const pages = Array.from({ length: PEOPLE / PAGE }, (_, page) => page * PAGE);
  const arriving = async () => {
    for (const from of pages)
      await arrive(
        here,
        Array.from({ length: PAGE }, (_, n) => written(from + n, text(sentence()))),
      );
    return rows() / PEOPLE;
  };
  const firstMessage = await arriving();
  for (const _ of pages) await answered(here);
  const answer = rows() / PEOPLE;
  for (const _ of pages) await delivered(here);
  const leaving = rows() / PEOPLE;
  const message = await arriving();
  const casting = await tenant();
  const castRows = countWrites(casting.file);
  cast(casting, PEOPLE);
  const recipient = castRows() / PEOPLE;
  const measured: Record<string, number> = { firstMessage, message, answer, leaving, recipient };
  for (const [name, value] of Object.entries(measured)) measured[name] = Math.round(value * 10) / 10;
  if (process.env["UPDATE_COSTS"]) {
    writeFileSync(GOLDEN, `${JSON.stringify(measured, null, 2)}\n`);
    return;
  }
  const golden = JSON.parse(readFileSync(GOLDEN, "utf8")) as Record<string, number>;
  const grown = Object.entries(measured).filter(([name, value]) => !(value <= 1.1 * (golden[name] ?? 0)));
  expect(grown, "UPDATE_COSTS=1 and node scripts/limits.ts, if it must").toEqual([]);
});

test("a written row counts with each index that has it, also where a trigger wrote it", async () => {
  const { file } = await tenantInMemory();
  file.exec("CREATE TABLE a (id INTEGER PRIMARY KEY, x, y); CREATE INDEX ax ON a (x); CREATE TABLE b (n)");
  file.exec("CREATE TRIGGER ab AFTER INSERT ON a BEGIN INSERT INTO b VALUES (1); END");
  const rows = countWrites(file);
  file.exec("INSERT INTO a VALUES (1, 1, 1)");
  expect(rows()).toBe(3);
  file.exec("UPDATE a SET y = 2");
  expect(rows()).toBe(1);
  file.exec("UPDATE a SET x = 2");
  expect(rows()).toBe(2);
  file.exec("DELETE FROM a");
  expect(rows()).toBe(2);
});

import { join } from "node:path";
import { expect, test } from "vitest";
import { driftOfAll } from "#workers/domain/reports/recount.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { openSqlite } from "../../scripts/lib/sqlite-file.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const MINUTE = 60_000;
const START = Date.UTC(2031, 0, 30, 23, 50);

test("what was said before reports were counted, and before they were counted by days, is counted by the migrations", async () => {
  const database = openSqlite(":memory:");
  const migrations = readMigrations(join(ROOT, "migrations/tenant"));
  const migrate = async (from: string, to: string) => {
    for (const { name, statements } of migrations) {
      if (name < from || name >= to) continue;
      for (const sql of statements) await database.prepare(sql).all();
    }
  };
  await migrate("0000", "0007");
  // Four people, conversations of up to five messages, some across midnight, a month and more than a day of silence.
  let at = START;
  for (let talk = 0; talk < 60; talk++) {
    at += ((talk * 7_919) % 700) * MINUTE;
    const length = 1 + (talk % 5);
    const last = at + (length - 1) * 11 * MINUTE;
    await database
      .prepare(
        `INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns)
         VALUES (?1, 'e', 'a', 'web', ?2, ?3, ?4, ?5)`,
      )
      .bind(`talk ${talk}`, `sender ${talk % 4}`, at, last, length)
      .all();
    for (let turn = 0; turn < length; turn++) {
      const intent = (talk + turn) % 3 === 0 ? null : `intent ${(talk * turn) % 4}`;
      await database
        .prepare(
          `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence,
             answer, others, model_version_id, channel, kind, emotion)
           VALUES (?1, 'e', 'a', ?2, ?3, 'hello', nullif(?4, ''), nullif(?4, ''), 0.6, 'hi', '[]', '', 'web', ?5, 'joy')`,
        )
        .bind(
          `turn ${talk} ${turn}`,
          `talk ${talk}`,
          at + turn * 11 * MINUTE,
          intent ?? "",
          intent ? "answer" : "outOfScope",
        )
        .all();
    }
  }
  await migrate("0007", "9999");
  const { results } = await database
    .prepare("SELECT sum(turns) AS turns FROM report_sums WHERE grain = 900000")
    .all();
  expect(results).toMatchObject([{ turns: 180 }]);
  expect(await driftOfAll(database)).toEqual([]);
  database.close();
});

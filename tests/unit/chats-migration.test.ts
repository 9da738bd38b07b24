import { join } from "node:path";
import { expect, test } from "vitest";
import { recountChats } from "#workers/domain/chats/recount.ts";
import { readMigrations } from "../../scripts/lib/migrations.ts";
import { openSqlite } from "../../scripts/lib/sqlite-file.ts";
import { ROOT } from "../../scripts/lib/topology.ts";

const MINUTE = 60_000;
const START = Date.UTC(2031, 0, 30, 23, 50);

async function migrated() {
  const database = openSqlite(":memory:");
  const migrations = readMigrations(join(ROOT, "migrations/tenant"));
  return {
    database,
    migrate: async (from: string, to: string) => {
      for (const { name, statements } of migrations)
        if (name >= from && name < to) for (const sql of statements) await database.prepare(sql).all();
    },
  };
}

test("chats from before there were sums are in them, with the first answers that their messages tell of", async () => {
  const { database, migrate } = await migrated();
  await migrate("0000", "0035");
  const said = (chat: string, minutes: number, by: string, cause = "") =>
    database
      .prepare(
        `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause, status, facts, at)
         VALUES (?1 || ?2, 'e', 'h', ?1, ?1, ?2, CASE ?3 WHEN 'customer' THEN 'in' ELSE 'out' END, 'text', '{}', ?3, '', nullif(?4, ''), 'sent', '{}', ?5)`,
      )
      .bind(chat, minutes, by, cause, START + minutes * MINUTE)
      .all();
  for (const [id, state, reason] of [
    ["answered", 3, null],
    ["away", 4, 0],
    ["bot's", 3, null],
  ] as const) {
    await database
      .prepare(
        `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, missed_reason, handler, handler_name, labels, closed_at, rating, seq, unread, last_at, last_text, created_at, updated_at)
         VALUES (?1, 'e', 'h', ?1, ?2, nullif(?3, -1), 'u', 'Asha', '["l"]', ?4, 4, 3, 0, ?4, '', ?5, ?5)`,
      )
      .bind(id, state, reason ?? -1, START + 30 * MINUTE, START)
      .all();
    await said(id, 0, "customer");
  }
  await said("answered", 5, "system", "queue:m");
  await said("answered", 12, "person");
  await said("answered", 20, "person");
  await said("away", 1, "system", "handOver:m");
  await said("bot's", 1, "bot", "turn:m");
  await migrate("0035", "9999");
  const { results } = await database
    .prepare("SELECT id, asked_at, first_response_ms FROM chats ORDER BY id")
    .all();
  expect(results).toEqual([
    { id: "answered", asked_at: START + 5 * MINUTE, first_response_ms: 7 * MINUTE },
    { id: "away", asked_at: null, first_response_ms: null },
    { id: "bot's", asked_at: null, first_response_ms: null },
  ]);
  const sums = await database
    .prepare(
      "SELECT sum(started) AS started, sum(responses) AS responses, sum(closed) AS closed, sum(out_of_hours) AS missed FROM chat_figures WHERE kind = 'label'",
    )
    .all();
  expect(sums.results).toEqual([{ started: 3, responses: 1, closed: 2, missed: 1 }]);
  expect(await recountChats(database)).toEqual([]);
  database.close();
});

test("chats from before there was a service level know when they were first picked up", async () => {
  const { database, migrate } = await migrated();
  await migrate("0000", "0044");
  for (const [id, picked] of [
    ["handed on", START + 9 * MINUTE],
    ["missed", 0],
  ] as const) {
    await database
      .prepare(
        `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, waiting_since, picked_at, seq, unread, last_at, last_text, created_at, updated_at)
         VALUES (?1, 'e', 'h', ?1, 1, ?2, nullif(?3, 0), 3, 0, ?2, '', ?2, ?2)`,
      )
      .bind(id, START, picked)
      .all();
    for (const [seq, type, minutes] of [
      [1, 10, 1],
      [2, 2, 3],
      [3, 2, 9],
    ] as const)
      await database
        .prepare(
          "INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, at) VALUES (?1 || ?2, 'e', ?1, ?2, ?3, 'u', 'Asha', ?4)",
        )
        .bind(id, seq, type, START + minutes * MINUTE)
        .all();
  }
  await migrate("0044", "9999");
  const { results } = await database.prepare("SELECT id, first_pickup_ms AS ms FROM chats ORDER BY id").all();
  expect(results).toEqual([
    { id: "handed on", ms: 3 * MINUTE },
    { id: "missed", ms: null },
  ]);
  database.close();
});

test("a recount finds what drifted, and repairs it", async () => {
  const { database, migrate } = await migrated();
  await migrate("0000", "9999");
  const run = (sql: string) => database.prepare(sql).all();
  await run(`INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, handler, handler_name, seq, unread, last_at, last_text, created_at, updated_at)
    VALUES ('c', 'e', 'h', 'i', 2, 'u', 'Asha', 1, 0, 0, '', ${START}, ${START})`);
  await run("UPDATE chat_figures SET started = 5 WHERE kind = 'agent'");
  await run("UPDATE chat_counts SET count = 0");
  await run(
    "INSERT INTO chat_figures (enterprise_id, kind, hour, department_id, of_id, closed) VALUES ('gone', 'all', 0, '', '', 2)",
  );
  const found = await recountChats(database, { repair: true });
  expect(found).toMatchObject([
    { table: "chat_counts", rows: 1 },
    { table: "chat_figures", rows: 2 },
  ]);
  expect(await recountChats(database)).toEqual([]);
  const named = await run("SELECT name, started FROM chat_figures WHERE kind = 'agent'");
  expect(named.results).toEqual([{ name: "Asha", started: 1 }]);
  database.close();
});

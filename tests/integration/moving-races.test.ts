import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { watchedDatabase } from "#tests/support/watched-database.ts";
import { readShape } from "#workers/domain/backups/shape.ts";
import { withoutTriggers } from "#workers/domain/moving/fence.ts";
import { takeNumbers } from "#workers/domain/moving/numbers.ts";

/** A moving enterprise between two databases that others write to all the time. */
const harness = await startHarness();
const { env } = harness;
const [from, to] = [tenantDatabase(env, "TENANT_1"), tenantDatabase(env, "TENANT_2")];

/** A row of a table that numbers its rows; done, so that nobody takes it up. */
const news = (database: D1Database, enterpriseId: string) =>
  database
    .prepare(
      "INSERT INTO entry_news (enterprise_id, event_id, kind, key, data, at, done_at) VALUES (?, ?, 'event', '', '{}', 1, 1) RETURNING n",
    )
    .bind(enterpriseId, randomUUID())
    .first<number>("n");

test("numbers that others are given while an enterprise takes its span are not in the span", async () => {
  const enterpriseId = randomUUID();
  const first = await news(env.TENANT_1, enterpriseId);
  await news(env.TENANT_1, enterpriseId);
  const { tables } = await readShape(from);
  let given: number | null = null;
  const watched = watchedDatabase(env.TENANT_2, async (sql) => {
    if (given === null && sql.startsWith("SELECT CASE WHEN")) given = await news(env.TENANT_2, randomUUID());
  });
  const numbers = await takeNumbers(
    from,
    tenantDatabase({ ...env, TENANT_2: watched }, "TENANT_2"),
    tables.filter(({ name }) => name === "entry_news"),
    enterpriseId,
  );
  expect(given).not.toBe(null);
  const offset = numbers["entry_news"]?.offset ?? 0;
  expect((first ?? 0) + offset).toBeGreaterThan(Number(given));
  expect(await news(env.TENANT_2, randomUUID())).toBeGreaterThan((first ?? 0) + 1 + offset);
});

test("triggers are laid aside only for the schema for which the rows were read", async () => {
  const triggers = async () =>
    (
      await env.TENANT_2.prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'chats' ORDER BY name",
      ).all()
    ).results;
  const { schema } = await readShape(to);
  const before = await triggers();
  expect(before.length).toBeGreaterThan(0);
  const id = randomUUID();
  const adding = () => [
    to.$client
      .prepare(
        `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, seq, unread, last_at, last_text, created_at, updated_at)
         VALUES (?1, ?1, ?1, ?1, 1, 0, 0, 1, '', 1, 1)`,
      )
      .bind(id),
  ];
  const there = () => env.TENANT_2.prepare("SELECT id FROM chats WHERE id = ?").bind(id).all();
  // A migration came in between.
  await expect(
    withoutTriggers(to, { table: "chats", schema: `${schema} and another` }, adding()),
  ).rejects.toThrow("bad JSON path: 'schema'");
  expect([await triggers(), (await there()).results]).toEqual([before, []]);
  await withoutTriggers(to, { table: "chats", schema }, adding());
  expect([await triggers(), (await there()).results]).toEqual([before, [{ id }]]);
  await withoutTriggers(to, { table: "chats", schema }, [
    to.$client.prepare("DELETE FROM chats WHERE id = ?").bind(id),
  ]);
});

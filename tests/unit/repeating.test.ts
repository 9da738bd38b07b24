import { expect, test } from "vitest";
import { repeating } from "#db/repeating.ts";
import { databaseInMemory } from "#tests/support/file-database.ts";
import { aroundDatabase } from "#tests/support/watched-database.ts";

const LOST = "D1_ERROR: Network connection lost.";

/** A database whose next calls fail so, before they take effect or after; and how many calls it was sent. */
async function failingDatabase() {
  const { file, database } = await databaseInMemory("tenant");
  file.exec("CREATE TABLE counted (n INTEGER); INSERT INTO counted VALUES (0)");
  const fails: ["before" | "after", string][] = [];
  let calls = 0;
  const failing = aroundDatabase(database, {
    around: async (_, run) => {
      calls++;
      const [when, message] = fails.shift() ?? [];
      if (when === "before") throw new Error(message);
      const answer = await run();
      if (when === "after") throw new Error(message);
      return answer;
    },
  });
  const d1 = repeating(failing);
  let entries = 0;
  const columns = [
    "id",
    "enterprise_id",
    "at",
    "user_id",
    "action",
    "object_kind",
    "object_id",
    "object_name",
  ];
  const entry = (id: string, end = "") =>
    d1.prepare(
      `insert into "audit_trail" (${[...columns, "address", "request_id"].map((each) => `"${each}"`).join(", ")}) values ('${id}', 'e', 1, 'u', 'update', 'agent', 'o', 'n', '', '')${end}`,
    );
  const count = () => d1.prepare("UPDATE counted SET n = n + 1");
  return {
    d1,
    fails,
    /** Changes something, with an entry in the trail. */
    change: (end?: string) => d1.batch([count(), entry(`entry ${++entries}`, end)]),
    count: () => count().run(),
    sent: () => calls,
    counted: () => Number(file.prepare("SELECT n FROM counted").get()?.["n"]),
  };
}

test("what only reads is asked again when the database failed for a moment, and not twice (R-11)", async () => {
  const { d1, fails, sent } = await failingDatabase();
  const read = () => d1.prepare("SELECT n FROM counted WHERE n = ?").bind(0).first("n");
  fails.push(["after", LOST]);
  expect(await read()).toBe(0);
  fails.push(["before", "D1_ERROR: Internal error in D1 DB storage caused object to be reset."]);
  expect((await d1.batch([d1.prepare("SELECT 1"), d1.prepare(" select 2")])).length).toBe(2);
  expect(sent()).toBe(4);
  fails.push(["before", LOST]);
  expect(await d1.prepare("WITH x(n) AS (SELECT 1) SELECT n FROM x").first("n")).toBe(1);
  fails.push(["before", LOST]);
  const written = d1.prepare("WITH x(n) AS (SELECT 1) INSERT INTO counted SELECT n FROM x").run();
  await expect(written).rejects.toThrow(LOST);
  fails.push(["before", LOST], ["before", LOST]);
  await expect(read()).rejects.toThrow(LOST);
  for (const other of [
    "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
    "D1_ERROR: no such column: x",
  ]) {
    const before = sent();
    fails.push(["before", other]);
    await expect(read()).rejects.toThrow(other);
    expect(sent()).toBe(before + 1);
  }
});

test("a change with an entry in the trail is sent again, and takes effect once", async () => {
  const { fails, change, sent, counted } = await failingDatabase();
  fails.push(["before", LOST]);
  await change();
  expect([counted(), sent()]).toEqual([1, 2]);
  // It took effect, and its answer is lost: saying that all went well, or that somebody else was first, would be wrong.
  fails.push(["after", LOST]);
  await expect(change()).rejects.toThrow(LOST);
  expect([counted(), sent()]).toEqual([2, 4]);
  fails.push(["before", LOST], ["before", "D1_ERROR: something else"]);
  await expect(change()).rejects.toThrow(LOST);
  expect(counted()).toBe(2);
});

test("a change that nothing marks is not sent again", async () => {
  const { fails, change, count, sent, counted } = await failingDatabase();
  fails.push(["before", LOST], ["before", LOST]);
  await expect(count()).rejects.toThrow(LOST);
  await expect(change(" on conflict do nothing")).rejects.toThrow(LOST);
  expect([counted(), sent()]).toEqual([0, 2]);
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { signInAlerts, signInFigures, workAlerts, workFigures } from "#workers/domain/jobs/figures.ts";

/** O-05, O-07: what operators are told of work and of sign-ins. */
const harness = await startHarness();
const { TENANT_2, DIRECTORY } = harness.env;
const db = tenantDatabase(harness.env, "TENANT_2");
const MINUTE = 60_000;
// Far ahead: what the harness itself does is long over.
const now = Date.now() + 365 * 24 * 60 * MINUTE;
const figures = () => workFigures(db, now);

async function makeJob(
  state: string,
  { age, lease = 0, attempts = 0 }: Record<string, number>,
): Promise<string> {
  const id = randomUUID();
  const at = now - (age ?? 0);
  await TENANT_2.prepare(
    `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
     VALUES (?1, 'figures', 'customers.import', ?1, '{}', ?2, 0, '', ?3, ?4, ?5, ?5)`,
  )
    .bind(id, state, attempts, lease === 0 ? 0 : now + lease, at)
    .run();
  return id;
}
// Work that other files have left waiting, such as that of who is being deleted, is passed over, as if it moved away.
beforeAll(async () => {
  await TENANT_2.prepare(
    `INSERT INTO fences (enterprise_id, side, at) SELECT DISTINCT enterprise_id, 'leaving', 1 FROM jobs
     WHERE state IN ('waiting', 'running') ON CONFLICT DO NOTHING`,
  ).run();
});
afterAll(async () => {
  await TENANT_2.prepare("DELETE FROM fences WHERE at = 1").run();
});
const drop = () => TENANT_2.prepare("DELETE FROM jobs WHERE enterprise_id = 'figures'").run();

test("a job that nobody begins for ten minutes, or that does not get on, is an alert; one that is held or waits its time is none", async () => {
  expect(await figures()).toMatchObject({ open: 0, oldestMs: null, stuck: 0, givenUp: 0 });
  await makeJob("running", { age: 60 * MINUTE, lease: MINUTE });
  await makeJob("waiting", { age: 60 * MINUTE, lease: 5 * MINUTE, attempts: 3 });
  await makeJob("waiting", { age: 9 * MINUTE });
  const well = await figures();
  expect(well).toMatchObject({ open: 3, oldestMs: 9 * MINUTE, stuck: 0 });
  expect(workAlerts(well)).toEqual([]);
  await makeJob("waiting", { age: 11 * MINUTE });
  await makeJob("waiting", { age: 30 * MINUTE, lease: MINUTE, attempts: 4 });
  const bad = await figures();
  expect(bad).toMatchObject({ open: 5, oldestMs: 11 * MINUTE, stuck: 2 });
  expect(workAlerts(bad)).toEqual(["stuck"]);
  await drop();
});

test("work that was given up is told of for an hour", async () => {
  await makeJob("failed", { age: 59 * MINUTE });
  await makeJob("failed", { age: 61 * MINUTE });
  const told = await figures();
  expect(told).toMatchObject({ open: 0, givenUp: 1 });
  expect(workAlerts(told)).toEqual(["givenUp"]);
  await drop();
});

test("recipients of broadcasts that go on are counted by what became of them, failures by their code", async () => {
  const add = (broadcastId: string, status: string, code: string, count: number) =>
    TENANT_2.prepare(
      "INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES ('figures', ?, ?, ?, ?)",
    )
      .bind(broadcastId, status, code, count)
      .run();
  const { results } = await TENANT_2.prepare("PRAGMA table_info(broadcasts)").all<{
    name: string;
    type: string;
    notnull: number;
    dflt_value: string | null;
  }>();
  const needed = results.filter(
    ({ notnull, dflt_value: usual, name }) => notnull === 1 && usual === null && name !== "id",
  );
  const make = (id: string, endedAt: number | null) =>
    TENANT_2.prepare(
      `INSERT INTO broadcasts (id, ended_at, ${needed.map(({ name }) => name).join()}) VALUES (?1, ?2, ${needed
        .map(({ type }) => (type.toLowerCase() === "text" ? "'{}'" : "1"))
        .join()})`,
    )
      .bind(id, endedAt)
      .run();
  await make("going", null);
  await make("over", 1);
  await add("going", "delivered", "", 5);
  await add("going", "failed", "131026", 2);
  await add("going", "failed", "timeout", 1);
  await add("going", "replied", "", 4);
  await add("over", "failed", "131026", 90);
  expect(await figures()).toMatchObject({
    recipients: { delivered: 5, failed: 3 },
    failures: { "131026": 2, timeout: 1 },
  });
});

test("many accounts or addresses at their limit at once are an alert, one person who has forgotten a password is none", async () => {
  const fail = (subject: string, times: number, age = 0) =>
    DIRECTORY.prepare(
      `INSERT INTO login_failures (subject, at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) SELECT ?1, ?3 FROM n`,
    )
      .bind(subject, times, now - age)
      .run();
  await fail("somebody", 10);
  await fail("their address", 10);
  await fail("before", 30, 11 * MINUTE);
  const one = await signInFigures(directory(harness.env), now);
  expect([one, signInAlerts(one)]).toEqual([{ attempts: 20, full: 2 }, []]);
  for (let n = 0; n < 18; n++) await fail(`account ${n}`, 10);
  const many = await signInFigures(directory(harness.env), now);
  expect([many, signInAlerts(many)]).toEqual([{ attempts: 200, full: 20 }, ["signIns"]]);
});

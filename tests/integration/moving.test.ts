import { beforeEach, expect, test, vi } from "vitest";
import { cast, numbersOf, simulatedChannel } from "#tests/support/casting.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { makeCustomer } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { fill } from "#tests/support/isolation-owner.ts";
import { askingForCity } from "#tests/support/journeys.ts";
import { png } from "#tests/support/made-files.ts";
import { answerOurselves, deliver, makeChannel, saying, type TestChannel } from "#tests/support/messaging.ts";
import { mover } from "#tests/support/moving.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { startedJourney } from "#tests/support/runs.ts";
import { refused } from "#tests/support/refused.ts";
import { movingTexts as texts } from "#texts/moving.ts";
import { directory, type TenantDatabase, tenantDatabase } from "#db/client.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import { getSending, resumeSending, stopSending } from "#workers/contract/endpoints/sending.ts";
import type { MoveStep } from "#workers/contract/moving.ts";
import { readShape } from "#workers/domain/backups/shape.ts";
import { checks } from "#workers/domain/consistency/checks.ts";
import { askMove, cancelMove, latestMove } from "#workers/domain/moving/ask.ts";
import { LeaseLost } from "#workers/domain/jobs/lease.ts";
import { moveOf, type MoveRow, switchOver } from "#workers/domain/moving/row.ts";
import { movedTables } from "#workers/domain/moving/tables.ts";
import { leavingTables } from "#workers/domain/moving/remove.ts";

/** An enterprise goes into another tenant database, whoever dies on the way, and whatever comes in meanwhile. */
const harness = await startHarness();
const { env } = harness;
const LONG = { timeout: 600_000 };
beforeEach(() => answerOurselves(harness));

const rows = async <Row>(database: TenantDatabase, sql: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await env[database]
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
const one = async (database: TenantDatabase, sql: string, ...values: unknown[]): Promise<number> =>
  Object.values((await rows<Record<string, number>>(database, sql, ...values))[0] ?? {})[0] ?? 0;

const tablesOf = async (database: TenantDatabase) => (await readShape(tenantDatabase(env, database))).tables;
/** The number of an enterprise's rows by table. */
async function countsIn(database: TenantDatabase, { enterpriseId }: Pick<Person, "enterpriseId">) {
  const tables = movedTables(await tablesOf(database)).filter(({ columns }) =>
    columns.includes("enterprise_id"),
  );
  const counts = await Promise.all(
    tables.map(
      async ({ name }) =>
        [
          name,
          await one(database, `SELECT count(*) FROM "${name}" WHERE enterprise_id = ?`, enterpriseId),
        ] as const,
    ),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
const fencesIn = async (database: TenantDatabase, { enterpriseId }: Pick<Person, "enterpriseId">) =>
  one(
    database,
    "SELECT (SELECT count(*) FROM fences WHERE enterprise_id = ?1) + (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'fence * ' || ?1)",
    enterpriseId,
  );
const databaseOf = ({ enterpriseId }: Person) =>
  env.DIRECTORY.prepare("SELECT database FROM enterprises WHERE id = ?")
    .bind(enterpriseId)
    .first<string>("database");
const saidIn = async (database: TenantDatabase, { id }: TestChannel): Promise<string[]> =>
  (
    await rows<{ text: string | null }>(
      database,
      "SELECT body ->> 'text' AS text FROM messages WHERE channel_id = ? AND direction = 'in' ORDER BY chat_id, seq",
      id,
    )
  ).map(({ text }) => text ?? "");

const FROM = "+919811400001";
const WALKER = "+919811400002";
/** Somebody in each database, so that the platform's numbers are taken in both: in the new one those of who moves, too. */
async function neighbours() {
  const there = await makePerson(harness, { database: "TENANT_2" });
  const here = await makePerson(harness);
  for (let n = 0; n < 4; n++) await makeCustomer(here);
  for (let n = 0; n < 20; n++) await makeCustomer(there);
  const channel = await makeChannel(harness, here);
  await deliver(harness, channel, [saying(FROM, "hello neighbour")]);
  await eventually(async () => expect(await saidIn("TENANT_1", channel)).toEqual(["hello neighbour"]));
  return { there, here };
}

interface Lived {
  who: Person;
  channel: TestChannel;
  broadcastId: string;
  customerId: string;
}
/** One of everything, an open chat, a run that waits for an answer, a broadcast that waits, and a file. */
async function lived(): Promise<Lived> {
  const who = await makePerson(harness);
  await fill(harness, who);
  // Invented ones, which would hold up everything.
  for (const table of ["deletion_stops", "sending_stops", "usage_stops", "offer_rules"])
    await env.TENANT_1.prepare(`DELETE FROM ${table} WHERE enterprise_id = ?`).bind(who.enterpriseId).run();
  const { id: customerId } = await makeCustomer(who, { name: "Zenobia", phoneNumber: FROM });
  const channel = await makeChannel(harness, who);
  await startedJourney(harness, channel, askingForCity("arrived"), { keyword: "city" });
  await deliver(harness, channel, [saying(FROM, "first", { name: "Zenobia" })]);
  await deliver(harness, channel, [saying(WALKER, "city", { name: "Walker" })]);
  await eventually(async () => {
    expect(await saidIn("TENANT_1", channel)).toEqual(expect.arrayContaining(["first", "city"]));
    expect(
      await one(
        "TENANT_1",
        "SELECT count(*) FROM runs WHERE enterprise_id = ? AND state = 'waiting'",
        who.enterpriseId,
      ),
    ).toBeGreaterThan(0);
    expect(
      await one(
        "TENANT_1",
        "SELECT count(*) FROM messages WHERE channel_id = ? AND status = 'queued'",
        channel.id,
      ),
    ).toBe(0);
  });
  await sendToDrive(harness, who, { use: "logo", bytes: png(40, 40), name: "logo.png" });
  const casting = await simulatedChannel(who, 50);
  await who.call(stopSending, { body: { reason: "A pause of our own" } });
  const [broadcastId = ""] = await cast(who, casting, numbersOf(30));
  await eventually(async () =>
    expect(
      await one(
        "TENANT_1",
        "SELECT count(*) FROM broadcasts WHERE id = ? AND prepared_at IS NOT NULL",
        broadcastId,
      ),
    ).toBe(1),
  );
  return { who, channel, broadcastId, customerId };
}

/** Tables whose rows come and go with what goes on meanwhile. */
const CHANGING = [
  "jobs",
  "audit_trail",
  "inbound_events",
  "live_events",
  "sending_stops",
  "data_checks",
  "former_places",
];
const lasting = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !CHANGING.includes(name)));

async function driftOf({ enterpriseId }: Person, database: TenantDatabase) {
  const wrong: Record<string, unknown> = {};
  for (const { kind, page } of checks) {
    for (let after: string | null = ""; after !== null;) {
      const input = {
        tenant: env[database],
        directory: env.DIRECTORY,
        enterpriseId,
        now: Date.now(),
        repair: false,
      };
      const found = await page(input as never, after);
      if (found.wrong > 0) wrong[kind] = found.example;
      after = found.next;
    }
  }
  return wrong;
}

test(
  "a filled enterprise moves, whoever dies at whichever step, and what comes in meanwhile is there once",
  LONG,
  async () => {
    const { here, there } = await neighbours();
    const { who, channel, broadcastId, customerId } = await lived();
    const other = await countsIn("TENANT_1", here);
    const before = lasting(await countsIn("TENANT_1", who));
    const drift = await driftOf(who, "TENANT_1");
    expect(before["customers"]).toBeGreaterThan(0);
    const move = await mover(harness, who.enterpriseId);
    /** Each step dies once before it is written down, and is done again; and once before that is heard. */
    const died = { before: new Set<MoveStep>(), after: new Set<MoveStep>() };
    const killing = (at: MoveStep) => {
      const when = died.before.has(at) ? "after" : "before";
      if (died[when].has(at)) return;
      died[when].add(at);
      move.dies[when] = 1;
    };
    await move.until("copy", killing);

    // Nothing is written any more: who tries is told so, and nothing of it is there.
    const refusal = await refused(makeCustomer(who, { name: "Too late" }));
    expect(refusal).toMatchObject({ status: 503, message: texts.refused });
    const response = await who.send("POST", `/api${customersApi.saveCustomer.path}`, {
      name: "Too late",
      phoneNumber: "+919811400077",
    });
    expect(response.headers.get("retry-after")).toBe("30");
    expect(
      await one(
        "TENANT_1",
        "SELECT count(*) FROM customers WHERE enterprise_id = ? AND name = 'Too late'",
        who.enterpriseId,
      ),
    ).toBe(0);
    await makeCustomer(here, { name: "In time" });
    expect((await who.call(getSending)).stopped?.reason).toBe("A pause of our own");
    // Messages from customers are answered with 200, and kept.
    for (const text of ["second", "third"])
      expect((await deliver(harness, channel, [saying(FROM, text)])).status).toBe(200);
    const twice = saying(FROM, "fourth");
    for (let n = 0; n < 2; n++) expect((await deliver(harness, channel, [twice])).status).toBe(200);
    expect(await saidIn("TENANT_1", channel)).not.toContain("second");

    await move.until("objects", killing);
    expect(await databaseOf(who)).toBe("TENANT_2");
    await move.until("keep", killing);
    await vi.waitFor(
      async () =>
        expect((await saidIn("TENANT_2", channel)).filter((text) => text !== "city")).toEqual([
          "first",
          "second",
          "third",
          "fourth",
        ]),
      { timeout: 40_000, interval: 200 },
    );
    const after = lasting(await countsIn("TENANT_2", who));
    for (const [name, count] of Object.entries(before))
      expect([name, (after[name] ?? 0) >= count]).toEqual([name, true]);
    for (const name of [
      "customers",
      "runs",
      "broadcasts",
      "broadcast_recipients",
      "drive_files",
      "secrets",
      "identities",
      "customer_marks",
      "templates",
    ])
      expect([name, after[name]]).toEqual([name, before[name]]);
    expect(await driftOf(who, "TENANT_2"), "counts are as a recount finds them").toEqual(drift);

    // The same session goes on, in the new database.
    const made = await makeCustomer(who, { name: "Afterwards" });
    expect(await one("TENANT_2", "SELECT count(*) FROM customers WHERE id = ?", made.id)).toBe(1);
    const found = await who.call(customersApi.getCustomer, { params: { id: customerId } });
    expect(JSON.stringify(found)).toContain("Zenobia");
    const numbersIn = (of: "min" | "max", { enterpriseId }: Person) =>
      one("TENANT_2", `SELECT ${of}(number) FROM customers WHERE enterprise_id = ?`, enterpriseId);
    expect(await numbersIn("min", who)).toBeGreaterThan(await numbersIn("max", there));
    expect(
      await one(
        "TENANT_2",
        "SELECT count(*) FROM identities i JOIN customers c ON c.number = i.customer AND c.enterprise_id = i.enterprise_id WHERE i.enterprise_id = ?",
        who.enterpriseId,
      ),
    ).toBe(
      await one(
        "TENANT_1",
        "SELECT count(*) FROM identities WHERE enterprise_id = ? AND customer IS NOT NULL",
        who.enterpriseId,
      ),
    );

    // The run goes on with the answer, and the broadcast leaves once its enterprise lets it: each of them once.
    expect((await who.call(getSending)).stopped?.reason, "who had stopped it before keeps it so").toBe(
      "A pause of our own",
    );
    await deliver(harness, channel, [saying(WALKER, "Pune")]);
    await vi.waitFor(
      async () =>
        expect(
          await one(
            "TENANT_2",
            "SELECT count(*) FROM runs WHERE enterprise_id = ? AND data ->> '$.outcome' = 'arrived'",
            who.enterpriseId,
          ),
        ).toBe(1),
      { timeout: 40_000, interval: 200 },
    );
    await who.call(resumeSending);
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            "TENANT_2",
            "SELECT status, attempts, count(*) AS n FROM broadcast_recipients r WHERE substr(r.id, 1, 28) = substr(?, 1, 28) AND status <> 'queued' GROUP BY 1, 2",
            broadcastId,
          ).then((states) => (states as { n: number }[]).reduce((sum, { n }) => sum + n, 0)),
        ).toBe(30),
      { timeout: 40_000, interval: 300 },
    );

    await move.until("done", killing);
    expect(await countsIn("TENANT_1", who), "nothing is left in the old database").toEqual({});
    for (const table of leavingTables(await tablesOf("TENANT_1")))
      if (table.columns.includes("enterprise_id"))
        expect([
          table.name,
          await one(
            "TENANT_1",
            `SELECT count(*) FROM "${table.name}" WHERE enterprise_id = ?`,
            who.enterpriseId,
          ),
        ]).toEqual([table.name, 0]);
    expect([await fencesIn("TENANT_1", who), await fencesIn("TENANT_2", who)]).toEqual([0, 0]);
    const theirs = await countsIn("TENANT_1", here);
    expect({ ...theirs, customers: (theirs["customers"] ?? 0) - 1, audit_trail: 0, live_events: 0 }).toEqual({
      ...other,
      audit_trail: 0,
      live_events: 0,
    });
    expect((await env.FILES.list({ prefix: `moving/${who.enterpriseId}/` })).objects).toEqual([]);
    const state = await latestMove(env.DIRECTORY as never, who.enterpriseId);
    expect(state).toMatchObject({ step: "done", failure: "" });
  },
);

/** A person with a chat, for moves that need no more. */
async function chatted(): Promise<{ who: Person; channel: TestChannel }> {
  const who = await makePerson(harness);
  await makeCustomer(who, { phoneNumber: FROM });
  const channel = await makeChannel(harness, who);
  await deliver(harness, channel, [saying(FROM, "before")]);
  await eventually(async () => expect(await saidIn("TENANT_1", channel)).toEqual(["before"]));
  return { who, channel };
}

test(
  "taken back before the switch, all goes on in the old database, with what came in meanwhile",
  LONG,
  async () => {
    const { who, channel } = await chatted();
    const before = lasting(await countsIn("TENANT_1", who));
    const move = await mover(harness, who.enterpriseId);
    await move.until("switch");
    expect((await deliver(harness, channel, [saying(FROM, "meanwhile")])).status).toBe(200);
    expect((await refused(makeCustomer(who))).status).toBe(503);
    // In the moment between the last look at the move and its switch.
    const seen = await moveOf(directory(env), move.moveId);
    await cancelMove(env.DIRECTORY as never, who.enterpriseId, Date.now());
    await expect(switchOver(directory(env), seen as MoveRow, Date.now())).rejects.toBeInstanceOf(LeaseLost);
    expect(await databaseOf(who)).toBe("TENANT_1");
    let pages = 0;
    await move.until("cancelled", () => {
      Object.assign(move.dies, pages++ % 2 === 0 ? { before: 1, after: 0 } : { before: 0, after: 0 });
    });
    expect(await databaseOf(who)).toBe("TENANT_1");
    await vi.waitFor(async () => expect(await saidIn("TENANT_1", channel)).toEqual(["before", "meanwhile"]), {
      timeout: 40_000,
      interval: 200,
    });
    const after = lasting(await countsIn("TENANT_1", who));
    for (const name of ["customers", "chats", "identities", "addresses"])
      expect(after[name]).toBe(before[name]);
    expect(await countsIn("TENANT_2", who), "nothing is left in the new database").toEqual({});
    expect([await fencesIn("TENANT_1", who), await fencesIn("TENANT_2", who)]).toEqual([0, 0]);
    expect((await who.call(getSending)).stopped).toBeNull();
    await makeCustomer(who);
    expect(
      await env.DIRECTORY.prepare("SELECT still_since AS at FROM enterprises WHERE id = ?")
        .bind(who.enterpriseId)
        .first("at"),
    ).toBeNull();
  },
);

test("rows that are not the same in both databases are never switched to", LONG, async () => {
  const { who } = await chatted();
  const move = await mover(harness, who.enterpriseId);
  await move.until("compare");
  const change = env.TENANT_2.prepare(
    "UPDATE customers SET name = 'Somebody else' WHERE enterprise_id = ?",
  ).bind(who.enterpriseId);
  await expect(change.run(), "nobody changes what was copied").rejects.toThrow("the enterprise is moving");
  await env.TENANT_2.batch([
    env.TENANT_2.prepare(`DROP TRIGGER "fence customers UPDATE ${who.enterpriseId}"`),
    change,
  ]);
  await move.until("cancelled");
  expect(await databaseOf(who)).toBe("TENANT_1");
  const state = await latestMove(env.DIRECTORY as never, who.enterpriseId);
  expect(state?.failure).toBe(texts.failures.differs("customers"));
  expect(await countsIn("TENANT_2", who)).toEqual({});
});

test(
  "no write of an enterprise that moves reaches its old database, in whichever table and by whomever",
  LONG,
  async () => {
    const { who } = await chatted();
    const { here } = await neighbours();
    const move = await mover(harness, who.enterpriseId);
    await move.until("reserve");
    const before = await countsIn("TENANT_1", who);
    for (const table of leavingTables(await tablesOf("TENANT_1"))) {
      if (!table.columns.includes("enterprise_id")) continue;
      const insert = env.TENANT_1.prepare(`INSERT INTO "${table.name}" (enterprise_id) VALUES (?)`).bind(
        who.enterpriseId,
      );
      await expect(insert.run(), table.name).rejects.toThrow("the enterprise is moving");
      // Housekeeping that removes rows for all at once passes these over; anything else is refused.
      const gone = await env.TENANT_1.prepare(`DELETE FROM "${table.name}" WHERE enterprise_id = ?`)
        .bind(who.enterpriseId)
        .run()
        .then(({ meta }) => meta.changes)
        .catch((error: unknown) => String(error));
      if (typeof gone === "string") expect(gone).toMatch("the enterprise is moving");
      const [column = ""] = table.columns;
      const changed = await env.TENANT_1.prepare(
        `UPDATE "${table.name}" SET "${column}" = "${column}" WHERE enterprise_id = ?`,
      )
        .bind(who.enterpriseId)
        .run()
        .then(() => "")
        .catch((error: unknown) => String(error));
      if (changed !== "") expect(changed).toMatch("the enterprise is moving");
    }
    expect(await countsIn("TENANT_1", who)).toEqual(before);
    // Other enterprises in the database are not held up: neither their writes nor the search for everybody's work.
    await makeCustomer(here);
    await harness.scheduled();
    expect(
      await one(
        "TENANT_1",
        "SELECT count(*) FROM timers WHERE enterprise_id = ? AND due_at IS NULL",
        here.enterpriseId,
      ),
    ).toBe(0);
    await cancelMove(env.DIRECTORY as never, who.enterpriseId, Date.now());
    await move.until("cancelled");
  },
);

test(
  "an operator's wish is refused in words: to nowhere, twice, too late, or of who is to be deleted",
  LONG,
  async () => {
    const who = await makePerson(harness);
    const ask = (more: object = {}) =>
      askMove(env.DIRECTORY as never, {
        id: crypto.randomUUID(),
        enterpriseId: who.enterpriseId,
        to: "TENANT_2",
        now: Date.now(),
        regionOf: () => "eu",
        ...more,
      });
    await expect(ask({ to: "TENANT_9" })).rejects.toThrow(texts.asked.unknownDatabase("TENANT_1, TENANT_2"));
    await expect(ask({ to: "TENANT_1" })).rejects.toThrow(texts.asked.there);
    await expect(ask({ enterpriseId: "nobody" })).rejects.toThrow(texts.asked.unknownEnterprise);
    await expect(cancelMove(env.DIRECTORY as never, who.enterpriseId, 1)).rejects.toThrow(
      texts.asked.noneOpen,
    );
    const set = (column: string, value: unknown) =>
      env.DIRECTORY.prepare(`UPDATE enterprises SET ${column} = ? WHERE id = ?`)
        .bind(value, who.enterpriseId)
        .run();
    await set("deletes_at", Date.now() + 1e9);
    await expect(ask()).rejects.toThrow(texts.asked.deleted);
    await set("deletes_at", null);
    await set("region", "us");
    await expect(ask()).rejects.toThrow(texts.asked.region("us", "eu"));
    await set("region", "");
    const move = await mover(harness, who.enterpriseId);
    await expect(ask()).rejects.toThrow(texts.asked.underWay);
    await move.until("keep");
    await expect(cancelMove(env.DIRECTORY as never, who.enterpriseId, 1)).rejects.toThrow(
      texts.asked.tooLate,
    );
    await move.until("done");
    expect(await databaseOf(who)).toBe("TENANT_2");
  },
);

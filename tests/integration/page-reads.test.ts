import { expect, onTestFinished, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { leaveToTest, makeChannel, queueFor, rowsOf, saying, stating } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { aroundDatabase } from "#tests/support/watched-database.ts";
import { simulator } from "#workers/channels/simulator/index.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { channelsToWake } from "#workers/domain/messaging/to-wake.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";

const harness = await startHarness();
/** People, chats and messages of the enterprise, beside which a page is worked. */
const THERE = 900;
/** A page of one event reads a few rows a statement, however much there is. */
const MOST_ROWS = 60;

const number = (value: string): Address => ({ kind: "number", scope: "", value });
const user = (value: string): Address => ({ kind: "user", scope: "portfolio", value });
const by = (addresses: Address[], text: string): SimulatedEvent => {
  const said = saying("+1", text);
  const event = said.event as Extract<SimulatedEvent["event"], { type: "message" }>;
  return { ...said, event: { ...event, from: { ...event.from, addresses } } };
};

test(`no statement of a page reads more than ${MOST_ROWS} rows beside ${THERE} people and messages`, async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  const ids = await queueFor(harness, channel, { people: THERE });
  await harness.env.TENANT_1.prepare("UPDATE messages SET status = 'sent' WHERE channel_id = ?")
    .bind(channel.id)
    .run();
  // Journeys that others begin by words, as many as there are people.
  const others = `WITH RECURSIVE n (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < ${THERE})
    INSERT INTO automation_triggers (id, enterprise_id, instance_id, channel_id, kind, key)
    SELECT 'page-reads-' || v, 'somebody else', 'page-reads', 'page-reads-' || v, 'keyword', 'hello' FROM n`;
  await harness.env.TENANT_1.prepare(others).run();
  onTestFinished(async () => {
    await harness.env.TENANT_1.prepare(
      "DELETE FROM automation_triggers WHERE instance_id = 'page-reads'",
    ).run();
  });
  const reads: [rows: number, statement: string][] = [];
  const watched = aroundDatabase(harness.env.TENANT_1, {
    around: (_, run) => run(),
    read: (statement, rows) => reads.push([rows, statement]),
  });
  const ctx = ctxOf(
    tenantDatabase({ ...harness.env, TENANT_1: watched }, "TENANT_1"),
    asEnterpriseId.parse(owner.enterpriseId),
    { userId: "system", name: "", address: "", requestId: "a test" },
  );
  const lane = { id: channel.id, type: 4, contactId: "", departmentId: null, agentId: "a bot" };
  const [phone, id, later] = [number("+919811200001"), user("IN.2001"), number("+919811200002")];
  for (const event of [
    stating(ids[0] ?? "", "delivered"),
    by([phone], "hello by number"),
    by([id], "hello by id"),
    by([phone, id], "hello by both: they are one"),
    by([user("IN.2002")], "hello by id, without a number"),
    by([user("IN.2002"), later], "hello with a number: a customer"),
    by([phone], "stop"),
  ]) {
    await acceptEvents(ctx, channel.id, [{ key: event.key, raw: event }]);
    await workPage(ctx, lane, simulator, {
      hash: async ({ value }) => `1:${value}`,
      tellRuns,
      fileUrl: String,
      messageUrl: String,
    });
  }
  const states = "SELECT DISTINCT state FROM inbound_events WHERE channel_id = ?";
  expect(await rowsOf(harness, states, channel.id)).toEqual([{ state: "done" }]);
  const one = "SELECT count(*) AS n FROM identities WHERE enterprise_id = ? AND merged_into IS NOT NULL";
  expect(await rowsOf(harness, one, owner.enterpriseId)).toEqual([{ n: 1 }]);
  const linked =
    "SELECT count(*) AS n FROM identities i JOIN addresses a ON a.identity_id = i.id WHERE a.enterprise_id = ? AND a.address = 'IN.2002' AND i.customer IS NOT NULL";
  expect(await rowsOf(harness, linked, owner.enterpriseId)).toEqual([{ n: 1 }]);
  expect(reads.length).toBeGreaterThan(50);
  expect(reads.filter(([rows]) => rows > MOST_ROWS)).toEqual([]);
});

test("the sweeper finds open claims without reading the messages there are", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  await queueFor(harness, channel, { people: THERE });
  await harness.env.TENANT_1.prepare("UPDATE messages SET status = 'sent' WHERE channel_id = ?")
    .bind(channel.id)
    .run();
  const reads: number[] = [];
  const watched = aroundDatabase(harness.env.TENANT_1, {
    around: (_, run) => run(),
    read: (statement, rows) => statement.includes("claimed_by AS name") && reads.push(rows),
  });
  await channelsToWake({ $client: watched }, Date.now());
  expect(reads.length).toBe(1);
  expect(reads[0]).toBeLessThan(THERE);
});

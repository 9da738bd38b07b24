import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  leaveToTest,
  makeChannel,
  messagesOf,
  queueFor,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { simulator } from "#workers/channels/simulator/index.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

/** 14.7: an erasure closes somebody first, and waits for what is in a call; whoever comes between finds nobody. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const sql = (text: string, ...values: unknown[]) =>
  harness.env.TENANT_1.prepare(text)
    .bind(...values)
    .run();
const plain = (owner: Person) => watchedCtx(harness, owner, () => undefined);

/** A customer to whom a message is queued on a channel that the test works itself. */
async function queued() {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  const [id = ""] = await queueFor(harness, channel, { people: 1 });
  const [{ phone } = { phone: "" }] = await rowsOf<{ phone: string }>(
    harness,
    "SELECT a.address AS phone FROM messages m JOIN addresses a ON a.identity_id = m.identity_id WHERE m.id = ?",
    id,
  );
  const { customer } = await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha", phoneNumber: phone },
  });
  await sql(
    "UPDATE identities SET customer = (SELECT number FROM customers WHERE id = ?) WHERE id = (SELECT identity_id FROM messages WHERE id = ?)",
    customer.id,
    id,
  );
  const row = async () => (await messagesOf(harness, channel)).find((each) => each.id === id);
  const erase = () =>
    owner.call(personalDataApi.eraseCustomer, { params: { id: customer.id }, body: { confirm: "Asha" } });
  return { owner, channel, id, phone, row, erase };
}
const jobsOf = (owner: Person) =>
  rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM jobs WHERE enterprise_id = ? AND kind = 'customers.erase'",
    owner.enterpriseId,
  );
const finished = (owner: Person) =>
  eventually(async () => {
    await harness.scheduled();
    expect(await jobsOf(owner)).toEqual([]);
  });
const count = async (table: string, owner: Person): Promise<number> =>
  (
    await rowsOf<{ n: number }>(
      harness,
      `SELECT count(*) AS n FROM ${table} WHERE enterprise_id = ?`,
      owner.enterpriseId,
    )
  )[0]?.n ?? -1;

test("nothing is claimed for who is being erased, also what a sender gave back", async () => {
  const { owner, channel, id } = await queued();
  const [open = ""] = await queueFor(harness, channel, { people: 1 });
  await sql(
    "UPDATE identities SET closed_at = 1 WHERE id = (SELECT identity_id FROM messages WHERE id = ?)",
    id,
  );
  const { block } = await claimBlock(
    plain(owner),
    { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: null },
    `${channel.id}:0`,
    10,
  );
  expect(block.map((each) => each.id)).toEqual([open]);
});

test("what is in a call is left until it has ended, and then nothing of it stays but what is counted", async () => {
  const { owner, channel, id, phone, row, erase } = await queued();
  const ctx = plain(owner);
  const sender = `${channel.id}:0`;
  const { block } = await claimBlock(
    ctx,
    { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: null },
    sender,
    10,
  );
  expect(block).toHaveLength(1);
  await erase();
  await harness.scheduled();
  expect(await row()).toMatchObject({ text: id, claimed_by: sender, status: "queued" });
  expect(await jobsOf(owner)).toHaveLength(1);
  expect((await owner.call(chatsApi.chatSummary, { query: { queue: "all" } })).chats).toEqual([]);
  const result = { outcome: "sent", vendorId: `wamid.${phone}`, reason: `to ${phone}` } as const;
  const rules = { id: channel.id, pairMs: 0, idempotent: true };
  await noteOutcomes(ctx, rules, sender, [{ id, attempts: 1, at: Date.now(), result }]);
  await finished(owner);
  expect(await row()).toMatchObject({
    status: "sent",
    body: '{"kind":"text"}',
    identity_id: "",
    reason: null,
    vendor_id: expect.stringMatching(/^erased:/),
  });
  for (const table of ["identities", "addresses", "reach", "customers"])
    expect(await count(table, owner), table).toBe(0);
  const told = await count("live_events", owner);
  // The vendor knows the message by its id alone.
  await sql("UPDATE channels SET vendor = 91 WHERE id = ?", channel.id);
  const status = { vendorId: `wamid.${phone}`, status: "failed", reason: `not ${phone}` } as const;
  await deliver(harness, channel, [
    { key: randomUUID(), event: { type: "status", at: Date.now(), ...status } },
  ]);
  await eventually(async () => expect((await row())?.facts).toContain("failed"));
  expect(await row()).toMatchObject({ reason: null, vendor_id: expect.stringMatching(/^erased:/) });
  expect(await count("identities", owner)).toBe(0);
  expect(await count("live_events", owner)).toBe(told);
  expect((await owner.call(chatsApi.chatHistory, { query: {} })).chats).toEqual([]);
});

test("a call that never ends is waited for no longer than a call can take", async () => {
  const { owner, row, id, channel, erase } = await queued();
  await sql("UPDATE messages SET claimed_by = ? WHERE id = ?", `${channel.id}:0`, id);
  await erase();
  await sql("UPDATE jobs SET created_at = created_at - 180000 WHERE enterprise_id = ?", owner.enterpriseId);
  await finished(owner);
  expect(await row()).toMatchObject({ status: "unknown", claimed_by: null, body: '{"kind":"text"}' });
});

/** The first statement of a page's writing. */
const WRITING = "SELECT CASE WHEN\n    (SELECT count(*)";

test("a message that the lane is just working is somebody new's", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  const lane = { id: channel.id, type: 4, contactId: "", departmentId: null, agentId: null };
  const work = (ctx = plain(owner)) =>
    workPage(ctx, lane, simulator, {
      hash: async ({ value }) => value,
      tellRuns,
      fileUrl: String,
      messageUrl: String,
    });
  const accept = (text: string) =>
    acceptEvents(
      plain(owner),
      channel.id,
      [saying("+919876530777", text)].map((raw) => ({ key: raw.key, raw })),
    );
  await accept("before");
  await work();
  await sql("UPDATE chats SET state = 3, closed_at = 1 WHERE channel_id = ?", channel.id);
  await accept("after");
  const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, WRITING, async () => {
    const { customers } = (await owner.call(customersApi.listCustomers, { query: {} })).customers;
    // The waiting event names the number, and would go with it.
    await sql(
      "UPDATE inbound_events SET raw = replace(raw, '9876530777', '9876530778') WHERE state = 'pending'",
    );
    await owner.call(personalDataApi.eraseCustomer, {
      params: { id: customers[0]?.id ?? "" },
      body: { confirm: "Asha" },
    });
  });
  for (let more = await work(ctx); more.again; more = await work());
  expect(wasOvertaken()).toBe(true);
  await finished(owner);
  const rows = await messagesOf(harness, channel);
  const inbound = rows.filter(({ direction }) => direction === "in");
  expect(inbound.flatMap(({ text }) => text ?? [])).toEqual(["after"]);
  expect(await rowsOf(harness, ADDRESSES, owner.enterpriseId)).toEqual([{ address: "+919876530778" }]);
});
const ADDRESSES = "SELECT address FROM addresses WHERE enterprise_id = ?";

test("a missed chat that somebody is just picking up stays nobody's", async () => {
  const owner = await makePerson(harness);
  const channel: TestChannel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel);
  await sql(
    "UPDATE chats SET state = 4, missed_reason = 1, closed_at = 1, waiting_since = NULL WHERE id = ?",
    chatId,
  );
  const { customers } = (await owner.call(customersApi.listCustomers, { query: { search: phone.slice(1) } }))
    .customers;
  const late = raced(harness, owner);
  late.meanwhile(() =>
    owner.call(personalDataApi.eraseCustomer, {
      params: { id: customers[0]?.id ?? "" },
      body: { confirm: customers[0]?.name ?? "" },
    }),
  );
  const picked = await late.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    id: randomUUID(),
    action: "agentMissedChatPickup",
  });
  expect(picked.status).toBe(404);
  expect(late.met).toBeGreaterThan(0);
  expect(await count("chat_actions", owner)).toBe(0);
  expect(await rowsOf(harness, "SELECT state, handler FROM chats WHERE id = ?", chatId)).toEqual([
    { state: 4, handler: null },
  ]);
});

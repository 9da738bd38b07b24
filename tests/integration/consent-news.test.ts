import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeSystem } from "#tests/support/public-sending.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { playReceiver } from "#tests/support/receiver.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { sweeperOf } from "#workers/api/finish-work.ts";
import * as blacklistApi from "#workers/contract/endpoints/blacklist.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as personalDataApi from "#workers/contract/endpoints/personal-data.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import { consentChanged } from "#workers/contract/consent-event.ts";
import type { HookEvent } from "#workers/contract/webhooks-out.ts";

const harness = await startHarness();
const { TENANT_1 } = harness.env;
beforeEach(async () => {
  forgetOutbound();
  answerOurselves(harness);
  answerNames();
  await sweeperOf(harness.env).arm();
});
// Deliveries still on their way would be called in the middle of the next test.
afterEach(() =>
  TENANT_1.batch([TENANT_1.prepare("DELETE FROM hooks"), TENANT_1.prepare("DELETE FROM hook_deliveries")]),
);

interface Told {
  type: string;
  revision: number;
  data: Record<string, unknown>;
}
const hooked = async (owner: Person, events: HookEvent[]) => {
  const receiver = playReceiver();
  const { secret } = await owner.call(hooksApi.createHook, { body: { url: receiver.url, events } });
  receiver.secrets.push(secret);
  return receiver;
};
/** The news to be told, in its order, also before it was called. */
const told = async ({ enterpriseId }: Person): Promise<Told[]> =>
  (
    await rowsOf<{ body: string }>(
      harness,
      "SELECT body FROM hook_deliveries WHERE enterprise_id = ? ORDER BY seq",
      enterpriseId,
    )
  ).map(({ body }) => JSON.parse(body) as Told);
const numberOf = (data: Told["data"]) => [data["purpose"], data["isGiven"], data["how"]];

test("a receiver hears of every consent that changes, once, masked, by whom and how, and of nobody else's", async () => {
  const owner = await makePerson(harness);
  const stranger = await makePerson(harness);
  const receiver = await hooked(owner, ["consent.changed"]);
  const others = await hooked(stranger, ["consent.changed"]);
  const deaf = await hooked(owner, ["chat.closed"]);
  const channel = await makeChannel(harness, owner);
  const { phone } = await makeWaiting(harness, channel);
  await deliver(harness, channel, [saying(phone, "STOP")]);
  await eventually(async () => expect(await told(owner)).toHaveLength(2));
  // The same again is no change.
  await deliver(harness, channel, [saying(phone, "STOP")]);
  await deliver(harness, channel, [saying(phone, "START")]);
  await eventually(async () => expect(await told(owner)).toHaveLength(4));
  const [first, ...rest] = await told(owner);
  const [person] = await rowsOf<{ id: string; messageId: string }>(
    harness,
    `SELECT u.id, (SELECT m.id FROM messages m WHERE m.identity_id = i.id AND m.fact = 'stopWord' ORDER BY m.seq LIMIT 1) AS messageId
     FROM addresses a JOIN identities i ON i.id = a.identity_id JOIN customers u ON u.number = i.customer WHERE a.address = ?`,
    phone,
  );
  expect(first?.data).toEqual({
    customerId: person?.id,
    address: `+${"•".repeat(phone.length - 4)}${phone.slice(-3)}`,
    channelType: 4,
    channel: "whatsApp",
    purpose: "marketing",
    isGiven: false,
    how: "word",
    messageId: person?.messageId,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
  });
  for (const { data } of [first, ...rest].flatMap((each) => each ?? []))
    expect(consentChanged.safeParse(data).error).toBeUndefined();
  expect(rest.map(({ data }) => numberOf(data))).toEqual([
    ["service", false, "word"],
    ["marketing", true, "word"],
    ["service", true, "word"],
  ]);
  await owner.call(blacklistApi.addToBlacklist, { body: { addresses: [phone] } });
  const { blackList } = await owner.call(blacklistApi.listBlacklist, { query: { search: phone } });
  await owner.call(blacklistApi.removeFromBlacklist, { params: { id: blackList[0]?.id ?? "" } });
  const all = await told(owner);
  expect(all.slice(4).map(({ data }) => numberOf(data))).toEqual([
    ["marketing", false, "staff"],
    ["service", false, "staff"],
    ["marketing", true, "offBlacklist"],
    ["service", true, "offBlacklist"],
  ]);
  await eventually(() => expect(receiver.calls).toHaveLength(8));
  expect(receiver.calls.every(({ signedBy }) => signedBy.length === 1)).toBe(true);
  const revisions = receiver.calls.map(({ revision }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
  expect(JSON.stringify(receiver.calls)).not.toContain(phone.slice(1));
  expect([others.calls, deaf.calls]).toEqual([[], []]);
});

test("each way in which somebody agrees or refuses has its name, and an older word changes nothing", async () => {
  const owner = await makePerson(harness);
  await hooked(owner, ["consent.changed"]);
  const identity = randomUUID();
  await TENANT_1.batch([
    TENANT_1.prepare(
      "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) VALUES (?1, ?2, 1, '', 1, 1)",
    ).bind(identity, owner.enterpriseId),
    TENANT_1.prepare(
      "INSERT INTO addresses (id, enterprise_id, identity_id, channel_type, scope, kind, address, created_at) VALUES (?1, ?2, ?1, 1, '', 'mail', ?1 || '@people.example', 1)",
    ).bind(identity, owner.enterpriseId),
  ]);
  const say = (given: 0 | 1, source: string, at: number, wording = "") =>
    TENANT_1.prepare(
      "INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at) VALUES (?1, ?2, ?3, 1, 'marketing', ?4, ?5, ?6, ?7)",
    )
      .bind(randomUUID(), owner.enterpriseId, identity, given, wording, source, at)
      .run();
  await say(0, "vendor", 10, "spam");
  await say(1, "vendor", 20, "yes");
  await say(0, "unsubscribe:b1", 30);
  await say(1, "vendor", 5);
  await say(1, "form:7", 40);
  await say(0, "suppression:optOut", 50);
  await say(1, "journey:consent-1", 60);
  await say(0, "suppression:optOut", 70);
  await say(1, "import:9", 80);
  const heard = await told(owner);
  expect(heard.map(({ data }) => [data["isGiven"], data["how"], data["messageId"]])).toEqual([
    [false, "complaint", null],
    [true, "vendor", null],
    [false, "unsubscribeLink", "b1"],
    [true, "form", null],
    [false, "before", null],
    [true, "journey", null],
    [false, "before", null],
    [true, "import", null],
  ]);
  expect(heard[0]?.data).toMatchObject({
    customerId: null,
    address: `${identity.slice(0, 1)}•••@people.example`,
    channel: "email",
  });
});

test("what a system sends is told by its status, under the system's own key", async () => {
  const { owner, send, ask } = await makeSystem(harness);
  const receiver = await hooked(owner, ["message.status"]);
  const phone = `+9198${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  const asked = ask(phone);
  await send(asked);
  await eventually(() => expect(receiver.calls).toHaveLength(2));
  const heard = receiver.calls as unknown as Told[];
  expect(heard.map(({ data }) => (data["message"] as { status: string }).status)).toEqual([
    "sent",
    "delivered",
  ]);
  expect(heard[0]?.data).toMatchObject({
    chat: null,
    message: { direction: "out", by: "api", code: null, idempotencyKey: asked.idempotencyKey },
  });
  expect(heard[1]?.revision).toBeGreaterThan(heard[0]?.revision ?? 0);
  expect(JSON.stringify(heard)).not.toContain(phone.slice(1));
});

test("who is erased is told of no more, and nothing of them stays in the log", async () => {
  const { owner, send, ask } = await makeSystem(harness);
  await hooked(owner, ["message.status", "consent.changed"]);
  const phone = `+9199${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
  await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: phone, data: [], groups: [], tags: [] },
  });
  await send(ask(phone));
  await eventually(async () => expect(await told(owner)).toHaveLength(2));
  const { customers: found } = await owner.call(customersApi.listCustomers, { query: {} });
  const { id } = found.customers.find(({ name }) => name === "Asha Rao") ?? { id: "" };
  await owner.call(personalDataApi.eraseCustomer, { params: { id }, body: { confirm: "Asha Rao" } });
  expect(await told(owner)).toEqual([]);
});

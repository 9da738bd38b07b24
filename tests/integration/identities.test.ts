import { beforeEach, expect, test } from "vitest";
import { ctxIn } from "#tests/support/customer-fields.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { newPhone } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import type { Address } from "#workers/contract/inbound.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as customerReachApi from "#workers/contract/endpoints/customer-reach.ts";
import { eraseCustomer } from "#workers/contract/endpoints/personal-data.ts";
import { purgeCustomers } from "#workers/domain/customers/trash.ts";

const harness = await startHarness();
const owner = await makePerson(harness);
beforeEach(() => {
  answerOurselves(harness);
});

const number = (value: string): Address => ({ kind: "number", scope: "", value });
const user = (value: string): Address => ({ kind: "user", scope: "portfolio", value });

/** The message, as if these addresses had come with it. */
const by = (addresses: Address[], text: string, more: Parameters<typeof saying>[2] = {}): SimulatedEvent => {
  const said = saying("+1", text, more);
  const event = said.event as Extract<SimulatedEvent["event"], { type: "message" }>;
  return { ...said, event: { ...event, from: { ...event.from, addresses } } };
};

async function heard(channel: TestChannel, ...events: SimulatedEvent[]): Promise<void> {
  const before = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in").length;
  await deliver(harness, channel, events);
  await eventually(async () => {
    const now = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in").length;
    expect(now).toBe(before + events.length);
  });
}

interface Row {
  id: string;
  customer: number | null;
  merged_into: string | null;
  perhaps_other: number;
}
const identityOf = async ({ value }: Address) => {
  const [row] = await rowsOf<Row>(
    harness,
    "SELECT i.* FROM addresses a JOIN identities i ON i.id = a.identity_id WHERE a.enterprise_id = ? AND a.address = ?",
    owner.enterpriseId,
    value,
  );
  return row;
};
const refusalsOf = async (identity: string) =>
  (
    await rowsOf<{ purpose: string; source: string }>(
      harness,
      `SELECT purpose, source FROM consents c WHERE identity_id = ? AND given = 0 AND NOT EXISTS (
         SELECT 1 FROM consents o WHERE o.identity_id = c.identity_id AND o.purpose = c.purpose AND o.at > c.at) ORDER BY purpose`,
      identity,
    )
  ).map(({ purpose }) => purpose);

test("two identities that one event names together are joined: chat, window and refusal are one person's", async () => {
  const channel = await makeChannel(harness, owner);
  const [phone, id] = [number("+919811100001"), user("IN.1001")];
  await heard(channel, by([phone], "hello by number"));
  await heard(channel, by([id], "hello by id"));
  await heard(channel, by([id], "stop"));
  const [before, other] = [await identityOf(phone), await identityOf(id)];
  expect(before?.id).not.toBe(other?.id);
  await heard(channel, by([phone, id], "hello by both"));
  const joined = await identityOf(id);
  expect(joined?.id).toBe(before?.id);
  expect(await refusalsOf(joined?.id ?? "")).toEqual(["marketing", "service"]);
  const [former] = await rowsOf<Row>(harness, "SELECT * FROM identities WHERE id = ?", other?.id);
  expect(former?.merged_into).toBe(joined?.id);
  // Messages that came by both lie in the chat of the one who stayed.
  const [last] = await rowsOf<{ identity_id: string }>(
    harness,
    "SELECT c.identity_id FROM messages m JOIN chats c ON c.id = m.chat_id WHERE m.channel_id = ? AND m.body->>'text' = 'hello by both'",
    channel.id,
  );
  expect(last?.identity_id).toBe(joined?.id);
});

test("whoever is joined with somebody who agreed again stays in their journey, and leaves it where the other refuses", async () => {
  const until = { kind: "duration", length: { amount: 1, unit: "days" } };
  const waiting = graphOf({ start: ["start", {}], wait: ["wait", { until }] }, ["start > wait"]);
  const run = async (instanceId: string) => (await runsOf(harness, instanceId))[0];
  for (const [words, state] of [
    [["stop", "start"], "waiting"],
    [["stop"], "exited"],
  ] as const) {
    const channel = await makeChannel(harness, owner);
    const { instanceId } = await startedJourney(harness, channel, waiting, { keyword: "in" });
    const [phone, id] = [number(newPhone()), user(`IN.${newPhone()}`)];
    await heard(channel, by([phone], "in"));
    await eventually(async () => expect(await run(instanceId)).toMatchObject({ state: "waiting" }));
    for (const said of words) await heard(channel, by([id], said));
    await heard(channel, by([phone, id], "hello by both"));
    await eventually(async () => {
      await harness.scheduled();
      expect(await run(instanceId)).toMatchObject({ state, identity_id: (await identityOf(id))?.id });
    });
  }
});

test("a page that meets a person by each of their addresses makes one identity of them", async () => {
  const channel = await makeChannel(harness, owner);
  const [phone, id] = [number("+919811100002"), user("IN.1002")];
  await heard(channel, by([phone], "one"), by([id], "two"), by([phone, id], "three"));
  expect((await identityOf(phone))?.id).toBe((await identityOf(id))?.id);
  const chats = await rowsOf(harness, "SELECT 1 FROM chats WHERE channel_id = ?", channel.id);
  expect(chats).toHaveLength(1);
});

test("a visitor becomes a customer with the first number that they give", async () => {
  const channel = await makeChannel(harness, owner);
  const [id, phone] = [user("visitor.1"), number("+919811100003")];
  await heard(channel, by([id], "hello"));
  expect((await identityOf(id))?.customer).toBeNull();
  await heard(channel, by([id, phone], "my number", { name: "Meera" }));
  const customer = (await identityOf(id))?.customer;
  expect(customer).toEqual(expect.any(Number));
  const [row] = await rowsOf(harness, "SELECT name, phone FROM customers WHERE number = ?", customer);
  expect(row).toEqual({ name: "Meera", phone: "+919811100003" });
});

test("a number that writes after 90 days under another name may be somebody else: window and consent stay behind", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = number("+919811100004");
  const at = Date.now();
  await heard(channel, by([phone], "start", { name: "Asha", at: at - 190 * 86_400_000 }));
  const before = await identityOf(phone);
  await heard(channel, by([phone], "hello again", { name: "  ASHA ", at: at - 95 * 86_400_000 }));
  expect((await identityOf(phone))?.id, "the same name, differently written").toBe(before?.id);
  await heard(channel, by([phone], "hello", { name: "Bhavin", at }));
  const after = await identityOf(phone);
  expect(after).toMatchObject({ perhaps_other: 1, customer: before?.customer });
  expect(after?.id).not.toBe(before?.id);
  expect(await rowsOf(harness, "SELECT 1 FROM consents WHERE identity_id = ?", after?.id)).toEqual([]);
});

test("a number that comes with another user id is somebody else's: chat, window and refusals stay with who had it", async () => {
  const channel = await makeChannel(harness, owner);
  const [phone, before, after] = [number("+919811100008"), user("IN.1008"), user("IN.1009")];
  await heard(channel, by([phone, before], "hello from the first", { name: "Asha" }));
  const first = await identityOf(phone);
  expect(first?.id).toBe((await identityOf(before))?.id);
  // In one page: the number alone is who wrote before until the other has come, and then the other.
  await heard(
    channel,
    by([phone], "still the first"),
    by([phone, after], "hello from the second", { name: "Asha" }),
    by([phone], "the second again"),
    by([before], "the first, by id"),
  );
  const second = await identityOf(phone);
  expect(second).toMatchObject({ perhaps_other: 1, customer: first?.customer });
  expect(second?.id).toBe((await identityOf(after))?.id);
  expect((await identityOf(before))?.id).toBe(first?.id);
  const wrote = await rowsOf<{ identity_id: string; text: string }>(
    harness,
    "SELECT identity_id, body->>'text' AS text FROM messages WHERE channel_id = ? AND direction = 'in' ORDER BY rowid",
    channel.id,
  );
  expect(wrote.map(({ identity_id: id, text }) => [text, id === first?.id ? "first" : "second"])).toEqual([
    ["hello from the first", "first"],
    ["still the first", "first"],
    ["hello from the second", "second"],
    ["the second again", "second"],
    ["the first, by id", "first"],
  ]);
  expect(await rowsOf(harness, "SELECT 1 FROM chats WHERE channel_id = ?", channel.id)).toHaveLength(2);
});

test("who changed their user id keeps their number, whichever comes first", async () => {
  const channel = await makeChannel(harness, owner);
  for (const told of ["before", "in one page", "after"]) {
    const n = { before: 1, "in one page": 2, after: 3 }[told] ?? 0;
    const [phone, old, next] = [number(`+91981110001${n}`), user(`IN.10${n}1`), user(`IN.10${n}2`)];
    await heard(channel, by([phone, old], "hello", { name: "Ravi" }));
    const changed = by([old, next], "the id has changed");
    const wrote = by([phone, next], "hello again", { name: "Ravi" });
    if (told === "in one page") await heard(channel, wrote, changed);
    else
      for (const each of told === "before" ? [changed, wrote] : [wrote, changed]) await heard(channel, each);
    const ids = await Promise.all([phone, old, next].map(async (each) => (await identityOf(each))?.id));
    expect(new Set(ids).size, told).toBe(1);
    // Nobody has to wonder or is made in between, unless the number came with an id of which nobody had told yet.
    if (told === "after") continue;
    expect((await identityOf(phone))?.perhaps_other, told).toBe(0);
    const between = await rowsOf(harness, "SELECT id FROM identities WHERE merged_into = ?", ids[0]);
    expect(between, told).toEqual([]);
  }
});

test("what was refused holds after the person was erased, and a start word restores it", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = number("+919811100005");
  await heard(channel, by([phone], "stop", { name: "Ravi" }));
  const { customer } = (await identityOf(phone)) ?? {};
  const [row] = await rowsOf<{ id: string }>(harness, "SELECT id FROM customers WHERE number = ?", customer);
  await owner.call(eraseCustomer, { params: { id: row?.id ?? "" }, body: { confirm: "Ravi" } });
  expect(await identityOf(phone)).toBeUndefined();
  const kept = await rowsOf<{ hash: string }>(
    harness,
    "SELECT * FROM suppressions WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  expect(JSON.stringify(kept)).not.toContain("9811100005");
  await heard(channel, by([phone], "hello"));
  const again = await identityOf(phone);
  expect(await refusalsOf(again?.id ?? "")).toEqual(["marketing", "service"]);
  await heard(channel, by([phone], "start"));
  expect(await refusalsOf(again?.id ?? "")).toEqual([]);
});

test("who wants no more offers, as they chose in the messenger itself, refuses marketing alone, also after an erasure", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = number("+919811100007");
  let choices = 0;
  const chose = async (given: boolean, at: number) => {
    const from = { addresses: [phone], name: "Tara" };
    const event = { type: "consent" as const, from, purpose: "marketing" as const, given };
    const key = `choice:${channel.id}:${++choices}`;
    await deliver(harness, channel, [{ key, event: { ...event, wording: "no more offers", at } }]);
    const done = "SELECT 1 FROM inbound_events WHERE channel_id = ? AND event_key = ? AND state = 'done'";
    await eventually(async () => expect(await rowsOf(harness, done, channel.id, key)).toHaveLength(1));
  };
  const suppressed = async () =>
    (
      await rowsOf<{ why: string }>(
        harness,
        `SELECT s.why FROM suppressions s JOIN addresses a ON a.enterprise_id = s.enterprise_id AND a.hash = s.hash
         WHERE a.enterprise_id = ? AND a.address = ?`,
        owner.enterpriseId,
        phone.value,
      )
    ).map(({ why }) => why);
  const at = Date.now() - 10_000;
  await chose(false, at);
  const id = async () => (await identityOf(phone))?.id ?? "";
  expect(await refusalsOf(await id())).toEqual(["marketing"]);
  expect(await suppressed()).toEqual(["marketing"]);
  await chose(true, at + 1);
  expect([await refusalsOf(await id()), await suppressed()]).toEqual([[], []]);
  await chose(false, at + 2);
  await heard(channel, by([phone], "hello", { name: "Tara", at: at + 3 }));
  const { customer } = (await identityOf(phone)) ?? {};
  const [row] = await rowsOf<{ id: string }>(harness, "SELECT id FROM customers WHERE number = ?", customer);
  await owner.call(eraseCustomer, { params: { id: row?.id ?? "" }, body: { confirm: "Tara" } });
  await heard(channel, by([phone], "hello again", { name: "Tara", at: at + 4 }));
  expect(await refusalsOf(await id())).toEqual(["marketing"]);
  await heard(channel, by([phone], "stop", { name: "Tara", at: at + 5 }));
  expect([await refusalsOf(await id()), await suppressed()]).toEqual([["marketing", "service"], ["optOut"]]);
  // More than they took back: service stays refused.
  await chose(true, at + 6);
  expect([await refusalsOf(await id()), await suppressed()]).toEqual([["service"], ["optOut"]]);
});

test("an event that names another number of the account goes to that number's channel, once", async () => {
  const [here, there] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  await harness.env.TENANT_1.prepare("UPDATE channels SET contact_id = id WHERE id = ?").bind(there.id).run();
  const said = by([number("+919811100006")], "for the other number");
  const elsewhere = { ...said, event: { ...said.event, contactId: there.id } } as SimulatedEvent;
  await deliver(harness, here, [elsewhere]);
  await eventually(async () => expect((await messagesOf(harness, there)).length).toBeGreaterThan(0));
  // The vendor tells it there as well.
  await deliver(harness, there, [elsewhere]);
  const left = "SELECT 1 FROM inbound_events WHERE channel_id IN (?, ?) AND state = 'pending'";
  await eventually(async () => expect(await rowsOf(harness, left, here.id, there.id)).toEqual([]));
  expect(await messagesOf(harness, here)).toEqual([]);
  expect((await messagesOf(harness, there)).filter(({ direction }) => direction === "in")).toHaveLength(1);
});

test("news of an account is kept for who looks after the channel", async () => {
  const channel = await makeChannel(harness, owner);
  const event = { type: "account", what: "phone_number_quality_update", at: 5, text: "RED" } as const;
  await deliver(harness, channel, [{ key: "news:1", event }]);
  const read = "SELECT what, text, at FROM channel_events WHERE channel_id = ?";
  await eventually(async () =>
    expect(await rowsOf(harness, read, channel.id)).toEqual([
      { what: "phone_number_quality_update", text: "RED", at: 5 },
    ]),
  );
});

/** The customer that a number has become. */
const customerAt = async (phone: string) => {
  const [row] = await rowsOf<{ id: string; number: number; name: string }>(
    harness,
    "SELECT id, number, name FROM customers WHERE enterprise_id = ? AND phone = ?",
    owner.enterpriseId,
    phone,
  );
  if (!row) throw new Error(`nobody has ${phone}`);
  return row;
};

test("one person's data holds what was written with them, their addresses and refusals, and nobody else's (GDPR 15)", async () => {
  const channel = await makeChannel(harness, owner);
  const [mine, theirs] = [number("+919811100061"), number("+919811100062")];
  await heard(channel, by([mine, user("IN.1061")], "where is my order 4711", { name: "Meera" }));
  await heard(channel, by([theirs], "a secret of somebody else"));
  await heard(channel, by([mine], "stop"));
  // More than one query reads.
  const [from] = await rowsOf<{ identity_id: string; chat_id: string }>(
    harness,
    "SELECT identity_id, chat_id FROM messages WHERE channel_id = ? AND body->>'text' LIKE '%4711'",
    channel.id,
  );
  await harness.env.TENANT_1.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
     INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     SELECT printf('%s-%05d', ?2, i), ?1, ?2, ?3, ?4, 1000 + i, 'in', 'text', json_object('kind', 'text', 'text', 'line ' || i), 'customer', '', 'received', '{}', i FROM n`,
  )
    .bind(owner.enterpriseId, channel.id, from?.identity_id, from?.chat_id)
    .run();
  const { id } = await customerAt(mine.value);
  const path = `/api/chatbird/api/customer_master/customers/${id}/data`;
  const data = (await (await owner.send("GET", path)).json()) as {
    channels: object[];
    messages: { text?: string; by: string; channel: string }[];
  };
  expect(data.channels).toMatchObject([
    {
      type: "WhatsApp",
      name: "Meera",
      addresses: expect.arrayContaining([
        expect.objectContaining({ kind: "number", address: mine.value }),
        expect.objectContaining({ kind: "user", address: "IN.1061" }),
      ]) as object,
      agreements: [
        { purpose: "marketing", given: false, wording: "stop" },
        { purpose: "service", given: false, wording: "stop" },
      ],
    },
  ]);
  const words = data.messages.map(({ text }) => text);
  expect(words).toEqual(expect.arrayContaining(["where is my order 4711", "stop", "line 1", "line 2100"]));
  expect(words.filter((text) => text?.startsWith("line "))).toHaveLength(2_100);
  expect(new Set(words).size).toBe(words.length);
  expect(data.messages.find(({ text }) => text === "stop")).toMatchObject({
    by: "customer",
    channel: "Phone",
  });
  const csv = await (await owner.send("GET", `${path}?format=csv`)).text();
  expect(csv).toContain("where is my order 4711");
  expect(`${JSON.stringify(data)}${csv}`).not.toContain("secret of somebody else");
});

test("a customer's page says where they write from, what they refuse, and until when they can be answered freely", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = number("+919811100065");
  await heard(channel, by([phone, user("IN.1065")], "hello", { name: "Ravi" }));
  const { id } = await customerAt(phone.value);
  const read = async () => (await owner.call(customerReachApi.customerChannels, { params: { id } })).channels;
  const [first] = await read();
  expect(first).toMatchObject({
    typeName: "WhatsApp",
    name: "Ravi",
    perhapsOther: false,
    addresses: expect.arrayContaining([
      { kind: "number", address: phone.value },
      { kind: "user", address: "IN.1065" },
    ]) as object,
    refuses: [],
    on: [{ channelId: channel.id, name: "Phone" }],
  });
  const { lastInAt, windowUntil } = first?.on[0] ?? {};
  expect(Date.parse(windowUntil ?? "") - Date.parse(lastInAt ?? "")).toBe(24 * 3_600_000);
  await heard(channel, by([phone], "stop"));
  expect((await read())[0]?.refuses).toEqual(["marketing", "service"]);
  await heard(channel, by([phone], "start"));
  expect((await read())[0]?.refuses).toEqual([]);
  await expect(owner.call(customerReachApi.customerChannels, { params: { id: "nobody" } })).rejects.toThrow(
    "404",
  );
});

test("who was joined by mistake is parted again: each has their addresses, refusals and chat, and no window is open", async () => {
  const channel = await makeChannel(harness, owner);
  const [phone, id, third] = [number("+919811100071"), user("IN.1071"), user("IN.1072")];
  await heard(channel, by([id], "hello by id"));
  await heard(channel, by([id], "stop"));
  await heard(channel, by([third], "hello by another id"));
  await heard(channel, by([phone], "hello by number"));
  const [before, other] = [await identityOf(phone), await identityOf(id)];
  // One that was joined to one that is joined itself is not lost on the way.
  await heard(channel, by([id, third], "one id and the other"));
  await heard(channel, by([phone, third], "number and id"));
  const customer = await customerAt(phone.value);
  const read = async () =>
    (await owner.call(customerReachApi.customerChannels, { params: { id: customer.id } })).channels;
  const [first] = await read();
  expect(
    first?.joined.flatMap(({ addresses }) => addresses.map(({ address }) => address)).toSorted(),
  ).toEqual([id.value, third.value]);
  expect(first?.refuses).toEqual(["marketing", "service"]);

  const part = (from: Pick<typeof owner, "call">, customerId: string, joinedId: string) =>
    from.call(customerReachApi.partCustomerChannel, { params: { id: customerId, joinedId } });
  const joinedId = other?.id ?? "";
  const stranger = await makePerson(harness);
  await expect(part(stranger, customer.id, joinedId)).rejects.toThrow("404");
  await expect(part(owner, customer.id, before?.id ?? "")).rejects.toThrow("404");
  // Of two at once one is done, and recorded once.
  const here = raced(harness, owner);
  here.meanwhile(() => part(owner, customer.id, joinedId), /merged_into/);
  await expect(part(here, customer.id, joinedId)).rejects.toThrow("409");
  const trail = "SELECT 1 FROM audit_trail WHERE enterprise_id = ? AND action = 'part' AND object_id = ?";
  expect(await rowsOf(harness, trail, owner.enterpriseId, customer.id)).toHaveLength(1);

  expect((await identityOf(id))?.id).toBe(joinedId);
  expect((await identityOf(phone))?.id).toBe(before?.id);
  // The third was joined apart, however it came to be.
  expect((await identityOf(third))?.id).toBe(before?.id);
  const [now] = await read();
  expect(now?.addresses.map(({ address }) => address)).not.toContain(id.value);
  expect(now?.on.map(({ windowUntil }) => windowUntil)).toEqual([null]);
  expect(await refusalsOf(joinedId)).toEqual(["marketing", "service"]);
  const chats = await rowsOf<{ text: string }>(
    harness,
    `SELECT m.body->>'text' AS text FROM chats c JOIN messages m ON m.chat_id = c.id AND m.seq = 1
     WHERE c.channel_id = ? AND c.identity_id = ?`,
    channel.id,
    joinedId,
  );
  expect(chats).toEqual([{ text: "hello by id" }]);
});

test("who is parted takes along the chat that they began and the other went on with", async () => {
  const [here, elsewhere] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const [phone, id] = [number("+919811100075"), user("IN.1075")];
  await heard(elsewhere, by([phone], "hello by number"));
  await heard(here, by([id], "hello by id"));
  const joinedId = (await identityOf(id))?.id ?? "";
  await heard(elsewhere, by([phone, id], "by both"));
  const whose = async () =>
    (
      await rowsOf<{ identity_id: string }>(
        harness,
        "SELECT identity_id FROM chats WHERE channel_id = ? AND state NOT IN (3, 4)",
        here.id,
      )
    ).map(({ identity_id: identity }) => identity);
  expect(await whose()).toEqual([(await identityOf(phone))?.id]);
  const { id: customerId } = await customerAt(phone.value);
  await owner.call(customerReachApi.partCustomerChannel, { params: { id: customerId, joinedId } });
  expect(await whose()).toEqual([joinedId]);
});

test("what was refused while two were joined counts for both once they are parted; what only one had said does not", async () => {
  const channel = await makeChannel(harness, owner);
  const [phone, id] = [number("+919811100073"), user("IN.1073")];
  await heard(channel, by([phone], "hello by number"), by([id], "hello by id"));
  const [one, other] = [(await identityOf(phone))?.id ?? "", (await identityOf(id))?.id ?? ""];
  const customer = await customerAt(phone.value);
  const part = () =>
    owner.call(customerReachApi.partCustomerChannel, { params: { id: customer.id, joinedId: other } });
  await heard(channel, by([id], "stop"));
  await heard(channel, by([phone, id], "both"));
  expect(await refusalsOf(one)).toEqual(["marketing", "service"]);
  await part();
  expect([await refusalsOf(one), await refusalsOf(other)]).toEqual([[], ["marketing", "service"]]);
  await heard(channel, by([id], "start"));
  await heard(channel, by([phone, id], "both again"));
  await heard(channel, by([phone], "stop"));
  await part();
  expect([await refusalsOf(one), await refusalsOf(other)]).toEqual([
    ["marketing", "service"],
    ["marketing", "service"],
  ]);
});

test("conversations follow a merge; who is restored has those of their own number again", async () => {
  const channel = await makeChannel(harness, owner);
  const [one, other] = [number("+919811100063"), number("+919811100064")];
  await heard(channel, by([one], "hello from one"), by([other], "hello from the other"));
  const [into, from] = [await customerAt(one.value), await customerAt(other.value)];
  const owners = async () => [(await identityOf(one))?.customer, (await identityOf(other))?.customer];
  expect(await owners()).toEqual([into.number, from.number]);
  await owner.call(customersApi.mergeCustomers, { params: { id: into.id }, body: { from: from.id } });
  expect(await owners()).toEqual([into.number, into.number]);
  // An address that is with the other now stays, when the merged one leaves the trash.
  await owner.call(customersApi.restoreCustomer, { params: { id: from.id } });
  expect(await owners()).toEqual([into.number, from.number]);
});

test("who writes while they are in the trash is a customer again, whom emptying the trash takes nothing from", async () => {
  const channel = await makeChannel(harness, owner);
  const phone = number("+919811100090");
  await heard(channel, by([phone], "hello", { name: "Asha" }));
  const before = await customerAt(phone.value);
  await owner.call(customersApi.deleteCustomer, { params: { id: before.id } });
  await heard(channel, by([phone], "are you there?", { name: "Asha" }));
  const [again] = await rowsOf<{ id: string; number: number; name: string }>(
    harness,
    "SELECT id, number, name FROM customers WHERE enterprise_id = ? AND phone = ? AND deleted_at IS NULL",
    owner.enterpriseId,
    phone.value,
  );
  expect(again).toMatchObject({ name: "Asha" });
  expect(again?.id).not.toBe(before.id);
  expect((await identityOf(phone))?.customer).toBe(again?.number);
  await purgeCustomers(ctxIn(harness, owner), { ids: [before.id] });
  const kept = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in");
  expect(kept).toHaveLength(2);
});

test("who leaves the trash leaves no conversation behind, and nobody else's goes with them", async () => {
  const channel = await makeChannel(harness, owner);
  const people = Array.from({ length: 12 }, (_, at) => number(`+9198111001${String(at).padStart(2, "0")}`));
  await heard(channel, ...people.map((each) => by([each], `hello from ${each.value}`)));
  const stays = number("+919811100199");
  await heard(channel, by([stays], "hello from who stays"));
  const ids = await Promise.all(people.map(async ({ value }) => (await customerAt(value)).id));
  const identitiesThere = await Promise.all(people.map(async (each) => (await identityOf(each))?.id ?? ""));
  for (const id of ids) await owner.call(customersApi.deleteCustomer, { params: { id } });
  const ctx = ctxIn(harness, owner);
  expect(await purgeCustomers(ctx, { ids: ids.slice(0, 1) })).toEqual({ purged: 1, more: false });
  expect(await purgeCustomers(ctx, "all")).toEqual({ purged: 11, more: false });
  const texts = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in");
  expect(texts.flatMap(({ text }) => text ?? [])).toEqual(["hello from who stays"]);
  await harness.scheduled();
  // A job takes the rest: their messages' bare rows are nobody's then, and the simulator's phones are empty.
  const finishing = `SELECT payload FROM jobs WHERE enterprise_id = ? AND kind = 'customers.erase'`;
  await eventually(async () => expect(await rowsOf(harness, finishing, owner.enterpriseId)).toEqual([]));
  for (const table of ["messages", "chats", "reach", "consents", "addresses", "message_turns"]) {
    const left = `SELECT count(*) AS n FROM ${table} WHERE identity_id IN (SELECT value FROM json_each(?))`;
    expect(await rowsOf(harness, left, JSON.stringify(identitiesThere)), table).toEqual([{ n: 0 }]);
  }
  const left = "SELECT count(*) AS n FROM identities WHERE id IN (SELECT value FROM json_each(?))";
  expect(await rowsOf(harness, left, JSON.stringify(identitiesThere))).toEqual([{ n: 0 }]);
});

test("whatever the tests of this file did, counting anew gives what the triggers have counted", async () => {
  const counted = await rowsOf(
    harness,
    "SELECT department_id, handler, state, count FROM chat_counts WHERE enterprise_id = ? AND count <> 0 ORDER BY 1, 2, 3",
    owner.enterpriseId,
  );
  const chats = await rowsOf(
    harness,
    "SELECT coalesce(department_id, '') AS department_id, coalesce(handler, '') AS handler, state, count(*) AS count FROM chats WHERE enterprise_id = ? GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    owner.enterpriseId,
  );
  expect(counted).toEqual(chats);
});

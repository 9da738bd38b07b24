import { expect, test } from "vitest";
import { makeTemplate } from "#tests/support/campaigns.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { deliver, makeChannel, rowsOf, saying, stating, type TestChannel } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { pricesTexts as texts } from "#texts/prices.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { countries } from "#workers/contract/countries.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { broadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as pricesApi from "#workers/contract/endpoints/prices.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import type { InboundStatus } from "#workers/contract/inbound.ts";
import type { Price } from "#workers/contract/prices.ts";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import type { Category } from "#workers/contract/templates/template.ts";
import { recountBills } from "#workers/domain/broadcasts/recount.ts";
import { uuidv7 } from "uuidv7";

/** Tests the estimated cost of broadcasts, and the charge that vendors tell. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const own = (country: string, category: string, price: number, currency = "EUR"): Price => ({
  country,
  category,
  price,
  currency,
});
const pricesPath = (id: string) => `/api/e/enterprise/channels/${id}/prices`;
const setPrices = (who: Person, { id }: Pick<TestChannel, "id">, prices: Price[]) =>
  who.call(pricesApi.savePrices, { params: { id }, body: { prices } });

test("prices of a channel are set as a whole, and told with Meta's day where that counts", async () => {
  const owner = await makePerson(harness);
  const [channel, sms] = [
    await makeChannel(harness, owner),
    await makeChannel(harness, owner, { type: channelTypes.sms }),
  ];
  const read = (id: string) => owner.call(pricesApi.getPrices, { params: { id } });
  expect(await read(channel.id)).toEqual({ prices: [], cardSince: "2026-10-01", revision: 1 });
  expect((await read(sms.id)).cardSince).toBeNull();
  // More than one statement may bind.
  const many = countries.slice(0, 40).map((country, at) => own(country, "*", at));
  const kept = await setPrices(owner, channel, [...many, own("*", "*", 50_000)]);
  expect(kept).toMatchObject({ prices: [own("*", "*", 50_000), ...many], revision: 2 });
  expect((await setPrices(owner, channel, [own("DE", "*", 7)])).prices).toEqual([own("DE", "*", 7)]);
  expect(await read(channel.id)).toEqual({
    prices: [own("DE", "*", 7)],
    cardSince: "2026-10-01",
    revision: 3,
  });
  expect((await read(sms.id)).prices).toEqual([]);
  const trail = await rowsOf<{ after: string }>(
    harness,
    "SELECT after FROM audit_trail WHERE enterprise_id = ? AND object_id = ? ORDER BY at DESC, id DESC",
    owner.enterpriseId,
    channel.id,
  );
  expect(trail[0]?.after).toBe('{"prices":["DE * 0.000007 EUR"]}');
});

test("a list with a bad price is refused at that price, and nothing of it is kept", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const refused = async (prices: unknown, field: string, message?: string) => {
    const response = await owner.send("PUT", pricesPath(channel.id), { prices });
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: Record<string, string> };
    expect(errors[field]).toEqual(message ?? expect.any(String));
  };
  const good = own("IN", "*", 1);
  await refused([good, own("XX", "*", 1)], "prices.1.country", texts.countryWrong);
  await refused([own("IN", "offers", 1)], "prices.0.category", texts.categoryWrong);
  await refused([own("IN", "*", 0.5)], "prices.0.price", texts.priceWrong);
  await refused([own("IN", "*", -1)], "prices.0.price", texts.priceWrong);
  await refused([own("IN", "*", 1, "EURO")], "prices.0.currency", texts.currencyWrong);
  await refused([good, good], "prices.1.country", texts.twice);
  await refused(
    Array.from({ length: 1_001 }, () => good),
    "prices",
  );
  await refused("none", "prices");
  const stale = await owner.send("PUT", pricesPath(channel.id), { prices: [good], revision: 9 });
  expect(stale.status).toBe(409);
  expect((await owner.call(pricesApi.getPrices, { params: { id: channel.id } })).prices).toEqual([]);
  const agent = await makeColleague(harness, owner, { roles: [3] });
  expect((await agent.send("PUT", pricesPath(channel.id), { prices: [good] })).status).toBe(403);
});

async function begin({
  type,
  category = "UTILITY",
  text = "Hello",
}: { type?: number; category?: Category; text?: string } = {}) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner, { ...(type !== undefined && { type }) });
  const templateUId = await makeTemplate(harness, channel, { category, text });
  const estimate = (numbers: string[], more: object = {}) =>
    owner.call(broadcastSendingApi.validateBroadcast, {
      body: { channelId: channel.id, phoneNumber: numbers, message: { template: { templateUId } }, ...more },
    });
  return { owner, channel, templateUId, estimate };
}

test("an estimate has the cost by country from Meta's list, and the enterprise's own prices win", async () => {
  const { owner, channel, estimate } = await begin({ category: "MARKETING" });
  const numbers = ["+919876543210", "+919876543211", "+4915112345678"];
  const { cost } = await estimate(numbers);
  const line = (country: string, people: number, price: number, currency = "USD") => ({
    country,
    category: "marketing",
    people,
    messages: people,
    price,
    currency,
    amount: people * price,
  });
  expect(cost).toEqual({
    lines: [line("DE", 1, 136_500), line("IN", 2, 11_800)],
    totals: [{ currency: "USD", amount: 160_100 }],
    free: 0,
    unpriced: 0,
    cardSince: "2026-10-01",
  });
  await setPrices(owner, channel, [own("IN", "marketing", 9_000, "INR"), own("IN", "utility", 1, "INR")]);
  expect((await estimate(numbers)).cost).toMatchObject({
    lines: [line("IN", 2, 9_000, "INR"), line("DE", 1, 136_500)],
    totals: [
      { currency: "INR", amount: 18_000 },
      { currency: "USD", amount: 136_500 },
    ],
  });
});

test("an SMS costs a price for each part of each person's own text, and without a price nothing is invented", async () => {
  const { owner, channel, estimate } = await begin({
    type: channelTypes.sms,
    text: `${"a".repeat(41)}{{1}}`,
  });
  for (const [phoneNumber, name] of [
    ["+919876543220", "Asha"],
    ["+919876543221", "न".repeat(30)],
  ])
    await owner.call(customersApi.saveCustomer, {
      body: { name: name ?? "", phoneNumber: phoneNumber ?? "", data: [], groups: [], tags: [] },
    });
  const numbers = ["+919876543220", "+919876543221"];
  const named = { columnMapping: [{ variable: "body/1", type: "column", value: "name" }] };
  const none = await estimate(numbers, named);
  expect(none).toMatchObject({ cost: { lines: [], totals: [], unpriced: 2, cardSince: null }, limit: null });
  await setPrices(owner, channel, [own("*", "*", 200)]);
  expect((await estimate(numbers, named)).cost).toMatchObject({
    lines: [{ country: "IN", people: 2, messages: 3, amount: 600 }],
    totals: [{ currency: "EUR", amount: 600 }],
    unpriced: 0,
  });
});

test("an estimate knows who has an open window, and the account's limit with those reached already", async () => {
  const { owner, channel, estimate } = await begin();
  await deliver(harness, channel, [saying("+919876543230", "hello")]);
  const numbers = ["+919876543230", "+919876543231", "+919876543232", "+919876543233"];
  await eventually(async () => expect((await estimate(numbers)).inWindow).toBe(1));
  expect((await estimate(numbers)).limit).toBeNull();
  await db
    .prepare(
      "INSERT INTO channel_health (enterprise_id, channel_id, fact, value, at) VALUES (?, ?, 'limit', '2', 1)",
    )
    .bind(owner.enterpriseId, channel.id)
    .run();
  expect(await estimate(numbers)).toMatchObject({
    reachable: 4,
    limit: { perDay: 2, used: 0, days: 2 },
    durationSeconds: 86_401,
  });
  await makeDelivered(owner, channel, { numbers: ["+919876543240"], startedAt: Date.now() });
  expect((await estimate(numbers)).limit).toEqual({ perDay: 2, used: 1, days: 2 });
});

/** A broadcast whose recipients were sent it. */
async function makeDelivered(
  { enterpriseId }: Pick<Person, "enterpriseId">,
  channel: TestChannel,
  {
    numbers,
    category = "UTILITY",
    startedAt = 1,
  }: { numbers: string[]; category?: string; startedAt?: number },
) {
  const id = broadcastIdOf(uuidv7());
  const request = broadcastRequest.parse({
    channelId: channel.id,
    message: { template: { templateUId: "t" } },
  });
  await db
    .prepare(
      `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name, timezone, started_at, prepared_at, ended_at, created_at, updated_at)
       VALUES (?1, ?2, 'Hello', ?3, 4, 't', ?4, ?5, 'completed', 3, '', '', 'UTC', ?6, 1, ?6, ?6, 1)`,
    )
    .bind(
      id,
      enterpriseId,
      channel.id,
      JSON.stringify({ name: "t", language: "en", category, components: { body: { text: "" } } }),
      JSON.stringify(request),
      startedAt,
    )
    .run();
  const recipients = numbers.map((_, at) => recipientIdOf(id, at + 1));
  await db.batch(
    numbers.map((number, at) =>
      db
        .prepare(
          "INSERT INTO broadcast_recipients (id, enterprise_id, address, status, facts) VALUES (?, ?, ?, 'sent', '{}')",
        )
        .bind(recipients[at], enterpriseId, number),
    ),
  );
  return { id, recipients };
}

let told = 0;
const billing = (
  id: string,
  status: InboundStatus["status"],
  pricing: Pick<InboundStatus, "category" | "billable"> = {},
) => {
  const { event } = stating(id, status, Date.now());
  return { key: `bill:${++told}`, event: { ...event, ...pricing } as typeof event };
};

test("what the vendor charges is counted once, whatever order and how often its statuses come", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { id, recipients } = await makeDelivered(owner, channel, {
    numbers: ["+919876543250", "+919876543251", "+4915112345679", "+919876543252"],
  });
  const [one = "", two = "", three = "", four = ""] = recipients;
  const bill = () => owner.call(pricesApi.getBill, { params: { kind: "broadcast", id } });
  expect(await bill()).toMatchObject({ billed: 0, free: 0, changed: [] });
  const utility = { category: "utility", billable: true };
  let events = 0;
  /** Delivers a page of its own: the one before has been worked. */
  const tell = async (...page: SimulatedEvent[]) => {
    await deliver(harness, channel, page);
    events += new Set(page.map(({ key }) => key)).size;
    await eventually(async () => {
      const [done] = await rowsOf<{ count: number }>(
        harness,
        "SELECT count(*) AS count FROM inbound_events WHERE channel_id = ? AND state = 'done'",
        channel.id,
      );
      expect(done?.count).toBe(events);
    });
  };
  const read = billing(one, "read", utility);
  const older = { category: "marketing", billable: false };
  // Twice, and older ones with another price after it: in its page, and in one of their own.
  await tell(read, read, billing(one, "delivered", older));
  await tell(billing(one, "delivered", older));
  // The vendor has made an offer of it; and a later status that says nothing of a price leaves it.
  await tell(billing(two, "delivered", { category: "marketing", billable: true }));
  await tell(billing(two, "read"));
  await tell(billing(three, "delivered", { category: "utility", billable: false }));
  // Nothing is charged for what did not arrive.
  await tell(billing(four, "sent", utility));
  await tell(billing(four, "failed"));
  const line = (category: string, price: number) => ({
    country: "IN",
    category,
    people: 1,
    messages: 1,
    price,
    currency: "USD",
    amount: price,
  });
  expect(await bill()).toEqual({
    billed: 2,
    free: 1,
    cost: {
      lines: [line("marketing", 11_800), line("utility", 1_400)],
      totals: [{ currency: "USD", amount: 13_200 }],
      free: 0,
      unpriced: 0,
      cardSince: "2026-10-01",
    },
    changed: [{ from: "utility", to: "marketing", messages: 1 }],
  });
  expect(await recountBills(db, owner.enterpriseId)).toMatchObject({ rows: 0 });
  // A recipient whose number is gone still has a price.
  await db
    .prepare("UPDATE broadcast_recipients SET address = '', identity_id = NULL WHERE id = ?")
    .bind(one)
    .run();
  expect((await bill()).cost.totals).toEqual([{ currency: "USD", amount: 13_200 }]);
  expect(await recountBills(db, owner.enterpriseId)).toMatchObject({ rows: 0 });
  await db.prepare("UPDATE broadcast_bills SET count = 9 WHERE broadcast_id = ?").bind(id).run();
  expect((await recountBills(db, owner.enterpriseId, { repair: true })).rows).toBeGreaterThan(0);
  expect(await recountBills(db, owner.enterpriseId)).toMatchObject({ rows: 0 });
  await setPrices(owner, channel, [own("*", "*", 10)]);
  expect((await bill()).cost.totals).toEqual([{ currency: "EUR", amount: 20 }]);
});

test("an activity and its campaign add up the bills of their runs", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [campaign, activity] = [uuidv7(), uuidv7()];
  await makeActivity(owner, channel, campaign, activity);
  for (const run of [1, 2]) {
    const { id, recipients } = await makeDelivered(owner, channel, { numbers: [`+91987654326${run}`] });
    await db
      .prepare("UPDATE broadcasts SET activity_id = ?, run = ? WHERE id = ?")
      .bind(activity, run, id)
      .run();
    await deliver(harness, channel, [
      billing(recipients[0] ?? "", "delivered", { category: "utility", billable: true }),
    ]);
  }
  const bill = (kind: "activity" | "campaign", id: string) =>
    owner.call(pricesApi.getBill, { params: { kind, id } });
  await eventually(async () => expect((await bill("activity", activity)).billed).toBe(2));
  expect(await bill("campaign", campaign)).toEqual(await bill("activity", activity));
  expect((await bill("campaign", campaign)).cost.totals).toEqual([{ currency: "USD", amount: 2_800 }]);
  const gone = await owner.send("GET", `/api/chatbird/api/campaign/bill/activity/${campaign}`);
  expect(gone.status).toBe(404);
});

test("the report's CSV says what was estimated for messages, and what their vendor charges", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [campaign, activity] = [uuidv7(), uuidv7()];
  await makeActivity(owner, channel, campaign, activity);
  const prices = [
    { category: "utility", billable: true },
    // The vendor has made another category of it.
    { category: "marketing", billable: true },
    { category: "utility", billable: false },
  ];
  const numbers = prices.map((_, at) => `+9198765433${10 + at}`);
  const { id, recipients } = await makeDelivered(owner, channel, { numbers });
  await db.prepare("UPDATE broadcasts SET activity_id = ?, run = 1 WHERE id = ?").bind(activity, id).run();
  await deliver(
    harness,
    channel,
    prices.map((each, at) => billing(recipients[at] ?? "", "delivered", each)),
  );
  const lines = async (query = "") =>
    (await (await owner.send("GET", `/api/chatbird/api/campaign/report/csv${query}`)).text()).split("\r\n");
  await eventually(async () =>
    expect((await lines())[1]?.split(",").slice(-3)).toEqual(["0.0042 USD", "2", "0.0132 USD"]),
  );
  await setPrices(owner, channel, [own("*", "*", 2_500_000)]);
  expect((await lines())[1]?.split(",").slice(-3)).toEqual(["7.50 EUR", "2", "5.00 EUR"]);
  // Of the time that is asked for.
  expect((await lines("?fromDate=2099-01-01T00:00:00Z"))[1]).toBe("");
});

async function makeActivity(
  { enterpriseId }: Pick<Person, "enterpriseId">,
  channel: TestChannel,
  campaign: string,
  activity: string,
) {
  await db.batch([
    db
      .prepare(
        `INSERT INTO campaigns (id, enterprise_id, name, name_key, description, state, by_id, by_name, created_at, updated_at) VALUES (?1, ?2, ?1, ?1, '', 2, '', '', 1, 1)`,
      )
      .bind(campaign, enterpriseId),
    db
      .prepare(
        `INSERT INTO activities (id, enterprise_id, campaign_id, name, channel_id, channel_type, template_id, request, plan, runs, makers, state, approval, by_id, by_name, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'Offer', ?4, 4, 't', '{}', '{}', '[]', '[]', 2, 'approved', '', '', 1, 1)`,
      )
      .bind(activity, enterpriseId, campaign, channel.id),
  ]);
}

import { expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import * as sendingApi from "#workers/contract/endpoints/sending.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import type { Rules } from "#workers/domain/messaging/offer-rules.ts";
import { noteOutcomes } from "#workers/domain/messaging/outcomes.ts";
import { saveDefinition } from "#tests/support/customer-fields.ts";
import { clockIn, clockOf } from "#workers/contract/zone-clock.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  leaveToTest,
  makeChannel,
  queueFor,
  rowsOf,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const harness = await startHarness();
const marketing = { sendClass: sendClasses.marketing };
const noRules = { quiet: null, cap: null, confirm: null, pauses: [] };

/** Claims a block as the channel's sender does at a moment, under the rules that hold then. */
async function claimed(
  { id, enterpriseId }: Pick<TestChannel, "id" | "enterpriseId">,
  at: number,
  believed?: Rules,
  type: number = channelTypes.whatsApp,
) {
  const db = tenantDatabase(harness.env, "TENANT_1");
  const actor = { userId: "", name: "sender", address: "", requestId: "" };
  const ctx = ctxOf(db, asEnterpriseId.parse(enterpriseId), actor, { now: () => at });
  const channel = { id, type, hasWindow: false, pair: null };
  // A sender that has not heard of the rules claims no offer, and learns them.
  const rules = believed ?? (await claimBlock(ctx, channel, "nobody", 0)).offers;
  const { block, nextAt, refused, again } = await claimBlock(ctx, channel, `${id}:0`, 50, rules);
  const sent = () =>
    noteOutcomes(
      ctx,
      { id, pairMs: 0, idempotent: false },
      `${id}:0`,
      block.map((message) => ({
        id: message.id,
        attempts: 1,
        at,
        result: { outcome: "sent", vendorId: `offer.${message.id}` } as const,
      })),
    );
  return { ids: block.map((message) => message.id), nextAt, refused, again, sent };
}

const ended = (ids: readonly string[]) =>
  rowsOf(
    harness,
    "UPDATE messages SET status = 'cancelled', claimed_by = NULL WHERE id IN (SELECT value FROM json_each(?)) RETURNING id",
    JSON.stringify(ids),
  );

const giveBackAll = ({ id }: TestChannel) =>
  harness.env.TENANT_1.prepare("UPDATE messages SET claimed_by = NULL WHERE channel_id = ?").bind(id).run();

async function quietChannel(): Promise<{ owner: Person; channel: TestChannel }> {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  return { owner, channel };
}

test("offers wait until the quiet hours end, and nothing else does", async () => {
  const { owner, channel } = await quietChannel();
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: { from: "21:00", until: "09:00", timezone: "Asia/Kolkata" }, cap: null },
  });
  const offers = await queueFor(harness, channel, { people: 2, ...marketing });
  const words = await queueFor(harness, channel, { people: 1 });
  // A message that a process owes somebody is no offer.
  words.push(...(await queueFor(harness, channel, { people: 1, sendClass: sendClasses.transactional })));
  const night = Date.parse("2099-01-01T22:00:00+05:30");
  const morning = Date.parse("2099-01-02T09:00:00+05:30");
  // Under rules that hold no more, nothing leaves by them.
  const former = { quietFrom: null, quietUntil: null, timezone: "", most: null, days: 0, revision: 7 };
  const stale = await claimed(channel, night, former);
  expect(stale.again).toBe(true);
  expect(stale.ids.toSorted()).toEqual(words.toSorted());
  await giveBackAll(channel);
  const first = await claimed(channel, night);
  expect(first.ids.toSorted()).toEqual(words.toSorted());
  expect(first.nextAt).toBe(morning);
  await first.sent();
  const second = await claimed(channel, morning);
  expect(second.ids.toSorted()).toEqual(offers.toSorted());
  await second.sent();
});

/** Puts the people of messages elsewhere: their numbers, and what a field of their customers says. */
async function moved(ids: readonly string[], { number, zone }: { number?: string; zone?: [string, string] }) {
  const theirs = "(SELECT identity_id FROM messages WHERE id IN (SELECT value FROM json_each(?1)))";
  const run = (text: string, ...values: unknown[]) =>
    harness.env.TENANT_1.prepare(text)
      .bind(JSON.stringify(ids), ...values)
      .run();
  if (number !== undefined)
    await run(
      `UPDATE addresses SET address = ?2 || substr(address, -7) WHERE identity_id IN ${theirs}`,
      number,
    );
  if (!zone) return;
  await run(
    `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, revision, updated_by, created_at, updated_at)
     SELECT i.id, i.enterprise_id, '', '', i.id, '', json_object(?2, ?3), '', 1, '', 1, 1 FROM identities i WHERE i.id IN ${theirs}`,
    ...zone,
  );
  await run(
    `UPDATE identities SET customer = (SELECT number FROM customers c WHERE c.id = identities.id) WHERE id IN ${theirs}`,
  );
}

test("an offer waits by the clock of the customer's zone, else of their number's country, else of the enterprise", async () => {
  const { owner, channel } = await quietChannel();
  const field = await saveDefinition(owner, "Time zone", { fieldLabel: "Where they live" });
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: { from: "21:00", until: "09:00", timezone: "America/New_York" }, cap: null },
  });
  const queue = () => queueFor(harness, channel, { people: 1, ...marketing });
  const [indian, british, traveller, odd, nameless] = [
    await queue(),
    await queue(),
    await queue(),
    await queue(),
    await queue(),
  ];
  await moved(british, { number: "+44207" });
  await moved(traveller, { number: "+44207", zone: [field._id, " asia/KOLKATA "] });
  await moved(odd, { zone: [field._id, `Asia/Kolkata"x`] });
  await harness.env.TENANT_1.prepare(
    "DELETE FROM addresses WHERE identity_id IN (SELECT identity_id FROM messages WHERE id = ?)",
  )
    .bind(nameless[0])
    .run();
  // 22:30 in India, 17:00 in London, noon in New York.
  const evening = await claimed(channel, Date.parse("2099-01-01T17:00:00Z"));
  expect(evening.ids.toSorted()).toEqual([...british, ...nameless].toSorted());
  expect(evening.nextAt).toBe(Date.parse("2099-01-02T03:30:00Z"));
  await evening.sent();
  const morning = await claimed(channel, Date.parse("2099-01-02T03:30:00Z"));
  expect(morning.ids.toSorted()).toEqual([...indian, ...traveller, ...odd].toSorted());
  await morning.sent();
  // By night in New York, whoever has no number waits for its morning.
  const [last] = [await queue()];
  await harness.env.TENANT_1.prepare(
    "DELETE FROM addresses WHERE identity_id IN (SELECT identity_id FROM messages WHERE id = ?)",
  )
    .bind(last[0])
    .run();
  const night = await claimed(channel, Date.parse("2099-01-02T04:00:00Z"));
  expect(night).toMatchObject({ ids: [], nextAt: Date.parse("2099-01-02T14:00:00Z") });
  expect((await claimed(channel, Date.parse("2099-01-02T14:00:00Z"))).ids).toEqual(last);
});

test("promotional SMS reach India between 10 and 21 only, whatever the rules are and wherever the customer lives", async () => {
  const { owner, channel } = await quietChannel();
  const offers = await queueFor(harness, channel, { people: 1, ...marketing });
  const codes = await queueFor(harness, channel, { people: 1, sendClass: sendClasses.code });
  const abroad = await queueFor(harness, channel, { people: 1, ...marketing });
  await moved(abroad, { number: "+44207" });
  const field = await saveDefinition(owner, "timezone");
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: { from: "02:00", until: "03:00", timezone: "Asia/Kolkata" }, cap: null },
  });
  await moved(offers, { zone: [field._id, "Europe/London"] });
  const early = await claimed(channel, Date.parse("2099-01-02T04:00:00Z"), undefined, channelTypes.sms);
  expect(early.ids.toSorted()).toEqual([...codes, ...abroad].toSorted());
  expect(early.nextAt).toBe(Date.parse("2099-01-02T04:30:00Z"));
  await early.sent();
  const late = await claimed(channel, Date.parse("2099-01-02T04:30:00Z"), undefined, channelTypes.sms);
  expect(late.ids).toEqual(offers);
});

test("an answer in a chat waits for no offer that waits for the morning, and is no second call", async () => {
  const { owner, channel } = await quietChannel();
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: { from: "21:00", until: "09:00", timezone: "Asia/Kolkata" }, cap: null },
  });
  const [offer = "", answer = ""] = await queueFor(harness, channel, { people: 1, each: 2 });
  await harness.env.TENANT_1.prepare("UPDATE messages SET send_class = 4 WHERE id = ?").bind(offer).run();
  const night = await claimed(channel, Date.parse("2099-01-01T22:00:00+05:30"));
  expect(night.ids).toEqual([answer]);
  // While the answer is being called, the offer waits even when its time has come.
  expect((await claimed(channel, Date.parse("2099-01-02T09:00:00+05:30"))).ids).toEqual([]);
  await night.sent();
  const morning = await claimed(channel, Date.parse("2099-01-02T09:00:00+05:30"));
  expect(morning.ids).toEqual([offer]);
});

test("a country that sleeps is put off a thousand at a time", async () => {
  const { owner, channel } = await quietChannel();
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: { from: "21:00", until: "09:00", timezone: "UTC" }, cap: null },
  });
  await queueFor(harness, channel, { people: 1_050, ...marketing });
  const awake = await queueFor(harness, channel, { people: 1, ...marketing });
  await moved(awake, { number: "+44207" });
  const at = Date.parse("2099-01-01T17:00:00Z");
  const found: string[] = [];
  let claims = 0;
  for (let again = true; again; claims++) {
    const each = await claimed(channel, at);
    found.push(...each.ids);
    ({ again } = each);
  }
  expect(found).toEqual(awake);
  expect(claims).toBeLessThan(5);
});

test("nobody gets more offers than the limit, on all channels together; what would exceed it says why", async () => {
  const { owner, channel } = await quietChannel();
  const other = await makeChannel(harness, owner);
  await leaveToTest(harness, other);
  await owner.call(sendingApi.saveOfferRules, { body: { quiet: null, cap: { most: 2, days: 7 } } });
  const [at, day] = [Date.parse("2099-02-01T12:00:00Z"), 86_400_000];
  const here = await queueFor(harness, channel, { people: 1, each: 4, ...marketing });
  const there = await queueFor(harness, other, { people: 1, each: 1, ...marketing });
  const words = await queueFor(harness, channel, { people: 1, each: 3 });
  // Both are the same customer.
  await harness.env.TENANT_1.prepare(
    "UPDATE identities SET customer = 4711 WHERE id IN (SELECT identity_id FROM messages WHERE id IN (SELECT value FROM json_each(?)))",
  )
    .bind(JSON.stringify([...here, ...there]))
    .run();
  const one = await claimed(channel, at);
  expect(one.ids.toSorted()).toEqual([here[0], words[0]].toSorted());
  await one.sent();
  const two = await claimed(other, at + 1);
  expect(two.ids).toEqual(there);
  // A call that is open counts as well.
  const three = await claimed(channel, at + 2);
  expect(three.refused.capped).toBe(3);
  expect(three.ids).toEqual([words[1]]);
  await Promise.all([two.sent(), three.sent()]);
  const rows = await rowsOf<{ status: string; code: string; reason: string }>(
    harness,
    "SELECT status, code, reason FROM messages WHERE id IN (SELECT value FROM json_each(?)) AND status = 'failed'",
    JSON.stringify(here),
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    code: "offerCap",
    reason: expect.stringContaining("your rules allow") as string,
  });
  // A week later there is room again.
  const later = await queueFor(harness, other, { people: 1, ...marketing });
  await harness.env.TENANT_1.prepare(
    "UPDATE identities SET customer = 4711 WHERE id = (SELECT identity_id FROM messages WHERE id = ?)",
  )
    .bind(later[0])
    .run();
  const before = await claimed(other, at + 7 * day - 1);
  expect(before.refused.capped).toBe(1);
  const again = await queueFor(harness, other, { people: 1, ...marketing });
  await harness.env.TENANT_1.prepare(
    "UPDATE identities SET customer = 4711 WHERE id = (SELECT identity_id FROM messages WHERE id = ?)",
  )
    .bind(again[0])
    .run();
  const after = await claimed(other, at + 7 * day + 2);
  expect(after.ids).toEqual(again);
  await after.sent();
  await ended(words);
});

test("rules hold for what waits already: an offer is released when the quiet hours are taken back", async () => {
  answerOurselves(harness);
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  // By the clock of India, where the people's numbers are.
  const clock = (ms: number) =>
    clockOf((clockIn("Asia/Kolkata", Date.now()).minute + ms / 60_000 + 1_440) % 1_440);
  const quiet = { from: clock(-3_600_000), until: clock(3_600_000), timezone: "UTC" };
  const saved = await owner.call(sendingApi.saveOfferRules, { body: { quiet, cap: null } });
  const [offer] = await queueFor(harness, channel, { people: 1, ...marketing });
  const [words] = await queueFor(harness, channel, { people: 1 });
  const status = async (id = "") =>
    (await rowsOf<{ status: string }>(harness, "SELECT status FROM messages WHERE id = ?", id))[0]?.status;
  await eventually(async () => expect(await status(words)).not.toBe("queued"));
  expect(await status(offer)).toBe("queued");
  await owner.call(sendingApi.saveOfferRules, { body: { ...noRules, revision: saved.revision } });
  await eventually(async () => expect(await status(offer)).not.toBe("queued"));
});

test("of two who set the rules at once one is told; the other's rules and audit entry stay", async () => {
  const owner = await makePerson(harness);
  expect(await owner.call(sendingApi.getOfferRules)).toEqual({ ...noRules, revision: 0 });
  const cap = { most: 3, days: 7 };
  const save = (from: Pick<Person, "call">, most: number, revision: number) =>
    from.call(sendingApi.saveOfferRules, { body: { quiet: null, cap: { most, days: 7 }, revision } });
  const here = raced(harness, owner);
  here.meanwhile(() => save(owner, 3, 0), /offer_rules/);
  await expect(save(here, 5, 0)).rejects.toThrow("409");
  expect(await owner.call(sendingApi.getOfferRules)).toEqual({
    quiet: null,
    cap,
    confirm: null,
    pauses: [],
    revision: 1,
  });
  await expect(save(owner, 5, 0)).rejects.toThrow("409");
  await save(owner, 4, 1);
  const trail = await rowsOf<{ after: string }>(
    harness,
    "SELECT after FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'sending' ORDER BY id",
    owner.enterpriseId,
  );
  expect(trail.map(({ after }) => (JSON.parse(after) as { cap: { most: number } }).cap.most)).toEqual([3, 4]);
  // Another enterprise has none of it.
  expect(await (await makePerson(harness)).call(sendingApi.getOfferRules)).toEqual({
    ...noRules,
    revision: 0,
  });
});

test("rules that make no sense are refused at their field", async () => {
  const owner = await makePerson(harness);
  const response = await owner.send("PUT", "/api/e/enterprise/sending/offers", {
    quiet: { from: "9", until: "09:00", timezone: "Moon/Base" },
    cap: { most: 0, days: 1_000 },
  });
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: Record<string, string> };
  expect(Object.keys(errors).toSorted()).toEqual(["cap.days", "cap.most", "quiet.from", "quiet.timezone"]);
});

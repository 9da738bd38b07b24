import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { eventually } from "#tests/support/eventually.ts";
import {
  deliver,
  leaveToTest,
  makeChannel,
  queueFor,
  rowsOf,
  stating,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { sendClasses } from "#db/tenant/messages.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { SendResult } from "#workers/channels/adapter.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { clockIn } from "#workers/contract/zone-clock.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { broadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { components } from "#workers/contract/templates/template.ts";
import { getBroadcast } from "#workers/domain/broadcasts/broadcast.ts";
import { recountBroadcasts, recountCalls } from "#workers/domain/broadcasts/recount.ts";
import { claimRecipients } from "#workers/domain/broadcasts/claim.ts";
import { broadcastResumes } from "#workers/domain/broadcasts/starts.ts";
import { keepingHealth } from "#workers/domain/channel-health/health.ts";
import { moveBroadcast } from "#workers/domain/broadcasts/move.ts";
import { byId, moving } from "#workers/domain/broadcasts/moving.ts";
import { noteRecipients } from "#workers/domain/broadcasts/outcomes.ts";
import { TIME_TO_SEND } from "#workers/domain/messaging/time-to-send.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import type { Rules } from "#workers/domain/messaging/offer-rules.ts";
import { setSending } from "#workers/domain/messaging/stop-sending.ts";
import { giveBack, giveBackAstray, noteLost, noteOutcomes } from "#workers/domain/messaging/outcomes.ts";

/** Claims of a broadcast's recipients, tested at the level of the statements that decide them. */
const harness = await startHarness();
const db = harness.env.TENANT_1;
const owner = await makePerson(harness);
const ctx = watchedCtx(harness, owner, () => undefined);
const run = (text: string, ...values: unknown[]) =>
  db
    .prepare(text)
    .bind(...values)
    .run();

interface Cast {
  id: string;
  /** Ids of its recipients, in their order. */
  recipients: string[];
}

let phone = 0;
async function makePeople(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const rows = JSON.stringify(
    ids.map((id) => [id, randomUUID(), `+9197${String(20_000_000 + phone++)}`] as const),
  );
  await db.batch([
    db
      .prepare(
        "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) SELECT value->>0, ?2, 4, '', 1, 1 FROM json_each(?1)",
      )
      .bind(rows, owner.enterpriseId),
    db
      .prepare(
        "INSERT INTO addresses (id, enterprise_id, identity_id, channel_type, scope, kind, address, created_at) SELECT value->>1, ?2, value->>0, 4, '', 'number', value->>2, 1 FROM json_each(?1)",
      )
      .bind(rows, owner.enterpriseId),
  ]);
  return ids;
}

/** A template as its vendor has it now, by default what casts were made with. */
async function setTemplate(
  id: string,
  channel: Pick<TestChannel, "id">,
  { status = "APPROVED", text = "Hello", enterpriseId = owner.enterpriseId } = {},
): Promise<void> {
  await run(
    `INSERT INTO templates (id, enterprise_id, channel_id, name, language, category, components, status, status_at, revision, updated_by, created_at, updated_at)
     VALUES (?1, ?2, ?5, ?1, 'en', 'UTILITY', ?3, ?4, 1, 1, '', 1, 1) ON CONFLICT (id) DO UPDATE SET components = ?3, status = ?4`,
    id,
    enterpriseId,
    JSON.stringify(components.parse({ body: { text } })),
    status,
    channel.id,
  );
}

async function makeCast(
  channel: Pick<TestChannel, "id">,
  people: readonly string[],
  more: Record<string, unknown> = {},
  { enterpriseId }: Pick<Person, "enterpriseId"> = owner,
): Promise<Cast> {
  const id = broadcastIdOf(uuidv7());
  if (more["template_id"] === undefined) await setTemplate(`t-${channel.id}`, channel, { enterpriseId });
  const template = {
    name: "hello",
    language: "en",
    category: "UTILITY",
    components: components.parse({ body: { text: "Hello" } }),
  };
  const request = broadcastRequest.parse({
    channelId: channel.id,
    message: { template: { templateUId: "t" } },
  });
  const row: Record<string, unknown> = {
    id,
    enterprise_id: enterpriseId,
    name: "Hello",
    channel_id: channel.id,
    channel_type: 4,
    template_id: `t-${channel.id}`,
    template: JSON.stringify(template),
    request: JSON.stringify(request),
    state: "processing",
    send_class: sendClasses.transactional,
    by_id: "",
    by_name: "",
    timezone: "UTC",
    prepared_at: 1,
    expires_at: Date.now() + 60_000,
    created_at: 1,
    updated_at: 1,
    ...more,
  };
  const names = Object.keys(row);
  await run(
    `INSERT INTO broadcasts (${names.join()}) VALUES (${names.map(() => "?").join()})`,
    ...Object.values(row),
  );
  const recipients = people.map((_, at) => recipientIdOf(id, at + 1));
  await run(
    "INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, status, facts) SELECT value->>0, ?2, value->>1, '+91' || key, 'queued', '{}' FROM json_each(?1)",
    JSON.stringify(people.map((identity, at) => [recipients[at], identity])),
    enterpriseId,
  );
  return { id, recipients };
}

async function begin(): Promise<TestChannel> {
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  return channel;
}

const PAIR = { bucket: 2, refillMs: 6_000 };
const claim = (
  channel: TestChannel,
  sender = 0,
  { most = 10, offers }: { most?: number; offers?: Rules } = {},
) =>
  claimRecipients(
    ctx,
    { id: channel.id, type: channelTypes.whatsApp, pair: PAIR },
    `${channel.id}:${sender}`,
    most,
    offers,
  );
const idsOf = ({ block }: { block: readonly { id: string }[] }) => block.map(({ id }) => id);
const rowOf = async (id: string | undefined) =>
  (
    await rowsOf<{
      status: string;
      code: string | null;
      claimed_by: string | null;
      attempts: number;
      not_before: number;
    }>(
      harness,
      "SELECT status, code, claimed_by, attempts, not_before FROM broadcast_recipients WHERE id = ?",
      id,
    )
  )[0];
const stateOf = async ({ id }: Cast) =>
  (
    await rowsOf<{ state: string; reason: string; ended_at: number | null }>(
      harness,
      "SELECT state, reason, ended_at FROM broadcasts WHERE id = ?",
      id,
    )
  )[0];
const note = (channel: TestChannel, ids: readonly string[], result: SendResult, sender = 0) =>
  noteRecipients(
    ctx,
    { id: channel.id, pairMs: PAIR.refillMs, idempotent: false },
    `${channel.id}:${sender}`,
    ids.map((id) => ({ id, attempts: 1, at: Date.now(), result })),
  );

test("a claim takes people in their order, and another sender takes the next", async () => {
  const channel = await begin();
  const { recipients } = await makeCast(channel, await makePeople(5));
  const first = await claim(channel, 0, { most: 2 });
  const second = await claim(channel, 1, { most: 10 });
  expect(idsOf(first)).toEqual(recipients.slice(0, 2));
  expect(idsOf(second)).toEqual(recipients.slice(2));
  expect(first.block[0]).toMatchObject({
    body: { kind: "template", name: "hello", rendered: "Hello" },
    attempts: 1,
  });
  expect(first.block[0]?.to).toHaveLength(1);
});

test.each([
  ["whose recipients are not all there", { prepared_at: null }],
  ["that is paused", { state: "paused" }],
  ["that is scheduled", { state: "scheduled" }],
])("nothing is claimed of a broadcast %s", async (_, more) => {
  const channel = await begin();
  const { recipients } = await makeCast(channel, await makePeople(1), more);
  expect(idsOf(await claim(channel))).toEqual([]);
  expect(await rowOf(recipients[0])).toMatchObject({ status: "queued", claimed_by: null });
});

test("nothing is claimed on a paused channel, or of an enterprise that has stopped sending", async () => {
  const channel = await begin();
  const { recipients } = await makeCast(channel, await makePeople(1));
  await run("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  expect(idsOf(await claim(channel))).toEqual([]);
  await run("UPDATE channels SET state = 'active' WHERE id = ?", channel.id);
  const stopped = "INSERT INTO sending_stops (enterprise_id, reason, by, at) VALUES (?, '', '', 1)";
  await run(stopped, owner.enterpriseId);
  expect(idsOf(await claim(channel))).toEqual([]);
  await run("DELETE FROM sending_stops WHERE enterprise_id = ?", owner.enterpriseId);
  expect(idsOf(await claim(channel))).toEqual(recipients);
});

test("who has refused, is being erased, or has had enough offers is left out with the reason", async () => {
  const channel = await begin();
  const people = await makePeople(4);
  const [refuses, closed, had] = people;
  const { recipients } = await makeCast(channel, people, { send_class: sendClasses.marketing });
  const consent = `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at) VALUES (?, ?, ?, 4, 'marketing', ?, '', '', ?)`;
  await run(consent, randomUUID(), owner.enterpriseId, refuses, 1, 1);
  await run(consent, randomUUID(), owner.enterpriseId, refuses, 0, 2);
  await run("UPDATE identities SET closed_at = 1 WHERE id = ?", closed);
  const before = await makeCast(channel, [had ?? ""], {
    state: "completed",
    ended_at: 1,
    send_class: sendClasses.marketing,
  });
  await run(
    "UPDATE broadcast_recipients SET status = 'read', claimed_at = ? WHERE id = ?",
    Date.now(),
    before.recipients[0],
  );
  const offers: Rules = { quietFrom: null, quietUntil: null, timezone: "UTC", most: 1, days: 7, revision: 1 };
  expect(idsOf(await claim(channel, 0, { offers }))).toEqual(recipients.slice(3));
  expect(await Promise.all(recipients.map(rowOf))).toMatchObject([
    { status: "failed", code: "optOut", claimed_by: null, attempts: 0 },
    { status: "cancelled", code: "cancelled", claimed_by: null },
    { status: "failed", code: "offerCap", claimed_by: null },
    { status: "queued", claimed_by: `${channel.id}:0`, attempts: 1 },
  ]);
});

test("of two addresses of one customer in a block the first gets the one offer that the cap allows", async () => {
  const channel = await begin();
  const people = await makePeople(3);
  const { recipients } = await makeCast(channel, people, { send_class: sendClasses.marketing });
  await run("UPDATE identities SET customer = 4711 WHERE id IN (?, ?)", people[0], people[2]);
  const offers: Rules = { quietFrom: null, quietUntil: null, timezone: "UTC", most: 1, days: 7, revision: 1 };
  expect(idsOf(await claim(channel, 0, { offers }))).toEqual(recipients.slice(0, 2));
  expect(await rowOf(recipients[2])).toMatchObject({ status: "failed", code: "offerCap" });
});

test("an offer of a chat counts against the cap of broadcasts, and the other way round", async () => {
  const channel = await begin();
  const offers: Rules = { quietFrom: null, quietUntil: null, timezone: "UTC", most: 1, days: 7, revision: 0 };
  const [messageId = ""] = await queueFor(harness, channel, { people: 1, sendClass: sendClasses.marketing });
  const [message] = await rowsOf<{ identity_id: string }>(
    harness,
    "SELECT identity_id FROM messages WHERE id = ?",
    messageId,
  );
  const [person = ""] = message ? [message.identity_id] : [];
  const { recipients } = await makeCast(channel, [person], {
    state: "completed",
    send_class: sendClasses.marketing,
  });
  await run(
    "UPDATE broadcast_recipients SET status = 'sent', claimed_at = ? WHERE id = ?",
    Date.now(),
    recipients[0],
  );
  const { block, refused } = await claimBlock(
    ctx,
    { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: null },
    `${channel.id}:0`,
    10,
    offers,
  );
  expect([block.length, refused.capped]).toEqual([0, 1]);
  await run("UPDATE messages SET status = 'read', claimed_at = ? WHERE id = ?", Date.now(), messageId);
  await run("UPDATE broadcast_recipients SET status = 'failed' WHERE id = ?", recipients[0]);
  const next = await makeCast(channel, [person], { send_class: sendClasses.marketing });
  expect(idsOf(await claim(channel, 1, { offers }))).toEqual([]);
  expect(await rowOf(next.recipients[0])).toMatchObject({ status: "failed", code: "offerCap" });
});

test("one call is open for one person, and the vendor's limit for one person is kept", async () => {
  const channel = await begin();
  const [person = "", other = ""] = await makePeople(2);
  const first = await makeCast(channel, [person]);
  const second = await makeCast(channel, [person, other]);
  expect(idsOf(await claim(channel, 0, { most: 1 }))).toEqual(first.recipients);
  expect(idsOf(await claim(channel, 1))).toEqual(second.recipients.slice(1));
  expect(await rowOf(second.recipients[0])).toMatchObject({
    status: "queued",
    claimed_by: null,
    attempts: 0,
  });
  await note(channel, first.recipients, { outcome: "sent", vendorId: randomUUID() });
  await note(channel, second.recipients.slice(1), { outcome: "sent", vendorId: randomUUID() }, 1);
  await run("UPDATE broadcast_recipients SET not_before = 0 WHERE id = ?", second.recipients[0]);
  await run(
    "UPDATE reach SET pair_at = ? WHERE channel_id = ? AND identity_id = ?",
    Date.now() + 60_000,
    channel.id,
    person,
  );
  expect(idsOf(await claim(channel))).toEqual([]);
  const put = await rowOf(second.recipients[0]);
  expect(put?.not_before).toBeGreaterThan(Date.now() + 40_000);
});

test("no message of a chat is claimed for who is being sent a broadcast", async () => {
  const channel = await begin();
  const [messageId = ""] = await queueFor(harness, channel, { people: 1 });
  const [message] = await rowsOf<{ identity_id: string }>(
    harness,
    "SELECT identity_id FROM messages WHERE id = ?",
    messageId,
  );
  const { recipients } = await makeCast(channel, [message?.identity_id ?? ""]);
  expect(idsOf(await claim(channel))).toEqual(recipients);
  const asked = { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: null };
  expect((await claimBlock(ctx, asked, `${channel.id}:1`, 10)).block).toEqual([]);
  await note(channel, recipients, { outcome: "sent", vendorId: randomUUID() });
  expect(idsOf(await claimBlock(ctx, asked, `${channel.id}:1`, 10))).toEqual([messageId]);
});

test("broadcasts of one number take turns", async () => {
  const channel = await begin();
  const one = await makeCast(channel, await makePeople(4));
  await makeCast(channel, await makePeople(4));
  const begun = Date.now();
  const took = [];
  for (let at = 0; at < 4; at++) {
    // The clock of a turn has milliseconds.
    const now = () => begun + at;
    const claimed = await claimRecipients(
      { ...ctx, now },
      { id: channel.id, type: channelTypes.whatsApp, pair: null },
      `${channel.id}:${at}`,
      1,
      undefined,
    );
    const [id = ""] = idsOf(claimed);
    took.push(one.recipients.includes(id) ? 1 : 2);
  }
  expect(took.toSorted()).toEqual([1, 1, 2, 2]);
  expect(took[0]).not.toBe(took[1]);
});

test("offers wait for the end of the quiet hours of who gets them, and what is owed does not", async () => {
  const channel = await begin();
  const people = await makePeople(1_103);
  // More sleep than are put off at once, and the two who are awake come last.
  const offer = await makeCast(channel, people.slice(1), { send_class: sendClasses.marketing });
  const [abroad = "", awake = "", other = ""] = offer.recipients.slice(-3);
  await run("UPDATE broadcast_recipients SET address = '+4420794609' WHERE id IN (?, ?)", awake, other);
  // An Indian number of somebody whose customer lives in London.
  const customer = randomUUID();
  await run(
    `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, revision, updated_by, created_at, updated_at)
     VALUES (?1, ?2, '', '', ?1, '', '{"zone-field":"Europe/London"}', '', 1, '', 1, 1)`,
    customer,
    owner.enterpriseId,
  );
  await run(
    "UPDATE identities SET customer = (SELECT number FROM customers WHERE id = ?1) WHERE id = (SELECT identity_id FROM broadcast_recipients WHERE id = ?2)",
    customer,
    abroad,
  );
  const owed = await makeCast(channel, people.slice(0, 1));
  const { minute } = clockIn("Asia/Kolkata", Date.now());
  const offers: Rules = {
    quietFrom: (minute + 1_430) % 1_440,
    quietUntil: (minute + 10) % 1_440,
    timezone: "America/New_York",
    most: null,
    days: 7,
    revision: 1,
    zoneField: "zone-field",
  };
  const claimed: string[] = [];
  let claims = 0;
  let nextAt: number | null = null;
  for (let again = true; again; claims++) {
    const found = await claim(channel, claims, { offers });
    claimed.push(...idsOf(found));
    ({ nextAt } = found);
    again = found.again || found.block.length > 0;
  }
  expect(claimed.toSorted()).toEqual([...owed.recipients, abroad, awake, other].toSorted());
  // Nobody was asked about twice: who sleeps is put off a thousand at a time.
  expect(claims).toBeLessThan(8);
  expect(nextAt).toBeGreaterThan(Date.now() + 8 * 60_000);
  expect(nextAt).toBeLessThanOrEqual(Date.now() + 10 * 60_000);
  expect(await rowOf(offer.recipients[0])).toMatchObject({ status: "queued", claimed_by: null, attempts: 0 });
});

test("who has no number waits for the end of the enterprise's own quiet hours", async () => {
  const channel = await begin();
  const offer = await makeCast(channel, await makePeople(2), {
    send_class: sendClasses.marketing,
    channel_type: channelTypes.email,
  });
  await run(
    "UPDATE broadcast_recipients SET address = id || '@people.example' WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(offer.recipients),
  );
  const rules = (timezone: string, zoneField: string | null): Rules => ({
    quietFrom: (clockIn("Asia/Kolkata", Date.now()).minute + 1_430) % 1_440,
    quietUntil: (clockIn("Asia/Kolkata", Date.now()).minute + 10) % 1_440,
    ...{ timezone, most: null, days: 7, revision: 1, zoneField },
  });
  const mails = (offers: Rules) =>
    claimRecipients(
      ctx,
      { id: channel.id, type: channelTypes.email, pair: null },
      `${channel.id}:0`,
      10,
      offers,
    );
  const night = await mails(rules("Asia/Kolkata", null));
  expect(night.block).toEqual([]);
  expect(night.nextAt).toBeGreaterThan(Date.now() + 8 * 60_000);
  expect((await mails(rules("America/New_York", null))).block).toHaveLength(2);
});

test("a template that the vendor has taken back pauses its broadcast", async () => {
  const channel = await begin();
  const templateId = randomUUID();
  await setTemplate(templateId, channel, { status: "REJECTED" });
  const cast = await makeCast(channel, await makePeople(1), { template_id: templateId });
  expect(idsOf(await claim(channel))).toEqual([]);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.template });
});

test.each([channelTypes.whatsApp, channelTypes.sms])(
  "a template that was deleted here pauses its broadcast on a channel of type %i, and nothing lets it go on",
  async (type) => {
    const channel = await begin();
    const templateId = randomUUID();
    await setTemplate(templateId, channel);
    const more = { template_id: templateId, channel_type: type };
    const cast = await makeCast(channel, await makePeople(2), more);
    expect(idsOf(await claim(channel, 0, { most: 1 }))).toHaveLength(1);
    await run("DELETE FROM templates WHERE id = ?", templateId);
    expect(idsOf(await claim(channel, 1))).toEqual([]);
    expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.deleted });
    await expect(moveBroadcast(ctx, cast.id, "resume")).rejects.toThrow(texts.unsendable.deleted);
    expect(await stateOf(cast)).toMatchObject({ state: "paused" });
  },
);

test("what is stopped or over ends with every row accounted for", async () => {
  const channel = await begin();
  const stopped = await makeCast(channel, await makePeople(3), { state: "stopped" });
  const over = await makeCast(channel, await makePeople(2), { expires_at: 1 });
  expect(idsOf(await claim(channel))).toEqual([]);
  expect(await Promise.all([...stopped.recipients, ...over.recipients].map(rowOf))).toMatchObject([
    ...stopped.recipients.map(() => ({ status: "cancelled", code: "cancelled" })),
    ...over.recipients.map(() => ({ status: "expired", code: "expired" })),
  ]);
  expect(await stateOf(stopped)).toMatchObject({ state: "stopped", ended_at: expect.any(Number) });
  expect(await stateOf(over)).toMatchObject({ state: "completed", ended_at: expect.any(Number) });
});

test("an offer whose time runs out while it waits for its hours, or for the vendor's rest, says which", async () => {
  const channel = await begin();
  const minute = Math.ceil(Date.now() / 60_000) * 60_000 + 600_000;
  const reasonOf = (code: string) => ({ status: "expired", code, reason: texts.reasons[code]?.[0] });
  const waits = async (
    table: "broadcast_recipients" | "messages",
    [quiet, rested, late]: readonly string[],
  ) => {
    const until = `UPDATE ${table} SET not_before = ? WHERE id = ?`;
    await run(until, minute, quiet);
    await run(until, minute, rested);
    await run(until, minute + 7, late);
    await run(
      `INSERT INTO reach (enterprise_id, channel_id, identity_id, refused_until) SELECT enterprise_id, ?, identity_id, ? FROM ${table} WHERE id = ?
         ON CONFLICT DO UPDATE SET refused_until = excluded.refused_until`,
      ...[channel.id, minute - 59_000, rested],
    );
  };
  const over = await makeCast(channel, await makePeople(3), {
    expires_at: 1,
    send_class: sendClasses.marketing,
  });
  await waits("broadcast_recipients", over.recipients);
  expect(idsOf(await claim(channel))).toEqual([]);
  expect(await Promise.all(over.recipients.map(rowOf))).toMatchObject(
    ["expiredQuiet", "expiredRest", "expired"].map((code) => ({ status: "expired", code })),
  );
  const { failures } = await getBroadcast(ctx, over.id, {
    archive: harness.env.FILES as never,
    seesCustomers: true,
  });
  expect(failures.find(({ code }) => code === "expiredRest")).toMatchObject({
    reason: texts.reasons["expiredRest"]?.[0],
    hint: texts.reasons["expiredRest"]?.[1],
  });
  const messages = await queueFor(harness, channel, { people: 3, sendClass: sendClasses.marketing });
  await waits("messages", messages);
  await run("UPDATE messages SET expires_at = 1 WHERE channel_id = ?", channel.id);
  await claimBlock(
    ctx,
    { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: PAIR },
    "m",
    10,
  );
  const ended = await rowsOf<{ id: string; status: string; code: string | null; reason: string }>(
    harness,
    "SELECT id, status, code, reason FROM messages WHERE channel_id = ?",
    channel.id,
  );
  const of = (id: string | undefined) => ended.find((each) => each.id === id);
  expect(of(messages[0])).toMatchObject(reasonOf("expiredQuiet"));
  expect(of(messages[1])).toMatchObject(reasonOf("expiredRest"));
  expect(of(messages[2])).toMatchObject({ status: "expired", code: null });
});

test("a stop of all sending takes nothing of the time in which everybody may be sent to", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(1), { expires_at: 1 });
  await setSending(ctx, { reason: "Wrong price" });
  try {
    expect(idsOf(await claim(channel))).toEqual([]);
    expect(await rowOf(cast.recipients[0])).toMatchObject({ status: "queued" });
  } finally {
    await setSending(ctx, null);
  }
  expect(idsOf(await claim(channel))).toEqual(cast.recipients);
});

test("a sender that has lost its memory leaves what it had claimed unconfirmed, and no second one calls it", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(2));
  await claim(channel);
  await noteLost(ctx, `${channel.id}:0`);
  expect(await Promise.all(cast.recipients.map(rowOf))).toMatchObject([
    { status: "unknown", claimed_by: null },
    { status: "unknown", claimed_by: null },
  ]);
  expect(idsOf(await claim(channel, 1))).toEqual([]);
});

test("what was claimed and never called is given back as if nobody had tried", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(2));
  await claim(channel);
  await giveBack(ctx, `${channel.id}:0`, cast.recipients.slice(1));
  expect(await Promise.all(cast.recipients.map(rowOf))).toMatchObject([
    { claimed_by: `${channel.id}:0`, attempts: 1 },
    { claimed_by: null, attempts: 0 },
  ]);
});

test("claims that nobody knows of are given back, but none that is called, and none that was made since", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(3));
  const sender = `${channel.id}:0`;
  await claim(channel);
  const [called = "", astray = "", later = ""] = cast.recipients;
  const before = Date.now();
  await run("UPDATE broadcast_recipients SET claimed_at = ? WHERE id = ?", before + 1, later);
  await giveBackAstray(ctx, sender, [called], before);
  expect(await Promise.all([called, astray, later].map(rowOf))).toMatchObject([
    { claimed_by: sender, attempts: 1 },
    { claimed_by: null, attempts: 0 },
    { claimed_by: sender, attempts: 1 },
  ]);
});

test("what a sender says of a recipient that is another's by now changes nothing", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(1));
  await claim(channel, 0);
  await run(
    "UPDATE broadcast_recipients SET claimed_by = ? WHERE id = ?",
    `${channel.id}:1`,
    cast.recipients[0],
  );
  await note(channel, cast.recipients, { outcome: "failed", code: "1" });
  expect(await rowOf(cast.recipients[0])).toMatchObject({ status: "queued", claimed_by: `${channel.id}:1` });
});

test("a vendor that hears too many complaints pauses the broadcast at once", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(3));
  await claim(channel, 0, { most: 1 });
  await note(channel, cast.recipients.slice(0, 1), { outcome: "later", code: "131048", afterMs: 1 });
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.spam });
  expect(idsOf(await claim(channel, 1))).toEqual([]);
});

test.each(["132015", "132016"])(
  "a template that the vendor has paused (%s) pauses its broadcast at the first refusal, however it comes",
  async (code) => {
    const channel = await begin();
    const cast = await makeCast(channel, await makePeople(3));
    const other = await makeCast(channel, await makePeople(1));
    await claim(channel, 0, { most: 1 });
    await note(channel, cast.recipients.slice(0, 1), { outcome: "failed", code });
    expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.templatePaused });
    expect(await rowOf(cast.recipients[0])).toMatchObject({ status: "failed", code });
    expect(await stateOf(other)).toMatchObject({ state: "processing" });
  },
);

test("a template that a status says is paused pauses its broadcast, too", async () => {
  const channel = await makeChannel(harness, owner);
  // Nobody of it is claimed before all are there.
  const cast = await makeCast(channel, await makePeople(2), { prepared_at: null });
  await run(
    "UPDATE broadcast_recipients SET status = 'sent', claimed_at = 1 WHERE id = ?",
    cast.recipients[0],
  );
  const { key, event } = stating(cast.recipients[0] ?? "", "failed");
  await deliver(harness, channel, [{ key, event: { ...event, code: "132015" } as typeof event }]);
  await eventually(async () =>
    expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.templatePaused }),
  );
});

const setLimit = (channel: TestChannel, limit: string) =>
  run(
    "INSERT INTO channel_health (enterprise_id, channel_id, fact, value, at) VALUES (?, ?, 'limit', ?, 1)",
    owner.enterpriseId,
    channel.id,
    limit,
  );
const SPENT: SendResult = { outcome: "later", code: "131048", afterMs: 1 };
const resumeAtOf = async ({ id }: Cast) =>
  (
    await rowsOf<{ at: number | null; expires: number }>(
      harness,
      "SELECT resume_at AS at, expires_at AS expires FROM broadcasts WHERE id = ?",
      id,
    )
  )[0];
const timersOf = ({ id }: Cast) =>
  rowsOf<{ due_at: number }>(
    harness,
    "SELECT due_at FROM timers WHERE kind = 'broadcastResumes' AND subject = ?",
    id,
  );
/** Works what is due at a time of one broadcast alone, as the clock does then. */
const resumingAt = async ({ id }: Cast, now: number) => {
  const timers = await rowsOf<{ seq: number; due_at: number }>(
    harness,
    "SELECT seq, due_at FROM timers WHERE kind = 'broadcastResumes' AND subject = ? AND due_at <= ?",
    id,
    now,
  );
  const due = timers.map(({ seq, due_at: dueAt }) => ({
    enterpriseId: ctx.enterpriseId,
    kind: "broadcastResumes" as const,
    subject: id,
    seq,
    dueAt,
    attempts: 0,
  }));
  const statements = await broadcastResumes(
    { $client: db },
    { enterpriseId: ctx.enterpriseId, timers: due, now },
  );
  await db.batch(statements);
  return timers.length;
};

/** A broadcast of three, two of whom were reached, which is all that the account may. */
async function spent(more: Record<string, unknown> = {}) {
  const channel = await begin();
  await setLimit(channel, "2");
  const at = Date.now();
  const cast = await makeCast(channel, await makePeople(3), { started_at: at, ...more });
  await claim(channel, 0, { most: 3 });
  await note(channel, cast.recipients.slice(0, 2), { outcome: "sent", vendorId: randomUUID() });
  await note(channel, cast.recipients.slice(2), SPENT);
  return { channel, cast };
}

test("a limit that is spent pauses a broadcast for a day, and then it goes on by itself", async () => {
  const { channel, cast } = await spent();
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.limit });
  const { at = null, expires = 0 } = (await resumeAtOf(cast)) ?? {};
  expect(at).toBeGreaterThan(Date.now() + 86_000_000);
  expect(await timersOf(cast)).toEqual([{ due_at: at }]);
  expect(await resumingAt(cast, (at ?? 0) - 1)).toBe(0);
  await resumingAt(cast, (at ?? 0) + 5);
  expect(await stateOf(cast)).toMatchObject({ state: "processing", reason: "" });
  expect(await resumeAtOf(cast)).toEqual({ at: null, expires: expires + 86_400_005 });
  await run("UPDATE broadcast_recipients SET not_before = 0 WHERE id = ?", cast.recipients[2]);
  expect(idsOf(await claim(channel))).toEqual(cast.recipients.slice(2));
});

test("a limit that is not spent is none: too many complaints wait for a person", async () => {
  const channel = await begin();
  await setLimit(channel, "1000");
  const cast = await makeCast(channel, await makePeople(2), { started_at: Date.now() });
  await claim(channel, 0, { most: 2 });
  await note(channel, cast.recipients.slice(0, 1), SPENT);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.spam });
  expect(await timersOf(cast)).toEqual([]);
});

test("what a person has moved since is not resumed by the clock", async () => {
  const { cast } = await spent();
  const { at } = (await resumeAtOf(cast)) ?? {};
  const move = (action: "resume" | "pause") =>
    owner.call(broadcastSendingApi.moveBroadcast, { params: { id: cast.id, action } });
  await move("resume");
  await move("pause");
  await resumingAt(cast, (at ?? 0) + 5);
  expect(await stateOf(cast)).toMatchObject({ state: "paused" });
});

test("a run of an activity says when it may go on, and waits for a person", async () => {
  const { cast } = await spent({ activity_id: randomUUID(), run: 1 });
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.limitOfRun });
  expect((await resumeAtOf(cast))?.at).toBeGreaterThan(Date.now());
  expect(await timersOf(cast)).toEqual([]);
  const { data } = await owner.call(broadcastsApi.getBroadcast, { params: { id: cast.id } });
  expect(data).toMatchObject({ resumesItself: false, resumeAt: expect.any(String) });
});

const tellQuality = (channel: TestChannel, fact: "quality" | "flag", value: string, at: number) =>
  ctx.db.$client.batch(keepingHealth(ctx, channel.id, [{ fact, value, at, until: null, account: "" }]));

test("a quality that falls pauses what goes on, whatever paused it before is left to a person", async () => {
  const { channel, cast } = await spent();
  const { at } = (await resumeAtOf(cast)) ?? {};
  const going = await makeCast(channel, await makePeople(1));
  const elsewhere = await makeCast(await begin(), await makePeople(1));
  await tellQuality(channel, "quality", "yellow", 5);
  expect(await stateOf(going)).toMatchObject({ state: "processing" });
  await tellQuality(channel, "quality", "red", 10);
  expect(await stateOf(going)).toMatchObject({ state: "paused", reason: texts.paused.quality });
  expect(await stateOf(elsewhere)).toMatchObject({ state: "processing" });
  await resumingAt(cast, (at ?? 0) + 5);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.quality });
  expect((await resumeAtOf(cast))?.at).toBeNull();
});

test("a quality that is known to be low, or was before it rose, pauses nothing again", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(1));
  await tellQuality(channel, "quality", "green", 20);
  await tellQuality(channel, "quality", "red", 10);
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
  await tellQuality(channel, "flag", "yes", 10);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.quality });
  await owner.call(broadcastSendingApi.moveBroadcast, { params: { id: cast.id, action: "resume" } });
  await tellQuality(channel, "flag", "yes", 30);
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
});

test("a refusal that comes as a status pauses like one of the call", async () => {
  const channel = await makeChannel(harness, owner);
  // Nobody is claimed while the search for recipients goes on.
  const cast = await makeCast(channel, await makePeople(2), { prepared_at: null });
  await run("UPDATE broadcast_recipients SET status = 'sent' WHERE id = ?", cast.recipients[0]);
  const { event, key } = stating(cast.recipients[0] ?? "", "failed");
  await deliver(harness, channel, [{ key, event: { ...event, code: "131048" } as typeof event }]);
  await eventually(async () =>
    expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.spam }),
  );
});

test("whom the vendor lets have no more offers rests for a day, and what is owed still reaches them", async () => {
  const channel = await begin();
  const people = await makePeople(1);
  const first = await makeCast(channel, people, { send_class: sendClasses.marketing });
  await claim(channel);
  await note(channel, first.recipients, { outcome: "failed", code: "131049", ofMessage: true });
  await run("UPDATE reach SET pair_at = 0 WHERE channel_id = ?", channel.id);
  const offer = await makeCast(channel, people, { send_class: sendClasses.marketing });
  expect(idsOf(await claim(channel))).toEqual([]);
  expect((await rowOf(offer.recipients[0]))?.not_before).toBeGreaterThan(Date.now() + 80_000_000);
  const owed = await makeCast(channel, people);
  expect(idsOf(await claim(channel))).toEqual(owed.recipients);
});

test("who waited for an hour of theirs goes before those whose turn had not come, and is counted by it meanwhile", async () => {
  const channel = await begin();
  const people = await makePeople(5);
  const offer = await makeCast(channel, people, { send_class: sendClasses.marketing });
  const [asleep = "", also = "", fresh = ""] = offer.recipients;
  const until = Date.now() + 3_600_000 - (Date.now() % 60_000);
  await run("UPDATE broadcast_recipients SET not_before = ? WHERE id IN (?, ?)", until, asleep, also);
  const waits = async () =>
    (await getBroadcast(ctx, offer.id, { archive: harness.env.FILES as never, seesCustomers: true })).waits;
  expect(await waits()).toEqual([{ until: new Date(until).toISOString(), people: 2 }]);
  expect(idsOf(await claim(channel, 0, { most: 1 }))).toEqual([fresh]);
  // Their hour has come; before, it had.
  const past = Math.floor(Date.now() / 60_000) * 60_000 - 60_000;
  await run("UPDATE broadcast_recipients SET not_before = ? WHERE id IN (?, ?)", past, asleep, also);
  expect(await waits()).toEqual([]);
  expect(idsOf(await claim(channel, 1, { most: 3 }))).toEqual([asleep, also, offer.recipients[3]]);
  await note(channel, [asleep, also], { outcome: "sent", vendorId: randomUUID() }, 1);
  expect(await recountBroadcasts(db, owner.enterpriseId)).toMatchObject({ rows: 0 });
});

test("figures by when people were called are those of their rows, also where a failed one is tried again", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(3));
  const [first = "", second = ""] = cast.recipients;
  await claim(channel);
  await note(channel, [first, second], { outcome: "sent", vendorId: randomUUID() });
  await run(
    "UPDATE broadcast_recipients SET replied_at = 5, clicked_at = 5 WHERE id IN (?, ?)",
    first,
    second,
  );
  await run("UPDATE broadcast_recipients SET status = 'failed', code = 'x' WHERE id = ?", second);
  const drift = () => recountCalls(db, owner.enterpriseId);
  expect(await drift()).toMatchObject({ rows: 0 });
  // A retry calls them an hour later.
  await run("UPDATE broadcast_recipients SET status = 'queued', code = NULL WHERE id = ?", second);
  await run("UPDATE broadcast_recipients SET claimed_at = claimed_at + 3600000 WHERE id = ?", second);
  await run("UPDATE broadcast_recipients SET status = 'delivered' WHERE id = ?", second);
  expect(await drift()).toMatchObject({ rows: 0 });
  const rows = await rowsOf<{ status: string; n: number }>(
    harness,
    "SELECT status, sum(count) AS n FROM broadcast_quarters WHERE broadcast_id = ? GROUP BY 1 HAVING n <> 0 ORDER BY 1",
    cast.id,
  );
  expect(rows).toEqual([
    { status: "clicked", n: 2 },
    { status: "delivered", n: 1 },
    { status: "replied", n: 2 },
    { status: "sent", n: 1 },
  ]);
});

const SILENT: SendResult = { outcome: "unknown", code: "noAnswer", reason: "No answer" };

test("a vendor that answers nobody pauses the broadcast before it runs through the audience, with a reason of its own", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(45), { started_at: 1 });
  await claim(channel, 0, { most: 45 });
  // Messages that a sender broke off itself, such as at a deployment, say nothing of the vendor.
  await note(channel, cast.recipients.slice(0, 25), { outcome: "unknown" });
  await note(channel, cast.recipients.slice(25, 44), { ...SILENT, code: "HTTP 500" });
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
  await note(channel, cast.recipients.slice(44), SILENT);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.silence });
  // Whoever resumes it has seen that.
  await owner.call(broadcastSendingApi.moveBroadcast, { params: { id: cast.id, action: "resume" } });
  const [row] = await rowsOf<{ silence: number }>(
    harness,
    "SELECT silence FROM broadcasts WHERE id = ?",
    cast.id,
  );
  expect(row).toEqual({ silence: 0 });
});

test("silence that is noted once more, after a death or an error, counts once", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(30));
  await claim(channel, 0, { most: 30 });
  for (let again = 0; again < 3; again++) await note(channel, cast.recipients.slice(0, 12), SILENT);
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
  await note(channel, cast.recipients.slice(12, 20), SILENT);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.silence });
});

test("a silence between answers pauses once a third meets it, and one that passes does not", async () => {
  const channel = await begin();
  const [passing, half] = [
    await makeCast(channel, await makePeople(60)),
    await makeCast(channel, await makePeople(80)),
  ];
  for (let at = 0; at < 2; at++) await claim(channel, at, { most: 100 });
  const sender = async ({ recipients: [first = ""] }: Cast) =>
    Number((await rowOf(first))?.claimed_by?.split(":")[1]);
  const [ofPassing, ofHalf] = [await sender(passing), await sender(half)];
  await note(channel, passing.recipients.slice(0, 19), SILENT, ofPassing);
  await note(channel, passing.recipients.slice(19, 59), { outcome: "sent" }, ofPassing);
  await note(channel, passing.recipients.slice(59), SILENT, ofPassing);
  expect(await stateOf(passing)).toMatchObject({ state: "processing" });
  for (let at = 0; at < 80; at += 8) {
    await note(channel, half.recipients.slice(at, at + 4), SILENT, ofHalf);
    await note(channel, half.recipients.slice(at + 4, at + 8), { outcome: "sent" }, ofHalf);
  }
  expect(await stateOf(half)).toMatchObject({ state: "paused", reason: texts.paused.silence });
});

test("a call that its vendor will get again by our key is no silence yet", async () => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(30));
  await claim(channel, 0, { most: 30 });
  const again = { id: channel.id, pairMs: 0, idempotent: true };
  await noteRecipients(
    ctx,
    again,
    `${channel.id}:0`,
    cast.recipients.map((id) => ({ id, attempts: 1, at: Date.now(), result: SILENT })),
  );
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
  expect(await rowOf(cast.recipients[0])).toMatchObject({ status: "queued" });
});

test.each([
  ["by hand", {}, undefined],
  ["by itself, of an activity", { activity_id: randomUUID(), run: 1 }, SPENT],
])("a pause %s takes nothing of the time in which everybody may be sent to", async (_, more, trouble) => {
  const channel = await begin();
  const cast = await makeCast(channel, await makePeople(3), { started_at: 1, ...more });
  if (trouble) {
    await claim(channel, 0, { most: 1 });
    await note(channel, cast.recipients.slice(0, 1), trouble);
  } else await owner.call(broadcastSendingApi.moveBroadcast, { params: { id: cast.id, action: "pause" } });
  expect(await stateOf(cast)).toMatchObject({ state: "paused" });
  const DAYS = 4 * 86_400_000;
  await run(
    "UPDATE broadcasts SET paused_at = paused_at - ?1, expires_at = expires_at - ?1 WHERE id = ?2",
    DAYS,
    cast.id,
  );
  // Others write to it meanwhile.
  await run("UPDATE broadcasts SET updated_at = ? WHERE id = ?", Date.now(), cast.id);
  const mover = { $client: db, enterpriseId: ctx.enterpriseId, at: Date.now(), by: "" };
  await db.batch([moving(mover, "resume", byId(cast.id))]);
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
  expect(idsOf(await claim(channel, 1, { most: 1 }))).toHaveLength(1);
  expect((await rowOf(cast.recipients[2]))?.status).toBe("queued");
});

test("how long a broadcast may take is twice what rate, sending hours and the account's limit make of it", async () => {
  const channel = await begin();
  const msOf = async (people: number, more: Record<string, unknown> = {}) => {
    const { id } = await makeCast(channel, [], more);
    await run(
      "INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (?, ?, 'queued', '', ?)",
      owner.enterpriseId,
      id,
      people,
    );
    const [row] = await rowsOf<{ ms: number }>(
      harness,
      `SELECT ${TIME_TO_SEND} AS ms FROM broadcasts WHERE id = ?`,
      id,
    );
    await run("DELETE FROM broadcast_counts WHERE broadcast_id = ?", id);
    return (row?.ms ?? 0) / 86_400_000;
  };
  await run("UPDATE channels SET rate = 5 WHERE id = ?", channel.id);
  expect(await msOf(1_000)).toBe(3);
  expect(await msOf(1_000_000)).toBeCloseTo(4.63, 2);
  const offer = { send_class: sendClasses.marketing, channel_type: channelTypes.sms };
  expect(await msOf(1_000_000, offer)).toBeCloseTo(10.1, 1);
  await setLimit(channel, "1000");
  expect(await msOf(10_000)).toBe(20);
});

test("offers rest for whom the vendor holds back in a status, of broadcasts and of messages, and that is no bad number", async () => {
  const channel = await begin();
  const [messageId = "", own = ""] = await queueFor(harness, channel, {
    people: 2,
    sendClass: sendClasses.marketing,
  });
  const people = await makePeople(60);
  const cast = await makeCast(channel, people, { send_class: sendClasses.marketing });
  const [reported = ""] = cast.recipients;
  await claim(channel, 0, { most: 60 });
  await note(channel, cast.recipients.slice(0, 30), { outcome: "sent" });
  await note(channel, cast.recipients.slice(30), { outcome: "failed", code: "131049", ofMessage: true });
  expect(await stateOf(cast)).toMatchObject({ state: "processing" });
  await run("UPDATE messages SET status = 'sent' WHERE id = ?", own);
  const delivered = [reported, own].map((id) => ({
    key: stating(id, "failed").key,
    event: { ...stating(id, "failed").event, code: "131049" } as ReturnType<typeof stating>["event"],
  }));
  // The lane works its events; its senders call nobody meanwhile.
  const vendor = "UPDATE channels SET vendor = ?, state = ? WHERE id = ?";
  await run(vendor, vendorCodes.simulator, "paused", channel.id);
  await deliver(harness, channel, delivered);
  const restsUntil = async (table: "messages" | "broadcast_recipients", id: string) =>
    (
      await rowsOf<{ until: number | null }>(
        harness,
        `SELECT r.refused_until AS until FROM ${table} m JOIN reach r ON r.identity_id = m.identity_id AND r.channel_id = ? WHERE m.id = ?`,
        channel.id,
        id,
      )
    )[0]?.until;
  await eventually(async () => {
    expect(await restsUntil("broadcast_recipients", reported)).toBeGreaterThan(Date.now() + 80_000_000);
    expect(await restsUntil("messages", own)).toBeGreaterThan(Date.now() + 80_000_000);
  });
  await run(vendor, -1, "active", channel.id);
  // Whoever rests gets no other offer, and what is owed all the same.
  await run(
    "UPDATE reach SET refused_until = ? WHERE channel_id = ? AND identity_id = (SELECT identity_id FROM messages WHERE id = ?)",
    Date.now() + 86_400_000,
    channel.id,
    messageId,
  );
  const asked = { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: null };
  const offers: Rules = {
    quietFrom: null,
    quietUntil: null,
    timezone: "UTC",
    most: null,
    days: 7,
    revision: 0,
  };
  const { block, nextAt } = await claimBlock(ctx, asked, `${channel.id}:1`, 10, offers);
  expect(block).toEqual([]);
  expect(nextAt).toBeGreaterThan(Date.now() + 80_000_000);
  await run(
    "UPDATE messages SET send_class = ?, not_before = 0 WHERE id = ?",
    sendClasses.transactional,
    messageId,
  );
  expect(idsOf(await claimBlock(ctx, asked, `${channel.id}:1`, 10, offers))).toEqual([messageId]);
  // The answer of a call says it as well.
  await run("UPDATE reach SET refused_until = NULL WHERE channel_id = ?", channel.id);
  const result: SendResult = { outcome: "failed", code: "131049", ofMessage: true };
  await noteOutcomes(ctx, { id: channel.id, pairMs: 0, idempotent: false }, `${channel.id}:1`, [
    { id: messageId, attempts: 1, at: Date.now(), result },
  ]);
  expect(await restsUntil("messages", messageId)).toBeGreaterThan(Date.now() + 80_000_000);
});

test("no mail goes to an address from which mails come back for good, by a broadcast or alone", async () => {
  const channel = await begin();
  const people = await makePeople(2);
  const cast = await makeCast(channel, people, { channel_type: channelTypes.email });
  const dead = "INSERT INTO reach (enterprise_id, channel_id, identity_id, reachable) VALUES (?, ?, ?, 0)";
  await run(dead, owner.enterpriseId, channel.id, people[0]);
  const mails = { id: channel.id, type: channelTypes.email, pair: null };
  expect(idsOf(await claimRecipients(ctx, mails, `${channel.id}:0`, 10, undefined))).toEqual(
    cast.recipients.slice(1),
  );
  expect(await rowOf(cast.recipients[0])).toMatchObject({
    status: "failed",
    code: "unreachable",
    claimed_by: null,
    attempts: 0,
  });
  const { data } = await owner.call(broadcastsApi.getBroadcast, { params: { id: cast.id } });
  expect(data.failures).toEqual([
    expect.objectContaining({ code: "unreachable", reason: texts.reasons["unreachable"]?.[0] }),
  ]);
  const [alone = "", other = ""] = await queueFor(harness, channel, { people: 2 });
  await run(
    "UPDATE reach SET reachable = 0 WHERE identity_id = (SELECT identity_id FROM messages WHERE id = ?)",
    alone,
  );
  const inClass = (id: string, name: keyof typeof sendClasses) =>
    run("UPDATE messages SET send_class = ? WHERE id = ?", sendClasses[name], id);
  await inClass(alone, "transactional");
  const found = await claimBlock(ctx, { ...mails, hasWindow: false }, `${channel.id}:1`, 10);
  expect(idsOf(found)).toEqual([other]);
  expect(found.refused.unreachable).toBe(1);
  // A colleague's answer, or a code that was asked for, is tried all the same.
  const [asked = ""] = await queueFor(harness, channel, { people: 1 });
  await run(
    "UPDATE reach SET reachable = 0 WHERE identity_id = (SELECT identity_id FROM messages WHERE id = ?)",
    asked,
  );
  await inClass(asked, "person");
  expect(idsOf(await claimBlock(ctx, { ...mails, hasWindow: false }, `${channel.id}:1`, 10))).toEqual([
    asked,
  ]);
});

test("an offer of another channel counts against the cap of messages, where somebody is the same customer", async () => {
  const channel = await begin();
  const [sms = ""] = await makePeople(1);
  const cast = await makeCast(channel, [sms], {
    state: "completed",
    send_class: sendClasses.marketing,
    channel_type: channelTypes.sms,
  });
  await run(
    "UPDATE broadcast_recipients SET status = 'sent', claimed_at = ? WHERE id = ?",
    Date.now(),
    cast.recipients[0],
  );
  const [offer = ""] = await queueFor(harness, channel, { people: 1, sendClass: sendClasses.marketing });
  await run(
    "UPDATE identities SET customer = 815 WHERE id = ?1 OR id = (SELECT identity_id FROM messages WHERE id = ?2)",
    sms,
    offer,
  );
  const offers: Rules = { quietFrom: null, quietUntil: null, timezone: "UTC", most: 1, days: 7, revision: 0 };
  const asked = { id: channel.id, type: channelTypes.whatsApp, hasWindow: false, pair: null };
  const found = await claimBlock(ctx, asked, `${channel.id}:0`, 10, offers);
  expect([found.block.length, found.refused.capped]).toEqual([0, 1]);
});

test("a template that was approved anew with other words pauses a broadcast which WhatsApp would send them for", async () => {
  const channel = await begin();
  const templateId = randomUUID();
  await setTemplate(templateId, channel);
  const cast = await makeCast(channel, await makePeople(2), { template_id: templateId });
  expect(idsOf(await claim(channel, 0, { most: 1 }))).toHaveLength(1);
  await setTemplate(templateId, channel, { text: "Goodbye" });
  expect(idsOf(await claim(channel, 1))).toEqual([]);
  expect(await stateOf(cast)).toMatchObject({ state: "paused", reason: texts.paused.changed });
  // By SMS and mail the frozen words go along, so that nothing changes under way.
  const mail = await makeCast(channel, await makePeople(1), {
    template_id: templateId,
    channel_type: channelTypes.sms,
  });
  expect(idsOf(await claim(channel, 1))).toEqual(mail.recipients);
});

test("counting anew gives what the triggers have counted", async () => {
  // Of our own: others' may have been archived, or changed by hand.
  const agree = await rowsOf<{ wrong: number }>(
    harness,
    `SELECT count(*) AS wrong FROM (
       SELECT broadcast_id, status, code, count FROM broadcast_counts WHERE count <> 0 AND status NOT IN ('replied', 'clicked', 'waits')
         AND broadcast_id IN (SELECT substr(id, 1, 28) || '00000000' FROM broadcast_recipients)
         AND broadcast_id IN (SELECT id FROM broadcasts WHERE enterprise_id = ?)
       EXCEPT SELECT substr(id, 1, 28) || '00000000', status, CASE WHEN status IN ('failed', 'expired', 'cancelled') THEN coalesce(code, '') ELSE '' END, count(*)
         FROM broadcast_recipients GROUP BY 1, 2, 3)`,
    owner.enterpriseId,
  );
  expect(agree).toEqual([{ wrong: 0 }]);
});

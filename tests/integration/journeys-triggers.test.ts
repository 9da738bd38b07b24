import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { tenantDatabase } from "#db/client.ts";
import { makeCustomer, makeGroup } from "#tests/support/customers.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { publishedAnew, publishedOne } from "#tests/support/journeys.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saidOn, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { keyOf } from "#tests/support/public-sending.ts";
import { refused } from "#tests/support/refused.ts";
import { runsOf } from "#tests/support/runs.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { aroundDatabase, watchedDatabase } from "#tests/support/watched-database.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { triggersTexts as texts } from "#texts/triggers.ts";
import type { Trigger } from "#workers/contract/automation/triggers.ts";
import { automationDoors } from "#workers/contract/endpoints/automations.ts";
import { instanceDoors } from "#workers/contract/endpoints/automation-instances.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as customerTaggingsApi from "#workers/contract/endpoints/customer-taggings.ts";
import * as sendingApi from "#workers/contract/endpoints/sending.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import { sendEvent, triggerDoors } from "#workers/contract/endpoints/automation-triggers.ts";
import { saveField } from "#workers/contract/endpoints/customer-fields.ts";
import type { Condition } from "#workers/contract/expression.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { logTurn } from "#workers/domain/bot-sessions/log-turn.ts";
import { workEntries } from "#workers/domain/entries/work.ts";

/** All ways into a journey: each enters once, whatever is told twice or cut off, and why somebody did not is kept. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const api = instanceDoors.journey;
const doors = triggerDoors.journey;

let phones = Date.now();
const phone = () => `+9196${String(phones++ % 100_000_000).padStart(8, "0")}`;

interface Rules {
  filter?: Condition;
  reentry?: string;
}
const asking = (triggers: readonly object[], rules: Rules = {}) =>
  graphOf({ start: ["start", { triggers, ...rules }], ask: ["ask", { text: "Which city?" }], end: ["end"] }, [
    "start > ask",
    "ask > end",
  ]);
const waitingADay = (triggers: readonly object[]) =>
  graphOf(
    {
      start: ["start", { triggers }],
      wait: ["wait", { until: { kind: "duration", length: { amount: 1, unit: "days" } } }],
    },
    ["start > wait"],
  );
async function begun(triggers: readonly (Trigger | object)[], rules: Rules & { owner?: Person } = {}) {
  const { owner = await makePerson(harness), ...more } = rules;
  const channel = await makeChannel(harness, owner);
  const id = await publishedOne(owner, "journey", `Triggers ${randomUUID()}`, asking(triggers, more));
  const instance = await owner.call(api.create, { params: { id }, body: { channelId: channel.id } });
  const params = { id, instanceId: instance.id };
  const move = (action: "pause" | "resume" | "stop") => owner.call(api.move, { params, body: { action } });
  const why = async (customer?: string) =>
    (await owner.call(doors.evaluations, { params, query: customer === undefined ? {} : { customer } }))
      .evaluations;
  return { owner, channel, id, instance, params, move, why };
}
const kindsIn = async (instanceId: string): Promise<string[]> =>
  (await runsOf(harness, instanceId)).map(({ data }) => {
    const { entry } = JSON.parse(data) as { entry: { trigger: { kind: string } } };
    return entry.trigger.kind;
  });
const runAll = (...statements: [sql: string, ...values: unknown[]][]) =>
  db.batch(statements.map(([sql, ...values]) => db.prepare(sql).bind(...values)));
const entered = async (instanceId: string, kinds: readonly string[]) => {
  await eventually(async () => {
    // Nobody was there to wake the clock where a trigger wrote: the sweeper does.
    await harness.scheduled();
    expect((await kindsIn(instanceId)).toSorted()).toEqual([...kinds].toSorted());
  });
};

test("whoever is in none of the filter's groups stays out, and it is said by what the group is called now", async () => {
  const owner = await makePerson(harness);
  const gold = await makeGroup(owner);
  const filter = {
    match: "all" as const,
    rows: [{ field: "contact.groups", operator: "has" as const, value: gold }],
  };
  const { channel, why } = await begun([{ kind: "keyword", words: ["gold"], mode: "exact" }], {
    owner,
    filter,
  });
  await owner.call(customerTaggingsApi.saveGroup, { body: { id: gold, name: "Silver members" } });
  await deliver(harness, channel, [saying(phone(), "gold")]);
  await eventually(async () =>
    expect((await why()).map(({ sentence }) => sentence)).toEqual([
      texts.sentences.filter("groups has Silver members"),
    ]),
  );
});

test("accepting and refusing offers begin journeys where that changes what held before, and only the latest word counts", async () => {
  const owner = await makePerson(harness);
  const accepts = await begun([{ kind: "consent", what: "optIn" }], { owner });
  const refuses = await begun([{ kind: "consent", what: "optOut" }], { owner });
  const who = phone();
  for (const { channel } of [accepts, refuses]) await deliver(harness, channel, [saying(who, "hello")]);
  const said = (given: 0 | 1, purpose: string, at: number) =>
    db
      .prepare(
        `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
         SELECT ?2, enterprise_id, id, channel_type, ?3, ?4, '', 'vendor', ?5 FROM identities WHERE enterprise_id = ?1`,
      )
      .bind(owner.enterpriseId, randomUUID(), purpose, given, at)
      .run();
  const told = () =>
    rowsOf<{ event_id: string }>(
      harness,
      "SELECT event_id FROM entry_evaluations WHERE enterprise_id = ? AND kind = 'consent'",
      owner.enterpriseId,
    );
  await said(1, "marketing", 20);
  await entered(accepts.instance.id, ["consent"]);
  await said(1, "marketing", 30);
  // Older news, and what is about everything.
  await said(0, "marketing", 10);
  await said(1, "service", 30);
  await said(0, "marketing", 40);
  await entered(refuses.instance.id, ["consent"]);
  expect(await told()).toHaveLength(2);
});

test("only somebody's own word begins one: a start word that waits for its yes is none, nor what is carried over", async () => {
  const owner = await makePerson(harness);
  await owner.call(sendingApi.saveOfferRules, {
    body: { quiet: null, cap: null, confirm: { text: "Send YES, please." } },
  });
  const accepts = await begun([{ kind: "consent", what: "optIn" }], { owner });
  const refuses = await begun([{ kind: "consent", what: "optOut" }], { owner });
  // News is gone once it is decided, and an evaluation is there then.
  const told = async () =>
    (
      await rowsOf<{ given: 0 | 1 }>(
        harness,
        `SELECT given FROM consents WHERE enterprise_id = ?1 AND ('consent:' || id IN (SELECT event_id FROM entry_news WHERE enterprise_id = ?1)
           OR 'consent:' || id IN (SELECT event_id FROM entry_evaluations WHERE enterprise_id = ?1)) ORDER BY given DESC`,
        owner.enterpriseId,
      )
    ).map(({ given }) => (given === 1 ? "optIn" : "optOut"));
  const latest = (who: string) =>
    rowsOf<{ source: string; given: number }>(
      harness,
      `SELECT c.source, c.given FROM consents c JOIN addresses a ON a.identity_id = c.identity_id
       WHERE a.address = ? AND c.purpose = 'marketing' ORDER BY c.at DESC, c.id DESC LIMIT 1`,
      who,
    );
  const [yes, no] = [phone(), phone()];
  for (const who of [yes, no]) {
    await deliver(harness, accepts.channel, [saying(who, "START")]);
    await eventually(async () => expect((await latest(who))[0]?.source).toMatch(/^pending:/));
  }
  expect(await told()).toEqual([]);
  await deliver(harness, accepts.channel, [saying(yes, "yes")]);
  await eventually(async () => expect((await latest(yes))[0]?.given).toBe(1));
  expect(await told()).toEqual(["optIn"]);
  await deliver(harness, accepts.channel, [saying(no, "STOP")]);
  await eventually(async () => expect((await latest(no))[0]?.source).toMatch(/^message:/));
  expect(await told()).toEqual(["optIn", "optOut"]);
  const at = Date.now() + 60_000;
  const others = ["suppression:optOut", "parted:x", "blacklist:b", "blacklist.off:b"];
  for (const [after, source] of others.entries())
    await db
      .prepare(
        `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
         SELECT ?2 || a.identity_id, a.enterprise_id, a.identity_id, a.channel_type, 'marketing', ?3 = 'blacklist.off:b', '', ?3, ?4
         FROM addresses a WHERE a.enterprise_id = ?1 AND a.address IN (?5, ?6)`,
      )
      .bind(owner.enterpriseId, randomUUID(), source, at + after, yes, no)
      .run();
  expect(await told()).toEqual(["optIn", "optOut"]);
  await entered(refuses.instance.id, ["consent"]);
});

test("words begin it by how they are compared; whoever the filter keeps out is answered by somebody else, and it is said why", async () => {
  const owner = await makePerson(harness);
  const { channel, instance, why } = await begun(
    [
      { kind: "keyword", words: ["नमस्ते"], mode: "starts" },
      { kind: "keyword", words: ["best offer"], mode: "contains" },
      { kind: "link", token: "QR-7" },
    ],
    {
      owner,
      reentry: "never",
      filter: { match: "all", rows: [{ field: "contact.name", operator: "is", value: "Asha" }] },
    },
  );
  const [asha, ravi] = [phone(), phone()];
  await deliver(harness, channel, [
    saying(asha, "नमस्ते जी!"),
    saying(ravi, "Your BEST offer?", { name: "Ravi" }),
  ]);
  await eventually(async () => {
    expect((await saidOn(harness, channel)).toSorted()).toEqual(
      ["Which city?", messagingTexts.passedOn].toSorted(),
    );
  });
  expect(await kindsIn(instance.id)).toEqual(["keyword"]);
  expect(
    (await why()).map(({ result, sentence, customer }) => [result, sentence, customer.name]).toSorted(),
  ).toEqual([
    ["entered", texts.sentences.entered, "Asha"],
    ["filter", texts.sentences.filter("name is Asha"), "Ravi"],
  ]);
  await deliver(harness, channel, [saying(asha, "Pune")]);
  await eventually(async () =>
    expect(await runsOf(harness, instance.id)).toMatchObject([{ state: "completed" }]),
  );
  await deliver(harness, channel, [saying(asha, "qr-7")]);
  await eventually(async () => expect((await why())[0]).toMatchObject({ result: "wasIn" }));
  expect((await runsOf(harness, instance.id)).length).toBe(1);
});

test("of a launch of an encap, too, it is said why somebody who wrote its words did not get in", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const filter: Condition = {
    match: "all",
    rows: [{ field: "contact.name", operator: "is", value: "Asha" }],
  };
  const id = await publishedOne(owner, "encap", `Offers ${randomUUID()}`, asking([], { filter }));
  const { id: instanceId } = await owner.call(instanceDoors.encap.create, {
    params: { id },
    body: { channelId: channel.id, keywords: ["my offer"] },
  });
  const why = async (search = "") =>
    (await owner.call(triggerDoors.encap.evaluations, { params: { id, instanceId }, query: { search } }))
      .evaluations;
  await deliver(harness, channel, [
    saying(phone(), "my offer"),
    saying(phone(), "my offer", { name: "Ravi" }),
  ]);
  await eventually(async () => expect(await why()).toHaveLength(2));
  expect(await why("rav")).toMatchObject([
    { result: "filter", sentence: texts.sentences.filter("name is Asha"), customer: { name: "Ravi" } },
  ]);
  expect(await why("asha")).toMatchObject([{ result: "entered" }]);
});

test("every kind of thing that happens enters once, also when it is told twice", async () => {
  const owner = await makePerson(harness);
  const group = await makeGroup(owner);
  await owner.call(saveField, {
    body: {
      fieldName: "plan",
      fieldLabel: "Plan",
      fieldHelptext: "Their plan",
      mandatory: false,
      fieldType: "text",
      inputType: "alphabets",
      minValue: 1,
      maxValue: 20,
      search: false,
    },
  });
  const other = await publishedOne(
    owner,
    "journey",
    "Before",
    graphOf({ start: ["start"], end: ["end"] }, ["start > end"]),
  );
  const { channel, instance, params, why } = await begun(
    [
      { kind: "event", name: "order.paid" },
      { kind: "webhook", by: "phone", at: "buyer.phone" },
      { kind: "membership", change: { what: "entersGroup", id: group } },
      { kind: "membership", change: { what: "leavesGroup", id: group } },
      { kind: "field", field: "plan", to: "gold" },
      { kind: "imported" },
      { kind: "form", formId: "form 1" },
      { kind: "chatClosed", what: "closed" },
      { kind: "broadcast", what: "reply" },
      { kind: "journey", journeyId: other },
      { kind: "intent", intent: "loan" },
      { kind: "message", what: "location" },
      { kind: "schedule", every: "day", clock: "09:00", audience: { of: "group", id: group } },
    ],
    { owner, reentry: "always" },
  );
  const who = phone();
  await deliver(harness, channel, [saying(who, "Hello", { name: "Meera" })]);
  const happened = ["imported"];
  await entered(instance.id, happened);
  const [customer = { id: "", number: 0 }] = await rowsOf<{ id: string; number: number }>(
    harness,
    "SELECT id, number FROM customers WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  const { number } = customer;

  const { secret } = await keyOf(owner, ["events.send"]);
  const tell = (body: object) =>
    harness.fetch(`/api${sendEvent.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const paid = { name: "order.paid", key: "order 7", customer: { phone: who }, data: { total: 9 } };
  for (const response of await Promise.all([tell(paid), tell(paid)])) {
    expect(await response.json()).toMatchObject({ response: { awaited: true } });
  }
  expect(await (await tell({ ...paid, name: "nobody.waits" })).json()).toMatchObject({
    response: { awaited: false },
  });

  const { address } = await owner.call(doors.hook, { params });
  const call = (body: string, at = new URL(address).pathname) =>
    harness.fetch(at, {
      method: "POST",
      headers: { "idempotency-key": "call 1", "content-length": String(Buffer.byteLength(body)) },
      body,
    });
  const bought = JSON.stringify({ buyer: { phone: who }, total: 9 });
  expect((await call(bought)).status).toBe(200);
  expect((await call(bought)).status).toBe(200);
  expect((await call(bought, `/api/hooks/${instance.id}/guessed`)).status).toBe(404);
  expect((await call("[]")).status).toBe(400);
  expect((await call("x".repeat(70_000))).status).toBe(413);
  expect(await (await call('{"buyer":{}}')).json()).toMatchObject({
    message: texts.hook.noCustomer("buyer.phone"),
  });
  await call(bought);
  const hook = await owner.call(doors.hook, { params });
  expect(JSON.parse(hook.sample)).toEqual({ buyer: { phone: "text" }, total: "number" });
  const anew = await owner.call(doors.renewHook, { params });
  expect((await call(bought)).status).toBe(404);
  expect(anew.address).not.toBe(address);
  happened.push("event", "webhook");
  await entered(instance.id, happened);

  const fields = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM customer_fields WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  const [identity] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM identities WHERE customer = ?",
    number,
  );
  const marked = [owner.enterpriseId, group, number] as const;
  const [agentId, broadcastId] = [randomUUID(), `${randomUUID().slice(0, 28)}00000000`];
  await runAll(
    ["INSERT INTO customer_marks (enterprise_id, mark_id, customer) VALUES (?, ?, ?)", ...marked],
    ["UPDATE customers SET data = json_object(?, 'silver') WHERE number = ?", fields[0]?.id, number],
    ["UPDATE customers SET data = json_object(?, 'gold') WHERE number = ?", fields[0]?.id, number],
    ["UPDATE customers SET data = data, name = 'Meera' WHERE number = ?", number],
    [
      "INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, status, facts) VALUES (?, ?, ?, ?, 'sent', '{}')",
      `${broadcastId.slice(0, 28)}00000001`,
      owner.enterpriseId,
      identity?.id,
      who,
    ],
    ["UPDATE broadcast_recipients SET replied_at = 1 WHERE identity_id = ?", identity?.id],
    ["UPDATE broadcast_recipients SET replied_at = 2, status = 'read' WHERE identity_id = ?", identity?.id],
    [
      "INSERT INTO agents (id, enterprise_id, name, name_key, description, config, content_changed_at, created_at, updated_at) VALUES (?, ?, 'Bot', ?, '', '{}', 1, 1, 1)",
      agentId,
      owner.enterpriseId,
      agentId,
    ],
    ["UPDATE channels SET agent_id = ? WHERE id = ?", agentId, channel.id],
  );
  await runAll([
    "INSERT INTO form_submissions (id, enterprise_id, form_id, version, answer_id, answers, customer, identity_id, language, at) VALUES (?1, ?2, 'form 1', 1, ?1, '{}', ?3, NULL, 'en', 1)",
    randomUUID(),
    owner.enterpriseId,
    number,
  ]);
  const bot = watchedCtx(harness, owner, () => {});
  await logTurn(bot, { agentId, text: "A loan", channel: "4", senderId: identity?.id ?? "" }, undefined, {
    intentId: "i",
    intentName: "loan",
    confidence: 1,
    nearestPhrase: null,
    answer: "",
    others: [],
    modelVersionId: "",
    weak: false,
    pending: null,
  } as never);
  happened.push("membership", "field", "broadcast", "form", "intent");
  await entered(instance.id, happened);
  await runAll(
    ["UPDATE channels SET agent_id = NULL WHERE id = ?", channel.id],
    ["DELETE FROM customer_marks WHERE mark_id = ? AND customer = ?", group, number],
    ["INSERT INTO customer_marks (enterprise_id, mark_id, customer) VALUES (?, ?, ?)", ...marked],
  );
  const [chat] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM chats WHERE channel_id = ?",
    channel.id,
  );
  const ofChat = { id: chat?.id ?? "" };
  await owner.call(chatsApi.actOnChat, {
    params: ofChat,
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  await owner.call(chatStepsApi.closeChat, { params: ofChat, body: { id: randomUUID(), feedback: "" } });
  happened.push("chatClosed", "membership", "membership");
  await entered(instance.id, happened);

  const { id: before } = await owner.call(api.create, {
    params: { id: other },
    body: { channelId: channel.id },
  });
  await owner.call(api.enter, {
    params: { id: other, instanceId: before },
    body: { id: randomUUID(), customers: [customer.id] },
  });
  happened.push("journey");
  await entered(instance.id, happened);

  // As though its time had come: the time is nine o'clock of whichever day.
  const [schedule] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM automation_triggers WHERE instance_id = ? AND kind = 'schedule'",
    instance.id,
  );
  const come = Date.now() - 1_000;
  await runAll(["UPDATE timers SET seq = ?1, due_at = ?1 WHERE subject = ?2", come, schedule?.id]);
  happened.push("schedule");
  await entered(instance.id, happened);
  const [next] = await rowsOf<{ due_at: number }>(
    harness,
    "SELECT due_at FROM timers WHERE subject = ?",
    schedule?.id,
  );
  expect(next?.due_at).toBeGreaterThan(Date.now());

  await deliver(harness, channel, [
    saying(phone(), { kind: "location", latitude: 18.5, longitude: 73.9 }, { name: "Ila" }),
  ]);
  // Somebody who writes for the first time is a new customer, too.
  happened.push("message", "imported");
  await entered(instance.id, happened);
  expect((await why()).every(({ result }) => result === "entered")).toBe(true);
  expect((await why(customer.id)).length).toBe(happened.length - 2);
  expect(
    await rowsOf(
      harness,
      "SELECT kind FROM entry_news WHERE enterprise_id = ? AND done_at IS NULL",
      owner.enterpriseId,
    ),
  ).toEqual([]);
});

test("a kill at any call leaves nothing half done, and what was written enters once", async () => {
  const { owner, instance } = await begun([{ kind: "event", name: "cut" }], { reentry: "always" });
  const deps = {
    capabilities: (_: number, type: number) => simulatorCapabilities(type),
    placeOf: async () => ({ zone: "UTC", country: "IN" }),
    hashOf:
      async () =>
      async ({ value }: { value: string }) =>
        value,
  };
  for (let at = 1, isThrough = false; !isThrough; at++) {
    const who = await makeCustomer(owner, { name: `Cut ${at}`, phoneNumber: phone() });
    const number = (
      await rowsOf<{ number: number }>(harness, "SELECT number FROM customers WHERE id = ?", who.id)
    )[0]?.number;
    let calls = 0;
    const cut = aroundDatabase(db, {
      // The answer is lost, whether or not it was written.
      around: async (_, run) => {
        const answer = ++calls === at && at % 2 === 1 ? undefined : await run();
        if (calls >= at) throw new Error("cut off");
        return answer as Awaited<ReturnType<typeof run>>;
      },
    });
    await db
      .prepare(
        "INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, data, at) VALUES (?, ?, 'event', 'cut', ?, '{\"kind\":\"event\"}', 1)",
      )
      .bind(owner.enterpriseId, `cut ${at}`, number)
      .run();
    await workEntries(tenantDatabase({ ...harness.env, TENANT_1: cut }, "TENANT_1"), deps, Date.now).catch(
      () => undefined,
    );
    isThrough = calls < at;
    const real = tenantDatabase(harness.env, "TENANT_1");
    await eventually(async () => {
      await workEntries(real, deps, Date.now);
      expect(
        await rowsOf(
          harness,
          "SELECT entry_key FROM runs WHERE instance_id = ? AND entry_key = ?",
          instance.id,
          `cut ${at}`,
        ),
      ).toHaveLength(1);
    });
    expect(
      await rowsOf(
        harness,
        "SELECT result FROM entry_evaluations WHERE instance_id = ? AND event_id = ?",
        instance.id,
        `cut ${at}`,
      ),
    ).toEqual([{ result: "entered" }]);
    if (at > 12) break;
  }
});

/** News of a later hour, so that the deployment's clock leaves them to the test. */
const LATER_MS = 3_600_000;
const lookAt = (of: typeof harness.env.TENANT_1, at: number) =>
  workEntries(
    tenantDatabase({ ...harness.env, TENANT_1: of }, "TENANT_1"),
    {
      capabilities: (_vendor, type) => simulatorCapabilities(type),
      placeOf: async () => ({ zone: "UTC", country: "IN" }),
      hashOf: async () => async () => "",
    },
    () => at,
  );

test("of two who decide the same news one lets somebody in, and it is said once", async () => {
  const { owner, channel, instance } = await begun([{ kind: "event", name: "twice" }]);
  const who = phone();
  await deliver(harness, channel, [saying(who, "hello")]);
  await eventually(async () => expect(await saidOn(harness, channel)).toHaveLength(1));
  const [customer] = await rowsOf<{ number: number }>(
    harness,
    "SELECT number FROM customers WHERE enterprise_id = ? AND phone = ?",
    owner.enterpriseId,
    who,
  );
  const at = Date.now() + LATER_MS;
  await runAll([
    "INSERT INTO entry_news (enterprise_id, event_id, kind, key, customer, data, at, due_at) VALUES (?, 'told twice', 'event', 'twice', ?, '{\"kind\":\"event\"}', 1, ?)",
    ...[owner.enterpriseId, customer?.number, at],
  ]);
  let overtaken = 0;
  const slower = watchedDatabase(db, async (sql) => {
    if (!sql.startsWith("SELECT CASE WHEN") || overtaken++ > 0) return;
    await lookAt(db, at);
  });
  const { more } = await lookAt(slower, at);
  expect([overtaken > 0, more]).toEqual([true, true]);
  await lookAt(db, at);
  expect(await kindsIn(instance.id)).toEqual(["event"]);
  expect(
    await rowsOf(harness, "SELECT result FROM entry_evaluations WHERE instance_id = ?", instance.id),
  ).toEqual([{ result: "entered" }]);
});

test("words that two decide, or during which their chat is closed, are answered where the person is by then", async () => {
  const { owner, channel, instance } = await begun([{ kind: "keyword", words: ["best offer"] }], {
    filter: { match: "all", rows: [{ field: "contact.name", operator: "is", value: "Asha" }] },
  });
  await deliver(harness, channel, [saying(phone(), "hello", { name: "Ravi" })]);
  await eventually(async () => expect(await saidOn(harness, channel)).toHaveLength(1));
  const chats = () =>
    rowsOf<{ id: string; identity_id: string; said: number }>(
      harness,
      "SELECT c.id, c.identity_id, (SELECT count(*) FROM messages m WHERE m.chat_id = c.id AND m.direction = 'out') AS said FROM chats c WHERE c.channel_id = ? ORDER BY c.created_at",
      channel.id,
    );
  const [first] = await chats();
  const at = Date.now() + LATER_MS;
  await runAll([
    "INSERT INTO entry_news (enterprise_id, event_id, kind, key, channel_id, identity_id, data, at, due_at) VALUES (?, 'message:made', 'keyword', 'best offer', ?, ?, '{\"kind\":\"keyword\",\"text\":\"best offer\"}', 1, ?)",
    ...[owner.enterpriseId, channel.id, first?.identity_id, at],
  ]);
  const next = randomUUID();
  let overtaken = 0;
  const slower = watchedDatabase(db, async (sql) => {
    if (!sql.startsWith("SELECT CASE WHEN") || overtaken++ > 0) return;
    await runAll(
      ["UPDATE chats SET state = 3, closed_at = 1, waiting_since = NULL WHERE id = ?", first?.id],
      [
        `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, seq, unread, last_at, last_text, created_at, updated_at)
         VALUES (?, ?, ?, ?, 1, 0, 0, 1, '', 9e12, 1)`,
        ...[next, owner.enterpriseId, channel.id, first?.identity_id],
      ],
    );
  });
  const { more } = await lookAt(slower, at);
  expect([overtaken > 0, more]).toEqual([true, true]);
  expect((await chats()).map(({ said }) => said)).toEqual([1, 0]);
  await lookAt(db, at);
  expect((await chats()).map(({ id, said }) => [id, said])).toEqual([
    [first?.id, 1],
    [next, 1],
  ]);
  expect(await kindsIn(instance.id)).toEqual([]);
});

test("words that cannot be decided are answered by somebody else after five tries, and it is said that nobody came in", async () => {
  const { owner, channel, instance, why } = await begun([{ kind: "keyword", words: ["break it"] }]);
  await runAll([
    `CREATE TRIGGER refused_runs BEFORE INSERT ON runs WHEN new.enterprise_id = '${owner.enterpriseId}' BEGIN SELECT RAISE(ABORT, 'broken by a test'); END`,
  ]);
  try {
    await deliver(harness, channel, [saying(phone(), "Break it")]);
    await eventually(async () => {
      // Without the seconds between its tries.
      await runAll(["UPDATE entry_news SET due_at = 0 WHERE enterprise_id = ?", owner.enterpriseId]);
      await harness.scheduled();
      expect(await saidOn(harness, channel)).toEqual([messagingTexts.passedOn]);
    });
  } finally {
    await runAll(["DROP TRIGGER refused_runs"]);
  }
  expect(await why()).toMatchObject([{ result: "broken", sentence: texts.sentences.broken }]);
  expect(await runsOf(harness, instance.id)).toEqual([]);
  expect(
    await rowsOf(
      harness,
      "SELECT n FROM entry_news WHERE enterprise_id = ? AND done_at IS NULL",
      owner.enterpriseId,
    ),
  ).toEqual([]);
});

test("the webhook of one that is not started says that nobody is let in, and of one that is deleted there is none", async () => {
  const { owner, id, params, move } = await begun([{ kind: "webhook", at: "phone", by: "phone" }]);
  const who = phone();
  await makeCustomer(owner, { phoneNumber: who });
  const { address } = await owner.call(doors.hook, { params });
  const call = async () => {
    const response = await harness.fetch(new URL(address).pathname, {
      method: "POST",
      headers: { "content-length": String(JSON.stringify({ phone: who }).length) },
      body: JSON.stringify({ phone: who }),
    });
    return [response.status, await response.json()];
  };
  const not = [200, { status: true, message: texts.hook.notStarted, response: { awaited: false } }];
  expect(await call()).toEqual([
    200,
    { status: true, message: texts.events.taken, response: { awaited: true } },
  ]);
  await move("pause");
  expect(await call()).toEqual(not);
  await move("stop");
  expect(await call()).toEqual(not);
  await owner.call(automationDoors.journey.remove, { params: { id } });
  expect((await call())[0]).toBe(404);
});

test("a paused one says so, a newer version waits for what it says, and a stopped one for nothing", async () => {
  const { owner, id, params, instance, move, why } = await begun([{ kind: "event", name: "first" }]);
  const customer = await makeCustomer(owner, { phoneNumber: phone() });
  const tell = (name: string, key = name) =>
    owner.call(sendEvent, { body: { name, key, customer: { id: customer.id } } });
  await move("pause");
  expect(await tell("first")).toEqual({ awaited: false });
  await eventually(async () => expect(await why()).toMatchObject([{ result: "paused" }]));
  await move("resume");
  const number = await publishedAnew(owner, "journey", id, waitingADay([{ kind: "event", name: "second" }]));
  await owner.call(api.version, { params, body: { number } });
  expect(await tell("first", "again")).toEqual({ awaited: false });
  expect(await tell("second")).toEqual({ awaited: true });
  await entered(instance.id, ["event"]);
  // By hand the same rules hold, with a reason for each.
  const byHand = () =>
    owner.call(api.enter, { params, body: { id: randomUUID(), customers: [customer.id] } });
  expect(await byHand()).toEqual({
    entered: 0,
    left: [{ id: customer.id, why: "inIt", sentence: texts.sentences.inIt }],
  });
  await move("stop");
  expect(await tell("second", "late")).toEqual({ awaited: false });
  expect(
    await rowsOf(harness, "SELECT id FROM automation_triggers WHERE instance_id = ?", instance.id),
  ).toEqual([]);
  const unknown = owner.call(sendEvent, { body: { name: "second", key: "k", customer: { phone: "+911" } } });
  expect(await refused(unknown)).toEqual({ status: 404, message: texts.events.nobody });
});

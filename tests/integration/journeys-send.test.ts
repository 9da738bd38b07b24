import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { sendClasses } from "#db/tenant/messages.ts";
import { makeCustomer } from "#tests/support/customers.ts";
import { ownFields, saveDefinition } from "#tests/support/customer-fields.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { expectLastSaid, expectNoDrift, newPhone, say } from "#tests/support/journey-talk.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { addTemplate } from "#tests/support/templates.ts";
import { templatesTexts } from "#texts/templates.ts";
import { automationTexts } from "#texts/automation.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as richCardsApi from "#workers/contract/endpoints/rich-cards.ts";
import type { Components } from "#workers/contract/templates/template.ts";

/** Journeys send more than plain messages, through the product's one sender. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

const begin = async (channel: TestChannel, graph: ReturnType<typeof graphOf>, who = newPhone()) => {
  const keyword = randomUUID();
  const journey = await startedJourney(harness, channel, graph, { keyword });
  await deliver(harness, channel, [saying(who, keyword)]);
  return journey;
};
const sentTemplates = (channel: TestChannel) =>
  rowsOf<{ id: string; body: string; send_class: number; status: string }>(
    harness,
    "SELECT id, body, send_class, status FROM messages WHERE channel_id = ? AND kind = 'template' ORDER BY seq",
    channel.id,
  );

const WORDS: Partial<Components> = {
  body: { text: "Hello {{1}}, see {{2}}" },
  buttons: [{ type: "URL", text: "Track", value: "https://shop.example/o/{{1}}", example: "" }],
};
const MAPPING = [
  { variable: "body/1", type: "column", value: "contact.name" },
  { variable: "body/2", type: "static", value: "B-1" },
  { variable: "buttons.0/1", type: "expression", value: '"a b/c"' },
];
/** Sends a template, and tells what came of it. */
const sending = (templateId: string, mapping: object[] = MAPPING, ports = ["failed", "notAllowed"]) =>
  graphOf(
    {
      start: ["start"],
      send: ["sendTemplate", { templateId, mapping }],
      ok: say("Went out"),
      failed: say("{error.code}: {error.sentence}"),
      notAllowed: say("Not allowed"),
      error: say("Error {error.code}"),
    },
    ["start > send", "send > ok", "send.error > error", ...ports.map((port) => `send.${port} > ${port}`)],
  );

test("a template goes out with its values, and its run goes on once it was taken", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const templateId = await addTemplate(harness, channel, { parts: WORDS });
  const { instanceId } = await begin(channel, sending(templateId));
  await expectLastSaid(harness, channel, "Went out");
  const [sent, ...more] = await sentTemplates(channel);
  expect(more).toEqual([]);
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    name: templateId,
    body: [{ kind: "text" }, { kind: "text", text: "B-1" }],
    buttons: [{ place: 0, kind: "url", value: "a%20b%2Fc" }],
  });
  expect(sent?.send_class).toBe(sendClasses.transactional);
  const [run] = await runsOf(harness, instanceId);
  const told = () =>
    rowsOf<{ event_id: string }>(
      harness,
      "SELECT event_id FROM run_inbox WHERE run_id = ? AND kind = 'call'",
      run?.id,
    );
  expect((await told()).length).toBe(1);
  // Nobody is told of its later status.
  await db.prepare("UPDATE messages SET status = 'read' WHERE id = ?").bind(sent?.id).run();
  expect((await told()).length).toBe(1);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("nobody waits for a template whose failures lead nowhere, and one with offers is an offer", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const templateId = await addTemplate(harness, channel, { category: "MARKETING" });
  // No sender serves it.
  await db.prepare("UPDATE channels SET state = 'paused' WHERE id = ?").bind(channel.id).run();
  const mapping = [{ variable: "body/1", type: "static", value: "you" }];
  const { instanceId } = await begin(channel, sending(templateId, mapping, []));
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  expect(await sentTemplates(channel)).toMatchObject([
    { send_class: sendClasses.marketing, status: "queued" },
  ]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("whoever wants no messages is sent none, and the run leaves by a way of its own", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const templateId = await addTemplate(harness, channel);
  const who = newPhone();
  await begin(channel, graphOf({ start: ["start"], hello: say("Hello") }, ["start > hello"]), who);
  await expectLastSaid(harness, channel, "Hello");
  await db
    .prepare(
      `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
       SELECT ?1 || purpose.value, m.enterprise_id, m.identity_id, 0, purpose.value, 0, 'STOP', 'test', ?3
       FROM messages m CROSS JOIN json_each('["service"]') purpose WHERE m.channel_id = ?2 AND m.direction = 'in'`,
    )
    .bind(randomUUID(), channel.id, Date.now())
    .run();
  const mapping = [{ variable: "body/1", type: "static", value: "you" }];
  const { instanceId } = await begin(channel, sending(templateId, mapping), who);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  expect(
    await rowsOf(
      harness,
      "SELECT port FROM run_steps WHERE node = 'send' AND run_id IN (SELECT id FROM runs WHERE instance_id = ?) ORDER BY seq",
      instanceId,
    ),
  ).toEqual([{ port: null }, { port: "notAllowed" }]);
  await expectNoDrift(harness, owner.enterpriseId);
});

const { failures } = automationTexts;

test.each<[string, Parameters<typeof addTemplate>[2] | "gone" | "other", object[], string]>([
  ["is not approved", { status: "PAUSED" }, MAPPING, `notApproved: ${templatesTexts.notApproved}`],
  ["is gone", "gone", MAPPING, `noTemplate: ${failures.noTemplate}`],
  ["is another channel's", "other", MAPPING, `otherChannel: ${failures.templateOfOther}`],
  ["lacks a value", {}, [], `valueMissing: ${failures.templateValueMissing(["body/1"])}`],
])("a template that %s is not sent, and its run says why", async (_, given, mapping, said) => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const of = given === "other" ? await makeChannel(harness, owner) : channel;
  const templateId =
    given === "gone" ? "gone" : await addTemplate(harness, of, given === "other" ? {} : given);
  await begin(channel, sending(templateId, mapping));
  await expectLastSaid(harness, channel, said);
  await begin(channel, sending(templateId, mapping, []));
  await expectLastSaid(harness, channel, said, `Error ${said.slice(0, said.indexOf(":"))}`);
  expect(await sentTemplates(channel)).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

test.each([
  ["failed", "131049", "Too many", "131049: Too many"],
  ["expired", null, null, `expired: ${failures.notSent}`],
  ["unknown", "noAnswer", "", `unknown: ${failures.unknown}`],
])("a template that is %s in the end tells its run once", async (status, code, reason, said) => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const templateId = await addTemplate(harness, channel);
  await db.prepare("UPDATE channels SET state = 'paused' WHERE id = ?").bind(channel.id).run();
  const mapping = [{ variable: "body/1", type: "static", value: "you" }];
  await begin(channel, sending(templateId, mapping));
  await eventually(async () => expect((await sentTemplates(channel)).length).toBe(1));
  const [sent] = await sentTemplates(channel);
  for (const to of [status, "delivered"])
    await db
      .prepare("UPDATE messages SET status = ?2, code = ?3, reason = ?4 WHERE id = ?1")
      .bind(sent?.id, to, code, reason)
      .run();
  // No sender was there to wake the clock: the sweeper does.
  await harness.scheduled();
  await expectLastSaid(harness, channel, said);
  await expectNoDrift(harness, owner.enterpriseId);
});

test("a rich card goes out as the message that it becomes, and one that is gone leaves by the error", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const card = {
    title: "Tea",
    text: "Hot",
    buttons: [{ kind: "url" as const, label: "See", value: "https://x.example" }],
  };
  const { id: cardId } = await owner.call(richCardsApi.createRichCard, {
    body: { name: "Tea", content: { text: "", cards: [card] } },
  });
  const sendingCard = (id: string) =>
    graphOf(
      {
        start: ["start"],
        card: ["sendMessage", { variants: [{ channel: -1, content: { kind: "richCard", cardId: id } }] }],
        sorry: say("{error.code}"),
      },
      ["start > card", "card.error > sorry"],
    );
  await begin(channel, sendingCard(cardId));
  await expectLastSaid(harness, channel, "Tea\nHot");
  const bodies = () =>
    rowsOf<{ body: string; status: string }>(
      harness,
      "SELECT body, status FROM messages WHERE channel_id = ? AND kind = 'buttons'",
      channel.id,
    );
  await eventually(async () => expect(await bodies()).toMatchObject([{ status: "delivered" }]));
  const [sent] = await bodies();
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    kind: "buttons",
    text: "Tea\nHot",
    buttons: [{ kind: "url", url: "https://x.example", label: "See" }],
  });
  const other = await makeChannel(harness, owner);
  await begin(other, sendingCard("gone"));
  await expectLastSaid(harness, other, "noCard");
  await expectNoDrift(harness, owner.enterpriseId);
});

test("what a step says somebody agrees to or refuses is their last word, and the sender keeps to it", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const who = newPhone();
  const opting = (...kinds: [kind: string, purpose: string][]) =>
    graphOf(
      {
        start: ["start"],
        opt: ["updateCustomer", { changes: kinds.map(([kind, purpose]) => ({ kind, purpose })) }],
        end: ["end", { outcome: "done" }],
      },
      ["start > opt", "opt > end"],
    );
  const words = () =>
    rowsOf<{ purpose: string; given: number; source: string }>(
      harness,
      "SELECT purpose, given, source FROM consents WHERE enterprise_id = ? ORDER BY at, id",
      owner.enterpriseId,
    );
  const suppressed = () =>
    rowsOf(harness, "SELECT why FROM suppressions WHERE enterprise_id = ?", owner.enterpriseId);
  const { instanceId } = await begin(channel, opting(["optOut", "service"], ["optOut", "marketing"]), who);
  await eventually(async () =>
    expect((await words()).map(({ purpose, given }) => [purpose, given]).toSorted()).toEqual([
      ["marketing", 0],
      ["service", 0],
    ]),
  );
  const [run] = await runsOf(harness, instanceId);
  expect((await words())[0]?.source).toMatch(new RegExp(`^journey:${run?.id}:\\d+$`));
  expect(await suppressed()).toEqual([{ why: "optOut" }]);
  await begin(channel, graphOf({ start: ["start"], hello: say("Unwanted") }, ["start > hello"]), who);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT code FROM messages WHERE channel_id = ? AND body ->> '$.text' = 'Unwanted'",
        channel.id,
      ),
    ).toEqual([{ code: "optOut" }]),
  );
  await begin(channel, opting(["optIn", "marketing"], ["optIn", "service"]), who);
  await eventually(async () => expect((await words()).length).toBe(4));
  expect(await suppressed()).toEqual([]);
  await begin(channel, opting(["optOut", "service"]), who);
  await eventually(async () =>
    expect((await words()).at(-1)).toMatchObject({ purpose: "service", given: 0 }),
  );
  // A word about messages of a process alone keeps nobody from offers.
  expect(await suppressed()).toEqual([]);
  await expectNoDrift(harness, owner.enterpriseId);
});

/** Sends a mail and an SMS to the customer, and tells what came of each. */
const writing = (mail: object, sms: object = {}) =>
  graphOf(
    {
      start: ["start"],
      mail: [
        "sendMail",
        { to: "{contact.email}", subject: "Hello {contact.name}", text: "It is done.", ...mail },
      ],
      sms: ["sendSms", { text: "Done", ...sms }],
      ok: say("Both are out"),
      noMail: say("{error.code}"),
      noSms: say("{error.code}"),
    },
    ["start > mail", "mail > sms", "sms > ok", "mail.failed > noMail", "sms.failed > noSms"],
  );
const written = ({ id }: TestChannel) =>
  rowsOf<{ id: string; body: string; customer: number | null; cause: string }>(
    harness,
    `SELECT m.id, m.body, i.customer, m.cause FROM messages m CROSS JOIN identities i ON i.id = m.identity_id WHERE m.channel_id = ? ORDER BY m.at`,
    id,
  );

test("a mail and an SMS go out by the enterprise's channels to the customer's own addresses, and the run hears of each", async () => {
  const owner = await makePerson(harness);
  await saveDefinition(owner, "email", { inputType: "email" });
  const who = newPhone();
  const [field] = await ownFields(owner);
  await makeCustomer(owner, {
    phoneNumber: who,
    name: "Asha",
    data: [{ id: field?._id ?? "", value: "Asha@shop.example" }],
  });
  const channel = await makeChannel(harness, owner);
  const mails = await makeChannel(harness, owner, { type: channelTypes.email });
  const texts = await makeChannel(harness, owner, { type: channelTypes.sms });
  await begin(channel, writing({}), who);
  await expectLastSaid(harness, channel, "Both are out");
  const [mail, ...more] = await written(mails);
  expect(more).toEqual([]);
  expect(JSON.parse(mail?.body ?? "")).toEqual({ kind: "text", text: "It is done.", subject: "Hello Asha" });
  const [sms, ...others] = await written(texts);
  expect(others).toEqual([]);
  expect(sms?.customer).toBe(mail?.customer);
  expect(mail?.customer).not.toBeNull();
  await expectNoDrift(harness, owner.enterpriseId);
});

test.each([
  ["an address that is none", { to: "nobody" }, true, "wrongAddress"],
  ["no channel for it", { to: "a@shop.example" }, false, "noChannel"],
])("%s leaves by the port of failures", async (_, mail, hasChannel, code) => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  if (hasChannel) await makeChannel(harness, owner, { type: channelTypes.email });
  await begin(channel, writing({ subject: "Hello", ...mail }));
  await expectLastSaid(harness, channel, code);
});

test("a mail that is asked for again after a kill is the same mail, also when its run is over", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const mails = await makeChannel(harness, owner, { type: channelTypes.email });
  const graph = graphOf(
    { start: ["start"], mail: ["sendMail", { to: "a@shop.example", subject: "Hello", text: "Once" }] },
    ["start > mail"],
  );
  const { instanceId } = await begin(channel, graph);
  await eventually(async () => expect(await written(mails)).toHaveLength(1));
  const [run] = await runsOf(harness, instanceId);
  const effect = {
    key: `${run?.id}:2`,
    seq: 2,
    idempotencyKey: "again",
    kind: "mail",
    to: "a@shop.example",
    subject: "Hello",
    text: "Once",
    answers: false,
  };
  const [sent] = await written(mails);
  expect(sent?.cause).toBe(`run:${effect.key}`);
  await db
    .prepare(
      "INSERT INTO run_calls (key, enterprise_id, run_id, seq, kind, effect, due_at) VALUES (?, ?, ?, 2, 'mail', ?, 0)",
    )
    .bind(effect.key, owner.enterpriseId, run?.id, JSON.stringify(effect))
    .run();
  await harness.scheduled();
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT key FROM run_calls WHERE key = ?", effect.key)).toEqual([]),
  );
  expect(await written(mails)).toEqual([sent]);
});

test("a mail that could not go out yet goes out although its run has ended meanwhile", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const mails = await makeChannel(harness, owner, { type: channelTypes.email });
  const who = newPhone();
  const graph = graphOf(
    {
      start: ["start"],
      mail: ["sendMail", { to: "a@shop.example", subject: "Hello", text: "Late" }],
      ask: ["ask", { text: "Anything else?" }],
      end: ["end"],
    },
    ["start > mail", "mail > ask", "ask > end"],
  );
  // As where operators have stopped calls.
  await db
    .prepare(
      `CREATE TRIGGER held_calls AFTER INSERT ON run_calls WHEN new.enterprise_id = '${owner.enterpriseId}' BEGIN
         UPDATE run_calls SET due_at = ${Number.MAX_SAFE_INTEGER} WHERE key = new.key; END`,
    )
    .run();
  const { instanceId } = await begin(channel, graph, who);
  await expectLastSaid(harness, channel, "Anything else?");
  await deliver(harness, channel, [saying(who, "No")]);
  await eventually(async () =>
    expect(await runsOf(harness, instanceId)).toMatchObject([{ state: "completed" }]),
  );
  expect(await written(mails)).toEqual([]);
  await db.batch([
    db.prepare("DROP TRIGGER held_calls"),
    db.prepare("UPDATE run_calls SET due_at = 0 WHERE enterprise_id = ?").bind(owner.enterpriseId),
  ]);
  await harness.scheduled();
  await eventually(async () => expect(await written(mails)).toHaveLength(1));
});

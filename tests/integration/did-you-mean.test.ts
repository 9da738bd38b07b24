import { beforeAll, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { knowledgeOf, serveShop } from "#tests/support/knowledge.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as chatSummaryApi from "#workers/contract/endpoints/chat-summary.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as reportsApi from "#workers/contract/endpoints/reports.ts";
import * as reviewApi from "#workers/contract/endpoints/review.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { recount } from "#workers/domain/reports/recount.ts";

const harness = await startHarness();
const ASKED = "Did you mean one of these?";
const NONE = "None of these";
/** Near to the phrases of "Send money" and none of them. */
const HALF = "please send money over to Pune";
let owner: Person;
let agentId: string;
beforeEach(() => {
  answerOurselves(harness);
});

/** Nothing but a phrase itself is sure enough, so that the messages below are half understood whatever the engine is. */
const unsure = (id: string, threshold = 1) =>
  harness.env.TENANT_1.prepare(
    "UPDATE agents SET config = json_set(config, '$.confidenceThreshold', ?) WHERE id = ?",
  )
    .bind(threshold, id)
    .run();

async function halfSureBot() {
  const bot = await makeBot(owner, smallBank);
  const values = ["Goa", "Pune"].map((value) => ({ value, type: "synonymns" as const }));
  const city = await owner.call(entitiesApi.saveEntity, {
    body: { agentId: bot.agentId, name: "city", values },
  });
  await owner.call(intentsApi.saveIntent, {
    body: {
      agentId: bot.agentId,
      storyId: bot.storyId,
      name: "Send money",
      utterances: ["money to Goa", "send money to Pune", "money going to a city", "let money go to Pune"].map(
        (utterance) => ({ utterance }),
      ),
      responses: [{ response: "On its way to {city}." }],
      entities: [{ id: city.id, name: "city", required: true, prompts: ["To which city?"] }],
    },
  });
  await trainBot(owner, bot.agentId);
  await unsure(bot.agentId);
  return bot.agentId;
}

beforeAll(async () => {
  owner = await makePerson(harness);
  agentId = await halfSureBot();
});

const ask = (text: string, sessionId?: string, bot = agentId) =>
  owner.call(botSessionsApi.predictIntent, {
    body: { agentId: bot, message: { text }, sessionId: sessionId ?? null },
  });

test("half understood, the bot offers intents by name; a press answers with the values of the first message", async () => {
  const asked = await ask(HALF);
  expect(asked).toMatchObject({ kind: "didYouMean", intent: null, output: { text: ASKED } });
  expect(asked.choices[0]).toBe("Send money");
  expect(asked.choices.at(-1)).toBe(NONE);
  expect(asked.choices.length).toBeLessThanOrEqual(4);
  const pressed = await ask("Send money", asked.sessionId);
  expect(pressed).toMatchObject({
    kind: "answer",
    intent: { name: "Send money", confidence: 1 },
    output: { text: "On its way to Pune." },
    choices: [],
  });
});

test("a number chooses too, in either script, and what is no choice is understood as ever", async () => {
  for (const number of ["1", "1.", " १ "]) {
    const { sessionId } = await ask(HALF);
    expect((await ask(number, sessionId)).intent?.name, number).toBe("Send money");
  }
  const { sessionId } = await ask(HALF);
  expect(await ask("what is my balance", sessionId)).toMatchObject({
    kind: "answer",
    intent: { name: "Balance" },
  });
  const late = await ask("1", sessionId);
  expect(late.intent).toBeNull();
});

test("none of these goes the way of the fallback, and is no phrase to learn", async () => {
  const { sessionId, choices } = await ask(HALF);
  const none = await ask(String(choices.length), sessionId);
  expect(none).toMatchObject({ kind: "outOfScope", intent: null });
  const said = (await ask("zebra crossing colours")).kind;
  expect(said).toBe("outOfScope");
  const { groups } = await owner.call(reviewApi.listUnmatched, {
    params: { id: agentId },
    query: { tryIt: true },
  });
  const texts = groups.flatMap(({ messages }) => messages.map(({ text }) => text));
  expect(texts).toContain(HALF);
  expect(texts).not.toContain(String(choices.length));
});

test("what was chosen is proposed in review, and accepting it adds the phrase", async () => {
  const bot = await halfSureBot();
  const { sessionId } = await ask(HALF, undefined, bot);
  await ask("send  MONEY", sessionId, bot);
  const again = await ask(HALF, undefined, bot);
  await ask(NONE, again.sessionId, bot);
  const listed = () => owner.call(reviewApi.listUnmatched, { params: { id: bot }, query: { tryIt: true } });
  const [message] = (await listed()).groups.flatMap(({ messages }) => messages);
  expect(message).toMatchObject({ text: HALF, count: 2, meant: { name: "Send money", count: 1 } });
  const added = await owner.call(reviewApi.addPhrases, {
    params: { id: bot },
    body: { intentId: message?.meant?.id ?? "", texts: [HALF] },
  });
  expect(added.added).toBe(1);
  expect((await listed()).groups).toEqual([]);
  await trainBot(owner, bot);
  expect((await ask(HALF, undefined, bot)).intent?.name).toBe("Send money");
});

test("reports count the question as neither understood nor not, and recounting agrees", async () => {
  const bot = await halfSureBot();
  const { sessionId } = await ask(HALF, undefined, bot);
  await ask("Send money", sessionId, bot);
  await ask("zebra crossing colours", sessionId, bot);
  const body = {
    agentId: bot,
    startDate: new Date(Date.now() - 86_400_000).toISOString(),
    endDate: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const summary = await owner.call(reportsApi.conversationsReport, { body });
  expect(summary).toMatchObject({ totalMessages: 3, scoped: 1, offered: 1, nonScoped: 1 });
  const { scopeTrend } = await owner.call(reportsApi.graphReport, { body });
  const sum = (of: "scoped" | "offered" | "nonScoped") =>
    scopeTrend.reduce((total, day) => total + day[of], 0);
  expect([sum("scoped"), sum("offered"), sum("nonScoped")]).toEqual([1, 1, 1]);
  const listed = (more: object) =>
    owner.call(reportsApi.reportMessages, { query: {}, body: { ...body, ...more } });
  expect((await listed({ scopeType: 2 })).messages.map(({ userMessage }) => userMessage)).toEqual([
    "zebra crossing colours",
  ]);
  expect((await listed({ kind: "didYouMean" })).messages.map(({ userMessage }) => userMessage)).toEqual([
    HALF,
  ]);
  const counted = { enterpriseId: owner.enterpriseId, agentId: bot };
  expect(await recount(harness.env.TENANT_1 as never, counted)).toEqual([]);
});

test("an SVM bot's threshold changes only by taking over what a training proposes", async () => {
  const { agentId: bot } = await makeBot(owner, smallBank);
  const { config } = await owner.call(botsApi.getAgent, { params: { id: bot } });
  const body = { ...config, confidenceThreshold: 0.35 };
  const thresholdAfter = async (more: object) =>
    (await owner.call(botsApi.saveAgentConfig, { params: { id: bot }, body: { ...body, ...more } })).config
      .confidenceThreshold;
  expect(await thresholdAfter({})).toBe(0.5);
  expect(await thresholdAfter({ takesThreshold: true })).toBe(0.35);
});

test("a bot with the switch off never asks, and a save that does not name it leaves it", async () => {
  const bot = await halfSureBot();
  const { config } = await owner.call(botsApi.getAgent, { params: { id: bot } });
  expect(config.didYouMean).toBe(true);
  const body = {
    entityExtractRetries: 3,
    outOfScopeMessage: "Sorry?",
    modelType: "SVM" as const,
    confidenceThreshold: 0.5,
    language: "hi" as const,
  };
  const saved = await owner.call(botsApi.saveAgentConfig, { params: { id: bot }, body });
  expect(saved.config.didYouMean).toBe(true);
  expect(await ask(HALF, undefined, bot)).toMatchObject({
    kind: "didYouMean",
    output: { text: "क्या आपका मतलब इनमें से कुछ था?" },
  });
  await owner.call(botsApi.saveAgentConfig, { params: { id: bot }, body: { ...body, didYouMean: false } });
  expect(await ask(HALF, undefined, bot)).toMatchObject({ kind: "outOfScope", choices: [] });
  // Bots from before the switch do not have it in their configuration.
  await harness.env.TENANT_1.prepare(
    "UPDATE agents SET config = json_remove(config, '$.didYouMean') WHERE id = ?",
  )
    .bind(bot)
    .run();
  expect((await ask(HALF, undefined, bot)).kind).toBe("outOfScope");
});

const settled = (channel: TestChannel, messages: number) =>
  eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.length).toBeGreaterThanOrEqual(messages);
    expect(all.filter(({ status, claimed_by: by }) => status === "queued" || by !== null)).toEqual([]);
    return all;
  });

test("what the knowledge base can answer is answered, and nothing is asked back", async () => {
  const bot = await halfSureBot();
  const { save, built } = knowledgeOf(harness, owner);
  serveShop({
    "/pune": "<h1>Pune</h1><p>Please send money over to Pune by noon: the branch is closed after.</p>",
  });
  expect(await ask(HALF, undefined, bot)).toMatchObject({ kind: "didYouMean" });
  await save(bot, ["https://www.shop.com/pune"]);
  await built(bot);
  expect(await ask(HALF, undefined, bot)).toMatchObject({ kind: "knowledge", choices: [] });
});

test("a channel with buttons shows them, one without numbers the choices", async () => {
  const offer = async (type: number, phone: string) => {
    const channel = await makeChannel(harness, owner, { agentId, type });
    await deliver(harness, channel, [saying(phone, HALF)]);
    const [, asked] = await settled(channel, 2);
    return { channel, asked: JSON.parse(asked?.body ?? "{}") as MessageBody };
  };
  const { channel, asked } = await offer(channelTypes.whatsApp, "+919876500051");
  expect(asked).toMatchObject({ kind: expect.stringMatching(/^(buttons|list)$/), text: ASKED });
  const options =
    asked.kind === "buttons" ? asked.buttons : asked.kind === "list" ? (asked.sections[0]?.rows ?? []) : [];
  const [first] = options as { token: string; label: string }[];
  expect(first?.label).toBe("Send money");
  await deliver(harness, channel, [
    saying("+919876500051", { kind: "formAnswer", token: first?.token ?? "", label: first?.label ?? "" }),
  ]);
  const [, , , answered] = await settled(channel, 4);
  expect(answered?.text).toBe("On its way to Pune.");

  const plain = await offer(channelTypes.sms, "+919876500052");
  expect(plain.asked).toMatchObject({
    kind: "text",
    text: expect.stringMatching(/^Did .*\n1\. Send money\n/),
  });
  await deliver(harness, plain.channel, [saying("+919876500052", "1")]);
  const [, , , numbered] = await settled(plain.channel, 4);
  expect(numbered?.text).toBe("On its way to Pune.");
});

/** Makes what was said to the bot until `before` so much later in its log. */
const moved = (by: number, before: number) =>
  harness.env.TENANT_1.prepare("UPDATE turns SET at = at + ?1 WHERE agent_id = ?2 AND at < ?3")
    .bind(by, agentId, before)
    .run();

/** Says these messages one after the other, each after a silence, and answers what was said before and after, and whether a person is waited for. */
async function talk(phone: string, texts: readonly string[], silence = 0) {
  const channel = await makeChannel(harness, owner, { agentId, type: channelTypes.sms });
  for (const text of texts) {
    if (silence > 0) await moved(-silence, Date.now() + 1);
    await deliver(harness, channel, [saying(phone, text)]);
    await eventually(async () => {
      const [turn] = await rowsOf<{ waiting: number; ended: number }>(
        harness,
        "SELECT sum(state = 'waiting') AS waiting, sum(state <> 'waiting') AS ended FROM message_turns WHERE channel_id = ?",
        channel.id,
      );
      expect(turn).toEqual({ waiting: 0, ended: texts.indexOf(text) + 1 });
    });
    // The counts are of when it was really said.
    if (silence > 0) await moved(silence, Date.now() - silence / 2);
  }
  const [chat] = await rowsOf<{ waits: number }>(
    harness,
    "SELECT waiting_since IS NOT NULL AS waits FROM chats WHERE channel_id = ?",
    channel.id,
  );
  const said = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "out");
  return { by: said.map(({ by_kind: by }) => by), waits: chat?.waits === 1 };
}

test("half understood and then not what was meant, or twice half understood: a person goes on", async () => {
  expect(await talk("+919876500054", [HALF, NONE])).toEqual({ by: ["bot", "bot", "system"], waits: true });
  // Nobody says the offer of a bot that hands over, nor does its log, and nothing waits for a choice.
  expect(await talk("+919876500055", [HALF, `${HALF} now`])).toEqual({ by: ["bot", "system"], waits: true });
  const [last] = await rowsOf<object>(
    harness,
    "SELECT b.kind, b.answer, c.pending FROM turns b JOIN conversations c ON c.id = b.conversation_id WHERE b.text = ? AND b.channel = ?",
    `${HALF} now`,
    String(channelTypes.sms),
  );
  expect(last).toEqual({ kind: "didYouMean", answer: "", pending: null });
});

test("what was not understood before a long silence counts no more", async () => {
  const again = ["zebra crossing colours", "zebra crossing stripes"];
  expect(await talk("+919876500058", again, botSessionsApi.SESSION_GAP_MS + 60_000)).toEqual({
    by: ["bot", "bot"],
    waits: false,
  });
  expect(await talk("+919876500059", again)).toEqual({ by: ["bot", "bot", "system"], waits: true });
});

test("not understood and then half is asked what was meant, and an answer in between begins anew", async () => {
  expect(await talk("+919876500056", ["zebra crossing colours", HALF])).toEqual({
    by: ["bot", "bot"],
    waits: false,
  });
  expect(await talk("+919876500057", [HALF, "Send money", `${HALF} now`])).toEqual({
    by: ["bot", "bot", "bot"],
    waits: false,
  });
});

test("whoever takes such a chat over reads the questions, and no press of “None of these”", async () => {
  const person = "+919876500053";
  const channel = await makeChannel(harness, owner, { agentId, type: channelTypes.sms });
  await deliver(harness, channel, [saying(person, "zebra crossing colours")]);
  await settled(channel, 2);
  await deliver(harness, channel, [saying(person, HALF)]);
  const [, , , asked] = await settled(channel, 4);
  const none = /(\d+)\. None of these/.exec(asked?.text ?? "")?.[1] ?? "";
  await deliver(harness, channel, [saying(person, none)]);
  await settled(channel, 7);
  const chat = await harness.env.TENANT_1.prepare("SELECT id FROM chats WHERE channel_id = ?")
    .bind(channel.id)
    .first<{ id: string }>();
  const params = { id: chat?.id ?? "" };
  const { lines } = await owner.call(chatSummaryApi.chatTakeOver, { params });
  expect(lines.find(({ kind }) => kind === "notUnderstood")?.text).toBe(`2 messages, the last “${HALF}”`);
  const { bot } = await owner.call(chatCustomerApi.chatUserDetails, { query: { chatId: params.id } });
  expect(bot?.notUnderstood).toBe(2);
});

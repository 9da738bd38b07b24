import { beforeAll, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { type Bot, makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as messagesApi from "#workers/contract/endpoints/messages.ts";

const harness = await startHarness();
let owner: Person;
let bot: Bot & { name: string };
beforeEach(() => {
  answerOurselves(harness);
});
beforeAll(async () => {
  owner = await makePerson(harness);
  bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
});

const phone = "+919876563001";
const why = (id: string | undefined) => owner.call(messagesApi.messageWhy, { params: { id: id ?? "" } });
/** The customer says this; answers the channel's messages once there are so many. */
async function said(channel: TestChannel, words: string, most: number) {
  await deliver(harness, channel, [saying(phone, words)]);
  return eventually(async () => {
    const messages = await messagesOf(harness, channel);
    expect(messages.length).toBeGreaterThanOrEqual(most);
    return messages;
  });
}

test("a bot's answer names the bot, the question, the intent that it understood, and how sure it was", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const [question, answer] = await said(channel, "what is my balance", 2);
  const told = await why(answer?.id);
  expect(told).toMatchObject({
    direction: "out",
    because: "bot",
    asked: { id: question?.id, text: "what is my balance" },
    bot: { id: bot.agentId, name: bot.name },
    turn: {
      kind: "answer",
      intent: { id: bot.intents["Balance"], name: "Balance" },
      sources: [],
      parameters: {},
    },
    failed: false,
  });
  expect(told.turn?.confidence).toBeGreaterThan(0.5);
  // The question's own answer says the same.
  expect(await why(question?.id)).toEqual({ ...told, id: question?.id, direction: "in" });
});

test("of two answers to the same words each names its own question", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  await said(channel, "what is my balance", 2);
  const messages = await said(channel, "what is my balance", 4);
  const [first, second] = [await why(messages[1]?.id), await why(messages[3]?.id)];
  expect([first.asked?.id, second.asked?.id]).toEqual([messages[0]?.id, messages[2]?.id]);
  expect([first.turn?.kind, second.turn?.kind]).toEqual(["answer", "answer"]);
});

test("a bot that does not understand twice passes the chat on, and both are said", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  await said(channel, "zebra quantum violin", 2);
  const messages = await said(channel, "zebra quantum violin again", 5);
  const [dunno, passedOn] = [await why(messages[3]?.id), await why(messages[4]?.id)];
  expect([dunno.because, dunno.turn?.kind, dunno.turn?.intent]).toEqual(["bot", "outOfScope", null]);
  expect([passedOn.because, passedOn.failed, passedOn.asked?.id]).toEqual([
    "handOver",
    false,
    messages[2]?.id,
  ]);
  // From now on the chat waits for a person, who takes what comes in.
  const waiting = await said(channel, "anybody?", 6);
  expect((await why(waiting[5]?.id)).because).toBe("person");
});

test("a bot that was never trained is named as the one that could not answer", async () => {
  const untrained = await makeBot(owner, smallBank);
  const channel = await makeChannel(harness, owner, { agentId: untrained.agentId });
  const [, passedOn] = await said(channel, "hello", 2);
  expect(await why(passedOn?.id)).toMatchObject({
    because: "handOver",
    bot: { id: untrained.agentId },
    turn: null,
    failed: true,
  });
});

test("a stop is confirmed as the fact that it is, and without a bot the queue answers", async () => {
  const channel = await makeChannel(harness, owner);
  const [stop, confirmed] = await said(channel, "STOP", 2);
  expect(await why(confirmed?.id)).toMatchObject({
    because: "stopWord",
    asked: { id: stop?.id, text: "STOP" },
    bot: null,
    turn: null,
  });
  const messages = await said(channel, "hello", 4);
  expect(await why(messages[3]?.id)).toMatchObject({
    because: "queue",
    asked: { id: messages[2]?.id, text: "hello" },
  });
});

test("a stranger learns nothing of it, nor does who may not set up channels", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const [, answer] = await said(channel, "what is my balance", 2);
  const stranger = await makePerson(harness);
  const viewer = await makePerson(harness, { roles: [2] });
  const path = `/api/e/enterprise/messages/${answer?.id}/why`;
  expect((await stranger.send("GET", path)).status).toBe(404);
  expect((await viewer.send("GET", path)).status).toBe(403);
});

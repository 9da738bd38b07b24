import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
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
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { chatRatingTexts } from "#texts/chat-rating.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { chatAnalytics } from "#workers/contract/endpoints/chat-analytics.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

const asking = (owner: Person, ratingText = "") =>
  owner.call(chatConfigApi.saveChatConfig, {
    body: { ...noChatRules, asksRating: true, ratingText, closingText: "Good-bye." },
  });
/** Somebody's chat, picked up and closed. */
async function closed(owner: Person, channel: TestChannel) {
  const made = await makeWaiting(harness, channel);
  await owner.call(chatsApi.actOnChat, {
    params: { id: made.chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
  await owner.call(chatStepsApi.closeChat, {
    params: { id: made.chatId },
    body: { id: randomUUID(), feedback: "" },
  });
  return made;
}
const chatsOf = ({ id }: TestChannel) =>
  rowsOf<{ id: string; state: number; rating: number | null; closed: number | null }>(
    harness,
    "SELECT id, state, rating, closed_at AS closed FROM chats WHERE channel_id = ? ORDER BY created_at",
    id,
  );
const lastOf = async (channel: TestChannel, chatId: string) =>
  (await messagesOf(harness, channel)).filter(({ chat_id: of }) => of === chatId).at(-1);

test("a customer is asked when their chat is closed; the row that they choose rates it, and it stays closed", async () => {
  const owner = await makePerson(harness);
  await asking(owner, "Were we of help?");
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await closed(owner, channel);
  const question = JSON.parse((await lastOf(channel, chatId))?.body ?? "{}") as {
    text: string;
    sections: { rows: { token: string; label: string }[] }[];
  };
  expect(question.text).toBe("Good-bye.\n\nWere we of help?");
  const rows = question.sections.flatMap((section) => section.rows);
  expect(rows.map(({ label }) => label[0])).toEqual(["5", "4", "3", "2", "1"]);
  const { token = "", label = "" } = rows[1] ?? {};
  const [before] = await chatsOf(channel);
  await deliver(harness, channel, [saying(phone, { kind: "formAnswer", token, label })]);
  await eventually(async () =>
    expect(await chatsOf(channel)).toEqual([
      { id: chatId, state: CHAT.closed, rating: 4, closed: before?.closed },
    ]),
  );
  expect((await lastOf(channel, chatId))?.text).toBe("Thank you for your rating.");
  const read = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(read.messages.filter(({ actionType }) => actionType === 7)).toMatchObject([{ message: label }]);
  expect(read.messageCount).toBe((await messagesOf(harness, channel)).length);
  expect(read.participants).toEqual([
    { kind: "customer", id: read.chat.person.identityId, name: read.chat.person.name },
    { kind: "agent", id: owner.userId, name: read.chat.handlerName },
  ]);

  // Nobody rated the other one.
  await closed(owner, channel);
  const range = {
    since: new Date(Date.now() - 3_600_000).toISOString(),
    until: new Date(Date.now() + 60_000).toISOString(),
  };
  const figures = await owner.call(chatAnalytics, { query: { ...range, departmentId: "" } });
  expect(figures.total).toMatchObject({ closed: 2, rated: 1, rating: 4 });
  expect(figures.agents).toMatchObject([{ id: owner.userId, closed: 2, rated: 1, rating: 4 }]);
  const found = async (rating: "any" | "4" | "5") =>
    (await owner.call(chatsApi.chatHistory, { query: { rating } })).chats.map((chat) => [
      chat.chatId,
      chat.rating,
    ]);
  expect(await found("any")).toEqual([[chatId, 4]]);
  expect(await found("4")).toEqual([[chatId, 4]]);
  expect(await found("5")).toEqual([]);
});

test("where nothing can be chosen a number rates, once and within a day; any other opens a chat", async () => {
  const owner = await makePerson(harness);
  await asking(owner);
  const channel = await makeChannel(harness, owner, { type: channelTypes.sms });
  const { chatId, phone } = await closed(owner, channel);
  expect((await lastOf(channel, chatId))?.text).toContain("Reply with a number from 1");
  await deliver(harness, channel, [saying(phone, "2"), saying(phone, "5")]);
  await eventually(async () => expect(await chatsOf(channel)).toHaveLength(1));
  await eventually(async () => expect((await chatsOf(channel))[0]?.rating).toBe(5));
  await deliver(harness, channel, [saying(phone, "3")]);
  await eventually(async () =>
    expect(await chatsOf(channel)).toMatchObject([
      { id: chatId, state: CHAT.closed, rating: 5 },
      { state: CHAT.started, rating: null },
    ]),
  );

  const late = await closed(owner, channel);
  await db.prepare("UPDATE chats SET rate_until = 1 WHERE id = ?").bind(late.chatId).run();
  await deliver(harness, channel, [saying(late.phone, "1")]);
  await eventually(async () => expect(await chatsOf(channel)).toHaveLength(4));
  expect((await chatsOf(channel)).filter(({ rating }) => rating !== null)).toHaveLength(1);
});

test("who is asked nothing writes as ever, and the web widget asks by itself", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await closed(owner, channel);
  await deliver(harness, channel, [saying(phone, "5")]);
  await eventually(async () => expect(await chatsOf(channel)).toHaveLength(2));
  expect((await chatsOf(channel)).map(({ rating }) => rating)).toEqual([null, null]);
  expect((await lastOf(channel, chatId))?.text).not.toContain(chatRatingTexts.question);

  await asking(owner);
  const web = await makeChannel(harness, owner, { type: channelTypes.web });
  const asked = await closed(owner, web);
  expect((await lastOf(web, asked.chatId))?.text).toBe("Good-bye.");
});

import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
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
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { chatsAssigned } from "#workers/domain/chats/assign.ts";
import { chatComesBack } from "#workers/domain/chats/come-back.ts";
import { offerLapses } from "#workers/domain/chats/lapse.ts";
import { chatTimesOut } from "#workers/domain/chats/time-out.ts";
import { floorEnds } from "#workers/domain/messaging/floors.ts";
import { workDue } from "#workers/domain/messaging/timers.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const MINUTE_MS = 60_000;

const set = (owner: Person, rules: Partial<ChatRules>) =>
  owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, ...rules } });
/** Open at no time, or at any. */
const never: ChatRules["hours"] = { timezone: "UTC", week: Array<null>(7).fill(null), holidays: [] };
const chatsOf = ({ id }: TestChannel) =>
  rowsOf<{ id: string; state: number; reason: number | null; waits: number | null; people: string }>(
    harness,
    "SELECT id, state, missed_reason AS reason, waiting_since AS waits, people FROM chats WHERE channel_id = ? ORDER BY created_at",
    id,
  );
const textsOf = async (channel: TestChannel) => (await messagesOf(harness, channel)).map(({ text }) => text);
const hoursOf = ({ enterpriseId }: Person) =>
  rowsOf<{ attended: number; missed: number }>(
    harness,
    "SELECT attended, missed FROM chat_hours WHERE enterprise_id = ?",
    enterpriseId,
  );
const press = (owner: Person, chatId: string, body: object) =>
  owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...body });
/** Works what is due in so many minutes, as the clock will. */
const later = (owner: Person, minutes: number) =>
  workDue(
    watchedCtx(harness, owner, () => undefined).db,
    {
      floorEnds,
      chatTimesOut,
      chatsAssigned,
      chatComesBack,
      offerLapses,
      videoCallEnds: () => [],
      broadcastStarts: () => [],
      broadcastResumes: () => [],
      activityRuns: () => [],
      activityFallbacks: () => [],
      comparisonEnds: () => [],
      campaignStarts: () => [],
      campaignEnds: () => [],
      instanceStarts: () => [],
      instanceEnds: () => [],
      scheduledEntries: () => [],
    },
    Date.now() + minutes * MINUTE_MS,
  );

async function waiting(owner: Person): Promise<{ channel: TestChannel; from: string; chatId: string }> {
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await makeWaiting(harness, channel);
  return { channel, from, chatId };
}

test("who writes outside the hours is told once and missed; what they write in time waits in the same chat", async () => {
  const owner = await makePerson(harness);
  await set(owner, { hours: never, awayText: "We open at nine.", waitingText: "One moment." });
  const { channel, from, chatId } = await waiting(owner);
  expect(await chatsOf(channel)).toMatchObject([{ state: CHAT.missed, reason: 0, waits: null }]);
  await deliver(harness, channel, [saying(from, "hello?")]);
  await eventually(async () =>
    expect(await textsOf(channel)).toEqual(["I need help", "We open at nine.", "hello?"]),
  );
  expect(await chatsOf(channel)).toHaveLength(1);
  expect(await hoursOf(owner)).toEqual([{ attended: 0, missed: 1 }]);
  const { counts, chats } = await owner.call(chatsApi.chatSummary, {
    query: { queue: "missed", before: "" },
  });
  expect([counts.missedChatCount, chats[0]?.missedReason, chats[0]?.newMsgCount]).toEqual([1, 0, 2]);
  const why = await rowsOf<{ speaker: string }>(
    harness,
    "SELECT speaker FROM messages WHERE chat_id = ? AND direction = 'in' ORDER BY seq",
    chatId,
  );
  expect(why.map(({ speaker }) => speaker)).toEqual(["hours", "hours"]);
  await set(owner, { waitingText: "One moment." });
  await deliver(harness, channel, [saying(from, "now?")]);
  await eventually(async () => expect((await textsOf(channel)).at(-1)).toBe("One moment."));
  expect(await chatsOf(channel)).toMatchObject([{ id: chatId, state: CHAT.started, reason: null }]);
});

test("whoever has joined a waiting chat and answers takes it out of no queue: nobody else need, and it is missed in time", async () => {
  const owner = await makePerson(harness);
  await set(owner, { pickUpMinutes: 5 });
  const { channel, chatId } = await waiting(owner);
  expect((await press(owner, chatId, { action: "superviseChat" })).status).toBe(200);
  const answer = await press(owner, chatId, { action: "agentReplyChat", text: "Somebody is coming" });
  expect(answer.status).toBe(200);
  const { chats, counts } = await owner.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } });
  expect([chats.map((chat) => chat.chatId), counts.newChatCount]).toEqual([[chatId], 1]);
  await later(owner, 6);
  expect(await chatsOf(channel)).toMatchObject([{ id: chatId, state: CHAT.missed, reason: 1 }]);
});

test("whoever waits too long is missed, told and counted, once; who was picked up or waits anew is not", async () => {
  const owner = await makePerson(harness);
  await set(owner, { pickUpMinutes: 5, missedText: "Sorry, nobody is free." });
  const [late, taken, anew] = [await waiting(owner), await waiting(owner), await waiting(owner)];
  await press(owner, taken.chatId, { action: "agentPickupChat" });
  await press(owner, anew.chatId, { action: "agentPickupChat" });
  await press(owner, anew.chatId, { action: "leaveChat" });
  // It waits since then, and its timer is a new one.
  await db
    .prepare("UPDATE chats SET waiting_since = waiting_since + 60000 WHERE id = ?")
    .bind(anew.chatId)
    .run();
  await later(owner, 4);
  expect(await chatsOf(late.channel)).toMatchObject([{ state: CHAT.started }]);
  const { kept } = await later(owner, 6);
  await later(owner, 6);
  expect(await chatsOf(late.channel)).toMatchObject([{ state: CHAT.missed, reason: 1, waits: null }]);
  expect(await chatsOf(taken.channel)).toMatchObject([{ state: CHAT.ongoing }]);
  expect(await chatsOf(anew.channel)).toMatchObject([{ state: CHAT.started }]);
  expect([...kept.values()].flat().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { action: "chatsChanged", data: { chats: [{ id: late.chatId, state: CHAT.missed, missedReason: 1 }] } },
  ]);
  // Of whichever hours these minutes are in.
  expect((await hoursOf(owner)).reduce((sum, { missed }) => sum + missed, 0)).toBe(1);
  const read = await owner.call(chatsApi.getChat, { params: { id: late.chatId }, query: {} });
  expect(read.actions).toMatchObject([{ actionType: 10 }]);
  const all = [...read.messages, ...read.actions].map(({ seq }) => seq);
  expect(new Set(all).size).toBe(all.length);
  expect(read.chat.seq).toBe(Math.max(...all));
  await eventually(async () =>
    expect((await messagesOf(harness, late.channel)).at(-1)).toMatchObject({
      text: "Sorry, nobody is free.",
      status: "delivered",
    }),
  );
  expect(await textsOf(taken.channel)).not.toContain("Sorry, nobody is free.");
  // Their next words are a new chat.
  await deliver(harness, late.channel, [saying(late.from, "hello again")]);
  await eventually(async () => expect(await chatsOf(late.channel)).toHaveLength(2));
});

test("whom the rules no longer miss goes on waiting", async () => {
  const owner = await makePerson(harness);
  await set(owner, { pickUpMinutes: 5, missedText: "Sorry, nobody is free." });
  const { channel } = await waiting(owner);
  await set(owner, { missedText: "Sorry, nobody is free." });
  await later(owner, 6);
  expect(await chatsOf(channel)).toMatchObject([{ state: CHAT.started }]);
  expect(await textsOf(channel)).not.toContain("Sorry, nobody is free.");
  expect(await hoursOf(owner)).toEqual([]);
});

test("a customer is told when their chat is closed, where the channel still takes words", async () => {
  const owner = await makePerson(harness);
  await set(owner, { closingText: "Thank you, goodbye." });
  const [open, shut] = [await waiting(owner), await waiting(owner)];
  for (const { chatId } of [open, shut]) await press(owner, chatId, { action: "agentPickupChat" });
  await db.prepare("UPDATE reach SET window_until = 1 WHERE channel_id = ?").bind(shut.channel.id).run();
  const id = randomUUID();
  const close = (chatId: string) => owner.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id });
  expect([(await close(open.chatId)).status, (await close(open.chatId)).status]).toEqual([200, 200]);
  expect(
    (await owner.send("POST", `/api/e/enterprise/chat/${shut.chatId}/close`, { id: randomUUID() })).status,
  ).toBe(200);
  await eventually(async () =>
    expect((await messagesOf(harness, open.channel)).at(-1)).toMatchObject({
      text: "Thank you, goodbye.",
      status: "delivered",
    }),
  );
  expect((await textsOf(open.channel)).filter((text) => text === "Thank you, goodbye.")).toHaveLength(1);
  expect(await textsOf(shut.channel)).not.toContain("Thank you, goodbye.");
  expect((await chatsOf(shut.channel))[0]?.state).toBe(CHAT.closed);
});

test("whom a bot cannot help outside the hours is told so and missed", async () => {
  const owner = await makePerson(harness);
  await set(owner, { hours: never });
  // A bot that was never trained hands over at once.
  const { agentId } = await makeBot(owner, smallBank);
  const channel = await makeChannel(harness, owner, { agentId });
  await makeWaiting(harness, channel, "hello");
  await eventually(async () =>
    expect(await chatsOf(channel)).toMatchObject([{ state: CHAT.missed, reason: 0, waits: null }]),
  );
  expect((await textsOf(channel)).at(-1)).toContain("Nobody is here right now");
  expect(await hoursOf(owner)).toEqual([{ attended: 0, missed: 1 }]);
});

test("two who set the rules at once: the second is told, and nothing is mixed", async () => {
  const owner = await makePerson(harness);
  const first = await owner.call(chatConfigApi.getChatConfig);
  expect(first).toEqual({ ...noChatRules, revision: 0 });
  const save = (awayText: string, revision: number) =>
    owner.send("PUT", "/api/e/enterprise/chat_config", { ...noChatRules, awayText, revision });
  expect((await save("one", 0)).status).toBe(200);
  expect((await save("two", 0)).status).toBe(409);
  expect(await owner.call(chatConfigApi.getChatConfig)).toMatchObject({ awayText: "one", revision: 1 });
  expect((await save("three", 1)).status).toBe(200);
  const trail = await rowsOf<{ before: string | null; after: string }>(
    harness,
    "SELECT before, after FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'chatConfig' ORDER BY at, id",
    owner.enterpriseId,
  );
  const wordsIn = (json: string | null) => json && (JSON.parse(json) as ChatRules).awayText;
  expect(trail.map(({ before, after }) => [wordsIn(before), wordsIn(after)])).toEqual([
    [null, "one"],
    ["one", "three"],
  ]);
});

test("the clock itself misses whom nobody took", async () => {
  const owner = await makePerson(harness);
  await set(owner, { pickUpMinutes: 5 });
  const { channel, chatId } = await waiting(owner);
  await db
    .prepare("UPDATE timers SET due_at = 1 WHERE kind = 'chatTimesOut' AND subject = ?")
    .bind(chatId)
    .run();
  await harness.scheduled();
  await eventually(async () =>
    expect(await chatsOf(channel)).toMatchObject([{ state: CHAT.missed, reason: 1 }]),
  );
});

test("where numbers are hidden no card's number is stored, shown, told or found; the raw event is gone", async () => {
  const owner = await makePerson(harness);
  await set(owner, { masksNumbers: true });
  const channel = await makeChannel(harness, owner);
  const card = "4111 1111 1111 1111";
  const { chatId } = await makeWaiting(harness, channel, `My card ${card} is lost`);
  const { chat, messages } = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(chat.lastMessage).toBe("My card •••• •••• •••• 1111 is lost");
  expect(messages[0]?.body).toMatchObject({ text: "My card •••• •••• •••• 1111 is lost" });
  const kept = await rowsOf<{ row: string }>(
    harness,
    `SELECT body AS row FROM messages WHERE enterprise_id = ?1 UNION ALL SELECT last_text FROM chats WHERE enterprise_id = ?1
    UNION ALL SELECT body FROM live_events WHERE enterprise_id = ?1 UNION ALL SELECT coalesce(raw, '') FROM inbound_events WHERE enterprise_id = ?1`,
    owner.enterpriseId,
  );
  expect(kept.length).toBeGreaterThanOrEqual(4);
  expect(kept.filter(({ row }) => row.includes("4111"))).toEqual([]);
});

test("where numbers are hidden colleagues repeat none either, in an answer or a note", async () => {
  const owner = await makePerson(harness);
  await set(owner, { masksNumbers: true });
  const { chatId } = await waiting(owner);
  const card = "4111 1111 1111 1111";
  await press(owner, chatId, { action: "agentPickupChat" });
  for (const action of ["agentReplyChat", "agentNote"])
    expect((await press(owner, chatId, { action, text: `So ${card} is lost` })).status).toBe(200);
  const { chat, messages, actions } = await owner.call(chatsApi.getChat, {
    params: { id: chatId },
    query: {},
  });
  const hidden = "So •••• •••• •••• 1111 is lost";
  expect(chat.lastMessage).toBe(hidden);
  expect(messages.at(-1)?.body).toEqual({ kind: "text", text: hidden });
  expect(actions.at(-1)).toMatchObject({ text: hidden });
});

test("lists say within how long a chat ought to be picked up, and a day of several hours is kept as it was sent", async () => {
  const owner = await makePerson(harness);
  const target = async () =>
    (await owner.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } })).targetSeconds;
  expect(await target()).toBe(noChatRules.targetSeconds);
  const day = { from: "22:00", until: "06:00", more: [{ from: "09:00", until: "12:00" }] };
  const hours = { timezone: "UTC", week: [day, ...Array<null>(6).fill(null)], holidays: [] };
  await set(owner, { hours, targetSeconds: 30 });
  expect(await target()).toBe(30);
  expect((await owner.call(chatConfigApi.getChatConfig, {})).hours).toEqual(hours);
  await set(owner, { targetSeconds: null });
  expect(await target()).toBeNull();
});

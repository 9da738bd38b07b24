import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import { chatComesBack } from "#workers/domain/chats/come-back.ts";
import { workDue } from "#workers/domain/messaging/timers.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const HOUR_MS = 3_600_000;
const inFuture = (ms: number): string => new Date(Date.now() + ms).toISOString();

const press = (person: Person, chatId: string, body: object) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...body });
const read = async (person: Person, chatId: string) =>
  person.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
/** Works what is due then, as the clock will. */
const comeThen = (owner: Person, at: number) =>
  workDue(
    watchedCtx(harness, owner, () => undefined).db,
    {
      chatComesBack,
      offerLapses: () => [],
      videoCallEnds: () => [],
      floorEnds: () => [],
      chatTimesOut: () => [],
      chatsAssigned: () => [],
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
    at,
  );
const eventsOf = async ({ enterpriseId }: Person) =>
  (
    await rowsOf<{ to: string; body: string }>(
      harness,
      `SELECT "to", body FROM live_events WHERE enterprise_id = ? AND body LIKE '%"actionType":28%'`,
      enterpriseId,
    )
  ).map(({ to }) => JSON.parse(to) as object);

async function ownChats(count: number) {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const chats: { chatId: string; phone: string }[] = [];
  for (let at = 0; at < count; at++) {
    const chat = await makeWaiting(harness, channel);
    expect((await press(owner, chat.chatId, { action: "agentPickupChat" })).status).toBe(200);
    chats.push(chat);
  }
  return { owner, channel, chats };
}

test("a chat that is laid aside until a time comes back then, on top of one's own, and says so once", async () => {
  const { owner, chats } = await ownChats(2);
  const [first = { chatId: "", phone: "" }, second = { chatId: "", phone: "" }] = chats;
  const until = inFuture(HOUR_MS);
  const suspended = await owner.send("POST", `/api/e/enterprise/chat/${first.chatId}/suspend`, {
    id: randomUUID(),
    until,
  });
  expect(suspended.status).toBe(200);
  expect((await read(owner, first.chatId)).chat).toMatchObject({
    state: CHAT.suspended,
    suspendedUntil: until,
  });
  await comeThen(owner, Date.parse(until) - 1);
  expect((await read(owner, first.chatId)).chat.state).toBe(CHAT.suspended);
  await comeThen(owner, Date.parse(until));
  await comeThen(owner, Date.parse(until) + 1);
  const { chat, actions } = await read(owner, first.chatId);
  expect(chat).toMatchObject({ state: CHAT.ongoing, suspendedUntil: null, handlingAgent: owner.userId });
  expect(actions.map(({ actionType, to }) => [actionType, to])).toEqual([
    [2, ""],
    [23, until],
    [28, ""],
  ]);
  expect(await eventsOf(owner)).toEqual([{ users: [owner.userId], permission: [] }]);
  const mine = await owner.call(chatsApi.chatSummary, { query: { queue: "mine", before: "" } });
  expect(mine.chats.map(({ chatId }) => chatId)).toEqual([first.chatId, second.chatId]);
});

test("what moved on is left alone: the customer wrote, it was resumed, or laid aside until another time", async () => {
  const { owner, channel, chats } = await ownChats(4);
  const until = inFuture(HOUR_MS);
  const [written, resumed, longer, closed] = chats.map(({ chatId }) => chatId) as [
    string,
    string,
    string,
    string,
  ];
  for (const { chatId } of chats) await press(owner, chatId, { action: "suspendChat", until });
  await deliver(harness, channel, [saying(chats[0]?.phone ?? "", "are you there?")]);
  await eventually(async () => expect((await read(owner, written)).chat.state).toBe(CHAT.ongoing));
  expect((await read(owner, written)).chat.suspendedUntil).toBeNull();
  await press(owner, resumed, { action: "resumeChat" });
  // Until the customer writes, whenever that is.
  await press(owner, resumed, { action: "suspendChat" });
  const later = inFuture(2 * HOUR_MS);
  expect((await press(owner, longer, { action: "suspendChat", until: later })).status).toBe(200);
  await owner.call(chatStepsApi.closeChat, {
    params: { id: closed },
    body: { id: randomUUID(), feedback: "" },
  });
  await comeThen(owner, Date.parse(until));
  const states = await Promise.all(chats.map(async ({ chatId }) => (await read(owner, chatId)).chat.state));
  expect(states).toEqual([CHAT.ongoing, CHAT.suspended, CHAT.suspended, CHAT.closed]);
  expect(await eventsOf(owner)).toEqual([]);
  await comeThen(owner, Date.parse(later));
  expect((await read(owner, longer)).chat.state).toBe(CHAT.ongoing);
});

test("a time that is past or too far ahead is refused at its field", async () => {
  const { owner, chats } = await ownChats(1);
  const chatId = chats[0]?.chatId ?? "";
  for (const until of [inFuture(-1_000), inFuture(31 * 24 * HOUR_MS), "tomorrow"]) {
    const answer = await press(owner, chatId, { action: "suspendChat", until });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: Record<string, string> };
    expect(errors["until"]).toBeDefined();
  }
  expect((await read(owner, chatId)).chat.state).toBe(CHAT.ongoing);
});

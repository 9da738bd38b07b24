import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { Line, openDirect, openLine } from "#tests/support/line.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { writerOf } from "#tests/support/live-events.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { chatsTexts } from "#texts/chats.ts";
import { errorsTexts } from "#texts/errors.ts";
import { realtimeTexts } from "#texts/realtime.ts";
import { LONGEST_MESSAGE } from "#workers/contract/chat-socket.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { LONGEST_TEXT } from "#workers/contract/message-body.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const answerOf = (line: Line, id: string) =>
  line.hears((message) => message.id === id && (message.action === "done" || message.action === "error"));
/** Says it, and waits for the answer with its id. */
async function ask(line: Line, message: Record<string, unknown>, id: string = randomUUID()) {
  await line.say({ ...message, id });
  return answerOf(line, id);
}
/** The log's lines of a request. */
const linesOf = (requestId: unknown): unknown[] =>
  harness
    .logs()
    .filter(({ message }) => message.includes(String(requestId)))
    .map(({ message }) => JSON.parse(message) as unknown);
const ofChat = (chatId: string, revision: number) => (message: Record<string, unknown>) =>
  message.action === "chatsChanged" &&
  (message.data as { chats: { id: string; revision: number }[] }).chats.some(
    (chat) => chat.id === chatId && chat.revision >= revision,
  );
const chatOf = async (person: Person, chatId: string) =>
  (await person.call(chatsApi.getChat, { params: { id: chatId }, query: {} })).chat;

test("whoever picks up, answers and reads by the socket is answered there alone, and everybody concerned hears of it", async () => {
  const owner = await makePerson(harness);
  const colleague = await makeColleague(harness, owner, { name: "Asha" });
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  const lines = [await openLine(harness, owner), await openDirect(harness, owner)] as const;
  const theirs = await openDirect(harness, colleague);
  for (const [at, line] of lines.entries()) {
    const action =
      at === 0 ? { action: "agentPickupChat" } : { action: "agentReplyChat", text: "Good morning" };
    const done = await ask(line, { ...action, chatId });
    expect(done).toMatchObject({
      action: "done",
      status: true,
      message: "",
      response: { chat: { chatId, state: CHAT.ongoing, handlingAgent: owner.userId } },
    });
    expect(linesOf(done.requestId)).toEqual([
      expect.objectContaining({ route: `/api${chatsApi.actOnChat.path}`, status: 200 }),
    ]);
    const { revision } = (done.response as { chat: { revision: number } }).chat;
    // Once somebody has it, its words are theirs alone.
    for (const each of at === 0 ? [...lines, theirs] : lines) await each.hears(ofChat(chatId, revision));
  }
  expect(await ask(lines[0], { action: "agentReadChat", chatId })).toMatchObject({ status: true });
  expect(await ask(theirs, { action: "agentNote", chatId, text: "not mine" })).toMatchObject({
    action: "done",
    status: false,
    message: errorsTexts.notFound,
  });
  for (const line of [...lines, theirs]) {
    const answers = line.received.filter(({ action }) => action === "done");
    expect(answers).toHaveLength(line === lines[0] ? 2 : 1);
  }
});

test("a frame without an id, as the specification writes it, is done, and answered without one", async () => {
  const owner = await makePerson(harness);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  const line = await openDirect(harness, owner);
  await line.say({ action: "agentPickupChat", chatId });
  expect(await line.hears(({ action }) => action === "done")).toMatchObject({
    status: true,
    response: { chat: { chatId, handlingAgent: owner.userId } },
  });
});

test("what is sent twice is done once, and each is answered in the order in which it was sent", async () => {
  const owner = await makePerson(harness);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  const line = await openDirect(harness, owner);
  await ask(line, { action: "agentPickupChat", chatId });
  const ids: string[] = Array.from({ length: 8 }, () => randomUUID());
  // A note is quicker done than an answer, and one that is refused quicker still.
  const messages = ids.map((id, at) =>
    at % 3 === 2
      ? { action: "agentReplyChat", chatId: "nowhere", text: "x", id }
      : { action: at % 3 === 0 ? "agentReplyChat" : "agentNote", chatId, text: `words ${at}`, id },
  );
  for (const message of [...messages, ...messages]) await line.say(message);
  const isDone = ({ action, id }: Record<string, unknown>) => action === "done" && ids.includes(String(id));
  await line.hears(() => line.received.filter(isDone).length === 2 * ids.length);
  expect(line.received.filter(isDone).map(({ id }) => id)).toEqual([...ids, ...ids]);
  const { messages: said, actions } = await owner.call(chatsApi.getChat, {
    params: { id: chatId },
    query: {},
  });
  const done = [...said, ...actions].filter(({ id }) => ids.includes(id)).toSorted((a, b) => a.seq - b.seq);
  expect(done.map(({ id }) => id)).toEqual(ids.filter((_, at) => at % 3 !== 2));
});

test("one that a sleeping hub left on its way is done once when its client sends it again", async () => {
  const owner = await makePerson(harness);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  let line = await openDirect(harness, owner);
  await ask(line, { action: "agentPickupChat", chatId });
  for (let round = 0; round < 5; round++) {
    const id = randomUUID();
    const note = { action: "agentNote", chatId, text: `round ${round}`, id };
    await line.say(note);
    await harness.evictHub(owner.enterpriseId);
    line = await openDirect(harness, owner);
    await line.say(note);
    expect(await answerOf(line, id)).toMatchObject({ status: true, response: { actions: [{ id }] } });
  }
  const notes = "SELECT text FROM chat_actions WHERE chat_id = ? AND type = 20 ORDER BY seq";
  expect(await rowsOf(harness, notes, chatId)).toEqual(
    [0, 1, 2, 3, 4].map((round) => ({ text: `round ${round}` })),
  );
});

test("what is no action, what names no chat or a stranger's, and what is too long is refused with its id, and the socket stays open", async () => {
  const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  const theirs = await makeWaiting(harness, await makeChannel(harness, stranger));
  const line = await openDirect(harness, owner);
  const unknown = { action: "error", message: realtimeTexts.unknownAction };
  expect(await ask(line, { action: "dance", chatId })).toMatchObject(unknown);
  expect(await ask(line, { action: ["agentPickupChat"], chatId })).toMatchObject(unknown);
  expect(
    await ask(line, { action: "agentReplyChat", chatId, text: "x".repeat(LONGEST_MESSAGE) }),
  ).toMatchObject({
    action: "error",
    message: realtimeTexts.tooLong,
  });
  for (const wrong of [undefined, "", 7])
    expect(await ask(line, { action: "agentPickupChat", chatId: wrong })).toMatchObject({
      status: false,
      errors: { chatId: errorsTexts.mandatory },
    });
  for (const wrong of ["..", ".", "a/b", "?x", "nowhere", "x".repeat(500), theirs.chatId])
    expect(await ask(line, { action: "agentPickupChat", chatId: wrong }), wrong).toMatchObject({
      status: false,
      message: errorsTexts.notFound,
    });
  expect(
    await ask(line, { action: "agentReplyChat", chatId, text: "x".repeat(LONGEST_TEXT + 1) }),
  ).toMatchObject({
    status: false,
    errors: { text: errorsTexts.tooLong(LONGEST_TEXT) },
  });
  expect(await ask(line, { action: "agentPickupChat", chatId }, "not a uuid")).toMatchObject({
    status: false,
    errors: { id: chatsTexts.idWrong },
  });
  for (const garbage of ["not json", "[]", "null", '"agentPickupChat"', "7"]) await line.say(garbage);
  // A long answer, of signs that are written as two.
  await ask(line, { action: "agentPickupChat", chatId });
  expect(await ask(line, { action: "agentReplyChat", chatId, text: '"'.repeat(4_000) })).toMatchObject({
    status: true,
  });
  expect(await chatOf(stranger, theirs.chatId)).toMatchObject({ handlingAgent: null });
});

test("who may not answer chats, and whose session is over, does nothing by a socket that is still open", async () => {
  const owner = await makePerson(harness);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner));
  const agent = await makeColleague(harness, owner, { roles: [3] });
  const line = await openDirect(harness, agent);
  await owner.call(usersApi.updateRoles, { params: { id: agent.userId }, body: { roles: [4] } });
  expect(await ask(line, { action: "agentPickupChat", chatId })).toMatchObject({ status: false, code: 1403 });
  await owner.call(usersApi.updateRoles, { params: { id: agent.userId }, body: { roles: [3] } });
  // The hub has not been told.
  await harness.env.DIRECTORY.prepare("UPDATE login_sessions SET ended_at = 1 WHERE user_id = ?")
    .bind(agent.userId)
    .run();
  expect(await ask(line, { action: "agentPickupChat", chatId })).toMatchObject({
    status: false,
    login_required: true,
  });
  expect(await chatOf(owner, chatId)).toMatchObject({ handlingAgent: null });
});

test("a client that asks for the specification's actions hears them, with its counts, instead of the console's event", async () => {
  const owner = await makePerson(harness);
  const colleague = await makeColleague(harness, owner, { name: "Asha" });
  const open = async (person: Person) => {
    const line = await new Line(harness).say({ action: "auth", token: person.token, events: "named" });
    const [opened] = [await line.hears(({ action }) => action === "onOpen")];
    expect(opened).toMatchObject({ response: { assginedChatCount: 0, enterprise: { unPickedCount: 0 } } });
    return line;
  };
  const [line, theirs, console] = [
    await open(owner),
    await open(colleague),
    await openDirect(harness, owner),
  ];
  const hears = async (on: Line, action: string, counts: object) =>
    expect((await on.hears((message) => message.action === action)).response).toMatchObject(counts);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel);
  for (const each of [line, theirs])
    await hears(each, "customerStartChat", { totalChatCount: 1, enterprise: { unPickedCount: 1 } });
  await ask(line, { action: "agentPickupChat", chatId });
  await hears(line, "agentPickedupChat", { ownChatCount: 1, enterprise: { unPickedCount: 0 } });
  await hears(theirs, "agentPickedupChat", { ownChatCount: 0, openChatCount: 0, newChatCount: 0 });
  await hears(theirs, "noChatPicked", { totalChatCount: 0 });
  await deliver(harness, channel, [saying(phone, "thank you")]);
  await hears(line, "customerReplyChat", {
    chat: {
      id: chatId,
      lastText: "thank you",
      // The delivery of the greeting may be told with it.
      messages: expect.arrayContaining([
        expect.objectContaining({
          ...{ messageStatus: 0, deliveryStatus: null, channelErrorCode: "", channelErrorDesc: "" },
          ...{ actionType: 1, message: "thank you", attachment: null },
        }),
      ]),
    },
  });
  await ask(line, { action: "inviteAgent", chatId, userId: colleague.userId });
  await hears(theirs, "waitingInviteAccept", { enterprise: { invitedCount: 1 } });
  await ask(theirs, { action: "acceptInvite", chatId });
  await hears(theirs, "acceptedInvite", { ownChatCount: 1, enterprise: { invitedCount: 0 } });
  await ask(theirs, { action: "leaveChat", chatId });
  await hears(theirs, "agentLeaveChat", { ownChatCount: 0, openChatCount: 0 });
  expect(await theirs.hears(({ action }) => action === "agentLeaveChat")).toMatchObject({
    chatId,
    message: chatsTexts.left,
  });
  for (const each of [line, theirs])
    expect(each.received.map(({ action }) => action)).not.toContain("chatsChanged");
  await console.hears(ofChat(chatId, 1));
  expect(console.received.map(({ action }) => action)).not.toContain("customerStartChat");
  // A client that comes back with the last number hears what follows it, and counts as they are now.
  const seen = Math.max(...line.received.map(({ seq }) => Number(seq ?? 0)));
  const back = await new Line(harness).say({
    action: "auth",
    token: owner.token,
    events: "named",
    lastSeq: seen,
  });
  expect(await back.hears(({ action }) => action === "onOpen")).toMatchObject({
    response: { ownChatCount: 1 },
  });
});

test("a client that has to fetch anew is told no counts that an event it never heard may have changed", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const line = await new Line(harness).say({ action: "auth", token: owner.token, events: "named" });
  await line.hears(({ action }) => action === "onOpen");
  const counted = await makeWaiting(harness, channel);
  const started = (id: string) =>
    line.hears(({ action, chatId }) => action === "customerStartChat" && chatId === id);
  expect((await started(counted.chatId)).response).toMatchObject({ totalChatCount: 1 });
  // It follows one that is gone, and that the hub was never told of.
  await harness.env.TENANT_1.prepare(
    `INSERT INTO live_events (enterprise_id, before, "to", body, at)
     SELECT ?1, max(seq) + 1, '"everybody"', '{"action":"rightsChanged","data":{"roles":[1],"uId":""}}', ?2 FROM live_events WHERE enterprise_id = ?1`,
  )
    .bind(owner.enterpriseId, Date.now())
    .run();
  const writer = writerOf(harness, owner);
  await writer.tell(await writer.keep(2));
  await line.hears(({ action }) => action === "refetch");
  const { chatId } = await makeWaiting(harness, channel);
  expect((await started(chatId)).response).not.toHaveProperty("totalChatCount");
});

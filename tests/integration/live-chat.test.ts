import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { sendToDrive } from "#tests/support/drive.ts";
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
import { png } from "#tests/support/made-files.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { chatsTexts } from "#texts/chats.ts";
import { tenantDatabase } from "#db/client.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { chatHistoryOf } from "#workers/domain/chats/history.ts";
import { chatOf } from "#workers/domain/chats/read.ts";
import { chatSummaryOf } from "#workers/domain/chats/queues.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { chatsChanged } from "#workers/contract/chat-events.ts";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import { chatMonitor } from "#workers/contract/endpoints/chat-monitor.ts";
import type { ChatQueue } from "#workers/contract/chat-queues.ts";
import { chatPresses } from "#workers/contract/chat-action.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

/** Somebody writes and waits for a person. */
const waiting = (channel: TestChannel, text?: string) => makeWaiting(harness, channel, text);

const path = (chatId: string) => `/api/e/enterprise/chat/${chatId}`;
const press = (person: Person, chatId: string, body: object) =>
  person.send("POST", `${path(chatId)}/actions`, body);
const pickUp = (person: Person, chatId: string) =>
  person.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });
const reply = (person: Person, chatId: string, text: string, id = randomUUID() as string) =>
  person.call(chatsApi.actOnChat, { params: { id: chatId }, body: { action: "agentReplyChat", id, text } });
const queue = async (person: Person, name: ChatQueue) =>
  (await person.call(chatsApi.chatSummary, { query: { queue: name, before: "" } })).chats.map(
    ({ chatId }) => chatId,
  );
const countsOf = async (person: Person) =>
  (await person.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } })).counts;
const refusal = async (response: Response) => ({
  ...((await response.json()) as { message: string; errors?: Record<string, string> }),
  status: response.status,
});
/** A department with these people, and a channel of it. */
async function team(owner: Person, name: string, people: Person[]): Promise<string> {
  const { id } = await owner.call(departmentsApi.createDepartment, { body: { name, desc: "", manager: "" } });
  const users = people.map(({ userId }) => userId);
  if (users.length > 0) await owner.call(departmentsApi.addUsers, { params: { id }, body: { users } });
  return id;
}

test("who waits is picked up, answered on their phone and closed; what they write next opens another chat", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  expect(await queue(owner, "new")).toEqual([chatId]);
  expect(await countsOf(owner)).toMatchObject({ newChatCount: 1, ownChatCount: 0, totalChatCount: 1 });
  const { chat, actions } = await pickUp(owner, chatId);
  expect(chat).toMatchObject({ state: CHAT.ongoing, handlingAgent: owner.userId, waitingSince: null });
  expect(actions).toMatchObject([{ actionType: 2, actionBy: owner.userId }]);
  expect([await queue(owner, "new"), await queue(owner, "mine")]).toEqual([[], [chatId]]);
  const { messages } = await reply(owner, chatId, "Good morning");
  expect(messages).toMatchObject([
    { by: "person", status: "queued", body: { kind: "text", text: "Good morning" } },
  ]);
  await eventually(async () => {
    const last = (await messagesOf(harness, channel)).at(-1);
    expect(last).toMatchObject({ text: "Good morning", status: "delivered", by_kind: "person" });
  });
  // The bot or the queue does not answer somebody whom a person has.
  await deliver(harness, channel, [saying(from, "thank you")]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).at(-1)).toMatchObject({
      text: "thank you",
      speaker: "person",
    }),
  );
  const read = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(read.chat.newMsgCount).toBe(1);
  expect([...read.messages, ...read.actions].toSorted((a, b) => a.seq - b.seq).map(({ seq }) => seq)).toEqual(
    [1, 2, 3, 4, 5],
  );
  await press(owner, chatId, { action: "agentReadChat" });
  await owner.call(chatStepsApi.closeChat, {
    params: { id: chatId },
    body: { id: randomUUID(), feedback: "Solved" },
  });
  expect(await countsOf(owner)).toMatchObject({ newChatCount: 0, ownChatCount: 0, totalChatCount: 0 });
  await deliver(harness, channel, [saying(from, "one more thing")]);
  await eventually(async () => expect(await queue(owner, "new")).toHaveLength(1));
  expect(await queue(owner, "new")).not.toContain(chatId);
  const hours = await rowsOf<{ attended: number; pickup_ms: number }>(
    harness,
    "SELECT attended, pickup_ms FROM chat_hours WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  expect(hours).toMatchObject([{ attended: 1 }]);
});

test("of twenty who press at once one has the chat, and the others are told who", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, at) => makeColleague(harness, owner, { name: `Agent ${at}` })),
  );
  for (let round = 0; round < 3; round++) {
    const { chatId } = await waiting(channel);
    const answers = await Promise.all(
      people.map(async (person) => ({
        person,
        ...(await refusal(await press(person, chatId, { action: "agentPickupChat", id: randomUUID() }))),
      })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const [row] = await rowsOf<{ handler: string; handler_name: string }>(
      harness,
      "SELECT handler, handler_name FROM chats WHERE id = ?",
      chatId,
    );
    expect(row?.handler).toBe(won[0]?.person.userId);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status }) => status))).toEqual(new Set([409]));
    expect(new Set(lost.map(({ message }) => message))).toEqual(
      new Set([`${row?.handler_name} has picked up this chat already.`]),
    );
    const note = { action: "agentNote", id: randomUUID(), text: "by somebody who has not got it" };
    expect((await press(lost[0]?.person ?? owner, chatId, note)).status).toBe(404);
    const logged = "SELECT 1 FROM chat_actions WHERE chat_id = ?";
    expect(await rowsOf(harness, logged, chatId)).toHaveLength(1);
  }
});

test("what is asked for twice is done once, and an id of something else does nothing", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [one, other] = [await waiting(channel), await waiting(channel)];
  await pickUp(owner, one.chatId);
  await pickUp(owner, other.chatId);
  const id = randomUUID();
  const said = await Promise.all(Array.from({ length: 5 }, () => reply(owner, one.chatId, "once", id)));
  expect(new Set(said.map(({ messages }) => messages[0]?.id))).toEqual(new Set([id]));
  const texts = "SELECT 1 FROM messages WHERE chat_id = ? AND direction = 'out' AND by_kind = 'person'";
  expect(await rowsOf(harness, texts, one.chatId)).toHaveLength(1);
  const elsewhere = await press(owner, other.chatId, { action: "agentReplyChat", id, text: "once" });
  expect((await refusal(elsewhere)).status).toBe(409);
  const note = { action: "agentNote", id: randomUUID(), text: "seen twice" };
  expect((await press(owner, one.chatId, note)).status).toBe(200);
  expect((await press(owner, one.chatId, note)).status).toBe(200);
  const closing = { id: randomUUID(), feedback: "" };
  for (const _ of [1, 2])
    expect((await owner.send("POST", `${path(one.chatId)}/close`, closing)).status).toBe(200);
  const types = await rowsOf<{ type: number }>(
    harness,
    "SELECT type FROM chat_actions WHERE chat_id = ? ORDER BY seq",
    one.chatId,
  );
  expect(types.map(({ type }) => type)).toEqual([2, 20, 8]);
});

test("a department's chats are its people's; a transfer takes a chat to others, and both sides hear of it", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Ravi" }),
  ];
  const divya = await makeColleague(harness, owner, { name: "Divya" });
  const [sales, service] = [await team(owner, "Sales", [asha, divya]), await team(owner, "Service", [ravi])];
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, channel.id).run();
  const { chatId } = await waiting(channel);
  expect([await queue(asha, "new"), await queue(ravi, "new"), await queue(owner, "all")]).toEqual([
    [chatId],
    [],
    [],
  ]);
  expect((await ravi.send("GET", path(chatId))).status).toBe(404);
  expect((await press(ravi, chatId, { action: "agentPickupChat", id: randomUUID() })).status).toBe(404);
  await pickUp(asha, chatId);
  const from = await newest(owner);
  const move = {
    action: "transferChat",
    id: randomUUID(),
    departmentId: service,
    note: "She asks for a refund",
  };
  expect((await press(asha, chatId, move)).status).toBe(200);
  // Asked again once it is somebody else's, it was done.
  expect((await press(asha, chatId, move)).status).toBe(200);
  expect([await queue(asha, "all"), await queue(ravi, "new")]).toEqual([[], [chatId]]);
  expect((await asha.send("GET", path(chatId))).status).toBe(404);
  const [event, ...more] = await eventsAfter(owner, from);
  expect(more).toEqual([]);
  expect(event?.to.users.toSorted()).toEqual([asha.userId, divya.userId, ravi.userId].toSorted());
  expect(event?.to.permission).toEqual([]);
  expect(event?.chats[0]).toMatchObject({
    id: chatId,
    departmentId: service,
    handler: null,
    actions: [{ actionType: 4, to: "Service", text: "She asks for a refund", byName: "Asha" }],
  });
  for (const [departmentId, problem] of [
    [service, /in this department already/],
    ["nowhere", /no longer exists/],
  ] as const) {
    await pickUp(ravi, chatId).catch(() => undefined);
    const refused = await refusal(
      await press(ravi, chatId, { action: "transferChat", id: randomUUID(), departmentId }),
    );
    expect(refused).toMatchObject({
      status: 400,
      errors: { departmentId: expect.stringMatching(problem) as string },
    });
  }
});

test("where a department has no people, everybody who answers chats sees who waits there", async () => {
  const owner = await makePerson(harness);
  const empty = await team(owner, "Nobody", []);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(empty, channel.id).run();
  const from = await newest(owner);
  const { chatId } = await waiting(channel);
  expect(await queue(await makeColleague(harness, owner), "new")).toEqual([chatId]);
  const [event] = await eventsAfter(owner, from);
  expect(event?.to).toEqual({ users: [], permission: ["CHAT.HANDLE"] });
});

test("what somebody else has, what is closed, what the channel does not carry and what came too late is refused in words", async () => {
  const owner = await makePerson(harness);
  const asha = await makeColleague(harness, owner, { name: "Asha" });
  const channel = await makeChannel(harness, owner);
  await team(owner, "All of us", [owner, asha]);
  const { chatId } = await waiting(channel);
  const say = (text: string, person = owner) =>
    press(person, chatId, { action: "agentReplyChat", id: randomUUID(), text });
  expect(await refusal(await say("not mine yet"))).toMatchObject({ status: 409 });
  await pickUp(owner, chatId);
  expect(await refusal(await say("   "))).toMatchObject({
    status: 400,
    errors: { text: "Write something first." },
  });
  expect(await refusal(await say("x".repeat(4_097)))).toMatchObject({
    status: 400,
    errors: { text: expect.stringContaining("4096") as string },
  });
  expect(
    await refusal(await press(owner, chatId, { action: "agentReplyChat", id: "no uuid", text: "x" })),
  ).toMatchObject({
    status: 400,
    errors: { id: expect.any(String) as string },
  });
  await db.prepare("UPDATE reach SET window_until = 1 WHERE channel_id = ?").bind(channel.id).run();
  expect(await refusal(await say("too late"))).toMatchObject({
    status: 409,
    message: expect.stringContaining("approved template") as string,
  });
  const close = () => owner.send("POST", `${path(chatId)}/close`, { id: randomUUID() });
  expect((await close()).status).toBe(200);
  for (const response of [
    await close(),
    await say("after"),
    await press(owner, chatId, { action: "agentPickupChat", id: randomUUID() }),
  ])
    expect(await refusal(response)).toMatchObject({
      status: 409,
      message: expect.stringContaining("closed") as string,
    });
  const sent = "SELECT 1 FROM messages WHERE chat_id = ? AND by_kind = 'person'";
  expect(await rowsOf(harness, sent, chatId)).toEqual([]);
});

test("a note stays among colleagues, and numbers are masked for who may not see customers", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  await pickUp(owner, chatId);
  await press(owner, chatId, { action: "agentNote", id: randomUUID(), text: "CANARY for colleagues" });
  await reply(owner, chatId, "Hello");
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).at(-1)).toMatchObject({ status: "delivered" }),
  );
  expect(JSON.stringify(await messagesOf(harness, channel))).not.toContain("CANARY");
  const seen = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(seen.chat.person.address).toBe(from);
  const hidden = { mayUnmask: () => false, now: Date.now };
  const reading = ctxOf(tenantDatabase(harness.env, "TENANT_1"), asEnterpriseId.parse(owner.enterpriseId), {
    userId: owner.userId,
    name: "",
    address: "",
    requestId: "",
  });
  const one = await chatOf(reading, chatId, { before: undefined, reader: hidden });
  const { chats } = await chatSummaryOf(reading, { queue: "mine", before: "" }, hidden);
  for (const address of [one.chat.person.address, chats[0]?.person.address])
    expect(address).toMatch(/^\+•+\d{3}$/);
});

test("ended chats are found by name or number by those who saw them, and read to the end", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [await makeColleague(harness, owner), await makeColleague(harness, owner)];
  const sales = await team(owner, "Sales", [asha]);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, channel.id).run();
  const [one, other] = [await waiting(channel, "the first"), await waiting(channel, "the second")];
  const past = async (person: Person, query: { name?: string; state?: number; missedReason?: number } = {}) =>
    (await person.call(chatsApi.chatHistory, { query })).chats.map(({ chatId }) => chatId);
  expect(await past(asha)).toEqual([]);
  await pickUp(asha, one.chatId);
  await asha.call(chatStepsApi.closeChat, {
    params: { id: one.chatId },
    body: { id: randomUUID(), feedback: "Solved at once" },
  });
  await db.prepare("UPDATE chats SET state = 4 WHERE id = ?").bind(other.chatId).run();
  expect((await past(asha)).toSorted()).toEqual([one.chatId, other.chatId].toSorted());
  expect([await past(asha, { state: 3 }), await past(asha, { state: 4 })]).toEqual([
    [one.chatId],
    [other.chatId],
  ]);
  expect(await past(asha, { name: one.phone.slice(-6) })).toEqual([one.chatId]);
  for (const [stored, filter, others] of [
    [1, 1, 2],
    [0, 2, 1],
  ] as const) {
    await db.prepare("UPDATE chats SET missed_reason = ? WHERE id = ?").bind(stored, other.chatId).run();
    expect([await past(asha, { missedReason: filter }), await past(asha, { missedReason: others })]).toEqual([
      [other.chatId],
      [],
    ]);
  }
  expect(await past(ravi)).toEqual([]);
  const byNumber = await chatHistoryOf(
    ctxOf(tenantDatabase(harness.env, "TENANT_1"), asEnterpriseId.parse(owner.enterpriseId), {
      userId: asha.userId,
      name: "",
      address: "",
      requestId: "",
    }),
    {
      name: one.phone.slice(-6),
      missedReason: 0,
      label: "",
      agentId: "",
      channelId: "",
      departmentId: "",
      rating: "",
      begun: "",
      before: "",
      from: 0,
      perPage: 15,
    },
    { mayUnmask: () => false, now: Date.now },
  );
  expect(byNumber.chats).toEqual([]);
  const read = await asha.call(chatsApi.getChat, { params: { id: one.chatId }, query: {} });
  expect(read.actions.at(-1)).toMatchObject({ actionType: 8, text: "Solved at once" });
  const wrong = await asha.send("GET", "/api/e/enterprise/chat/history?state=1");
  expect(await refusal(wrong)).toMatchObject({
    status: 400,
    errors: { state: expect.any(String) as string },
  });
});

test("files of a chat are for those who see it, and for those who look after the channels", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [await makeColleague(harness, owner), await makeColleague(harness, owner)];
  const channel = await makeChannel(harness, owner);
  const { chatId } = await waiting(channel);
  await pickUp(asha, chatId);
  const id = randomUUID();
  const body = JSON.stringify({
    kind: "image",
    medium: { fileId: "of the drive", mime: "image/png", name: "a.png" },
  });
  await db
    .prepare(
      `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
       SELECT ?1, enterprise_id, channel_id, identity_id, id, 99, 'in', 'image', ?2, 'customer', '', 'received', '{}', 1 FROM chats WHERE id = ?3`,
    )
    .bind(id, body, chatId)
    .run();
  const media = `/api/e/enterprise/messages/${id}/media`;
  const statuses = await Promise.all(
    [owner, asha, ravi].map(async (person) => (await person.send("GET", media)).status),
  );
  expect(statuses).toEqual([200, 200, 404]);
});

test("whom a bot answers does not wait for anybody, and can be taken over", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await waiting(channel);
  await db.prepare("UPDATE chats SET state = 0, waiting_since = NULL WHERE id = ?").bind(chatId).run();
  expect([await queue(owner, "new"), await queue(owner, "all")]).toEqual([[], [chatId]]);
  expect(await countsOf(owner)).toMatchObject({ newChatCount: 0, totalChatCount: 0, openChatCount: 1 });
  expect((await pickUp(owner, chatId)).chat).toMatchObject({ state: CHAT.ongoing });
  // Nobody had waited, so nothing is said of how long.
  const hours = "SELECT 1 FROM chat_hours WHERE enterprise_id = ?";
  expect(await rowsOf(harness, hours, owner.enterpriseId)).toEqual([]);
});

test("the chats of somebody who is deactivated wait again where they were", async () => {
  const owner = await makePerson(harness);
  const leaving = await makeColleague(harness, owner, { name: "Asha" });
  const channel = await makeChannel(harness, owner);
  const [one, other] = [await waiting(channel), await waiting(channel)];
  for (const { chatId } of [one, other]) await pickUp(leaving, chatId);
  await owner.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } });
  expect(await queue(owner, "new")).toEqual([]);
  const way = await owner.send("DELETE", `/api/e/enterprise/users/${leaving.userId}?isValidate=true`);
  expect(await way.json()).toMatchObject({ response: { openChats: 2 } });
  expect((await owner.send("DELETE", `/api/e/enterprise/users/${leaving.userId}`)).status).toBe(200);
  await eventually(async () =>
    expect((await queue(owner, "new")).toSorted()).toEqual([one.chatId, other.chatId].toSorted()),
  );
  const { actions, chat } = await owner.call(chatsApi.getChat, { params: { id: one.chatId }, query: {} });
  expect(actions.map(({ actionType, byName }) => [actionType, byName])).toEqual([
    [2, "Asha"],
    [9, "Asha"],
  ]);
  expect(chat).toMatchObject({ handlingAgent: null, handlerName: "", state: CHAT.started });
});

test("a chat that is taken on a session that was read a moment before still goes back to the others", async () => {
  const owner = await makePerson(harness);
  const leaving = await makeColleague(harness, owner);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await waiting(channel);
  expect(await queue(leaving, "new")).toEqual([chatId]);
  // Somebody deactivates them once their session has been read, and before the chat is theirs.
  const here = raced(harness, leaving);
  here.meanwhile(
    () => harness.env.DIRECTORY.prepare("UPDATE users SET state = 2 WHERE id = ?").bind(leaving.userId).run(),
    /chats/,
  );
  const taken = await press(here, chatId, { action: "agentPickupChat", id: randomUUID() });
  expect(taken.status, await taken.clone().text()).toBe(200);
  await eventually(async () => {
    const { chat } = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    expect(chat).toMatchObject({ handlingAgent: null, state: CHAT.started });
    // It was taken, and given back.
    const done = await rowsOf<{ type: number }>(
      harness,
      "SELECT type FROM chat_actions WHERE chat_id = ? ORDER BY seq, id",
      chatId,
    );
    expect(done.map(({ type }) => type)).toEqual([chatActionCodes.agentPickedUp, chatActionCodes.left]);
  });
});

test("a long queue comes page by page, and a long chat from its end", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await waiting(channel);
  await db.batch([
    db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
         INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, waiting_since, seq, unread, last_at, last_text, created_at, updated_at)
         SELECT c.id || '-' || n.i, c.enterprise_id, c.channel_id, c.identity_id || n.i, 1, 1, 0, 0, 1000 + n.i / 2, '', 1, 1 FROM chats c, n WHERE c.id = ?`,
      )
      .bind(chatId),
    db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
         INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
         SELECT c.id || '-' || n.i, c.enterprise_id, c.channel_id, c.identity_id, c.id, 100 + n.i, 'in', 'text', '{"kind":"text","text":"x"}', 'customer', '', 'received', '{}', 1
         FROM chats c, n WHERE c.id = ?`,
      )
      .bind(chatId),
    db
      .prepare(
        "INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at) SELECT identity_id, enterprise_id, 4, 'x', 1, 1 FROM chats WHERE channel_id = ? AND id LIKE '%-%-%-%-%-%'",
      )
      .bind(channel.id),
  ]);
  const all: string[] = [];
  for (let before: string | null = ""; before !== null;) {
    const page: Awaited<ReturnType<typeof owner.call<typeof chatsApi.chatSummary>>> = await owner.call(
      chatsApi.chatSummary,
      { query: { queue: "all", before } },
    );
    all.push(...page.chats.map((each) => each.chatId));
    before = page.next;
  }
  expect([all.length, new Set(all).size]).toEqual([71, 71]);
  const places: number[] = [];
  for (let before: number | undefined, more = true; more;) {
    const page: Awaited<ReturnType<typeof owner.call<typeof chatsApi.getChat>>> = await owner.call(
      chatsApi.getChat,
      { params: { id: chatId }, query: { before } },
    );
    places.unshift(...page.messages.map(({ seq }) => seq));
    ({ more } = page);
    before = places[0];
  }
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(places.length);
  expect(places.length).toBeGreaterThanOrEqual(121);
});

const newest = async ({ enterpriseId }: Person): Promise<number> => {
  const [row] = await rowsOf<{ seq: number | null }>(
    harness,
    "SELECT max(seq) AS seq FROM live_events WHERE enterprise_id = ?",
    enterpriseId,
  );
  return row?.seq ?? 0;
};
/** Live events about chats since then, and to whom they go. */
async function eventsAfter({ enterpriseId }: Person, seq: number) {
  const rows = await rowsOf<{ to: string; body: string }>(
    harness,
    `SELECT "to", body FROM live_events WHERE enterprise_id = ? AND seq > ? AND body LIKE '%chatsChanged%' ORDER BY seq`,
    enterpriseId,
    String(seq),
  );
  return rows.map(({ to, body }) => ({
    to: JSON.parse(to) as { users: string[]; permission: string[] },
    ...chatsChanged.parse((JSON.parse(body) as { data: unknown }).data),
  }));
}

/** The chats of which somebody has been told. */
const told = async (person: Person): Promise<unknown[]> => {
  const rows = await rowsOf<{ to: string; body: string }>(
    harness,
    `SELECT "to", body FROM live_events WHERE enterprise_id = ? ORDER BY seq`,
    person.enterpriseId,
  );
  return rows.flatMap(({ to, body }) => {
    const { users = [], permission = [] } = JSON.parse(to) as { users?: string[]; permission?: string[] };
    return users.includes(person.userId) || permission.includes("CHAT.HANDLE") ? [JSON.parse(body)] : [];
  });
};

test("a chat is handed to a colleague of another department, who sees it, accepts it and answers", async () => {
  const owner = await makePerson(harness);
  const [asha, bela, dev] = await Promise.all(
    ["Asha", "Bela", "Dev"].map((name) => makeColleague(harness, owner, { name })),
  );
  if (!asha || !bela || !dev) throw new Error("nobody");
  const sales = await team(owner, "Sales", [asha]);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, channel.id).run();
  const { chatId, phone: from } = await waiting(channel);
  await pickUp(asha, chatId);
  expect(await queue(bela, "all")).toEqual([]);
  expect(await told(bela)).toEqual([]);
  // For who does not see a chat it is not there, whatever they ask for.
  const asked: object[] = [
    ...chatPresses.map((action) => ({ action })),
    { action: "agentReplyChat", text: "x" },
    { action: "agentNote", text: "x" },
    { action: "transferChat", userId: bela.userId },
    { action: "transferChat", departmentId: sales },
    { action: "assignChat", userId: bela.userId },
    { action: "inviteAgent", userId: bela.userId },
  ];
  for (const body of asked)
    expect([body, (await press(dev, chatId, { id: randomUUID(), ...body })).status]).toEqual([body, 404]);
  for (const what of ["close", "suspend", "resume", "pin"])
    expect((await dev.send("POST", `${path(chatId)}/${what}`, { id: randomUUID() })).status).toBe(404);
  expect(await queue(asha, "mine")).toEqual([chatId]);
  const handed = await press(asha, chatId, {
    action: "transferChat",
    id: randomUUID(),
    userId: bela.userId,
    note: "Wants a loan",
  });
  expect(handed.status).toBe(200);
  expect([await queue(bela, "transferred"), await queue(bela, "new"), await queue(asha, "new")]).toEqual([
    [chatId],
    [],
    [],
  ]);
  expect(await countsOf(bela)).toMatchObject({ transferredChatCount: 1, totalChatCount: 1 });
  expect(JSON.stringify(await told(bela))).toContain("Wants a loan");
  expect(await told(dev)).toEqual([]);
  const wrong = await press(bela, chatId, { action: "acceptAssign", id: randomUUID() });
  expect(await refusal(wrong)).toMatchObject({ status: 409, message: chatsTexts.notOffered });
  expect((await press(bela, chatId, { action: "acceptTransfer", id: randomUUID() })).status).toBe(200);
  expect(await countsOf(bela)).toMatchObject({ transferredChatCount: 0, ownChatCount: 1 });
  await reply(bela, chatId, "Good morning, this is Bela");
  await deliver(harness, channel, [saying(from, "hello Bela")]);
  await eventually(async () => expect(JSON.stringify(await told(bela))).toContain("hello Bela"));
  expect(
    await refusal(await press(asha, chatId, { action: "agentReplyChat", id: randomUUID(), text: "x" })),
  ).toMatchObject({ status: 409, message: chatsTexts.notYours });
  const counted = await bela.call(chatsApi.chatCount, {});
  expect(counted).toMatchObject({
    assginedChatCount: 0,
    enterprise: { unPickedCount: 0, transferredCount: 0 },
  });
});

test("who saw a chat until somebody had it is told so when they ask for it, and can do nothing else in it", async () => {
  const owner = await makePerson(harness);
  const [asha, dev] = [await makeColleague(harness, owner), await makeColleague(harness, owner)];
  const { chatId } = await waiting(await makeChannel(harness, owner));
  expect(await queue(dev, "new")).toEqual([chatId]);
  await pickUp(asha, chatId);
  const ask = async (body: object) => (await press(dev, chatId, { id: randomUUID(), ...body })).status;
  for (const action of ["leaveChat", "suspendChat", "resumeChat", "declineChat", "acceptInvite"])
    expect([action, await ask({ action })]).toEqual([action, 404]);
  expect(await ask({ action: "inviteAgent", userId: owner.userId })).toBe(404);
  expect(await ask({ action: "agentNote", text: "x" })).toBe(404);
  // Nor do they hear what is said in it: a look answers the chat.
  const looked = await press(dev, chatId, { action: "agentReadChat" });
  expect([looked.status, await looked.text()]).toEqual([404, expect.not.stringContaining("lastMessage")]);
  expect(await ask({ action: "agentPickupChat" })).toBe(409);
});

test("who gave a chat away hears that it was done, asked again, and nothing of what came since", async () => {
  const owner = await makePerson(harness);
  const [asha, bela] = [await makeColleague(harness, owner), await makeColleague(harness, owner)];
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  await pickUp(asha, chatId);
  const given = { action: "transferChat", id: randomUUID(), userId: bela.userId } as const;
  expect((await press(asha, chatId, given)).status).toBe(200);
  expect((await press(bela, chatId, { action: "acceptTransfer", id: randomUUID() })).status).toBe(200);
  await deliver(harness, channel, [saying(from, "between us")]);
  await eventually(async () => {
    const { chat } = await bela.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    expect(chat.lastMessage).toBe("between us");
  });
  const again = await press(asha, chatId, given);
  const { response } = (await again.json()) as { response: { chat: chatsApi.ChatEntry; actions: object[] } };
  expect([again.status, response.actions.length]).toEqual([200, 1]);
  expect(response.chat).toMatchObject({
    chatId,
    handlingAgent: bela.userId,
    lastMessage: "",
    labels: [],
    person: { name: "", address: "" },
  });
});

test("who is invited joins and answers beside; who leaves loses it, and the other has it", async () => {
  const owner = await makePerson(harness);
  const [asha, bela] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
  ];
  const sales = await team(owner, "Sales", [asha]);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, channel.id).run();
  const { chatId } = await waiting(channel);
  await pickUp(asha, chatId);
  const ask = (person: Person, body: object) => press(person, chatId, { id: randomUUID(), ...body });
  expect((await ask(asha, { action: "inviteAgent", userId: bela.userId })).status).toBe(200);
  expect([await queue(bela, "invited"), await countsOf(bela)]).toMatchObject([
    [chatId],
    { invitedChatCount: 1, ownChatCount: 0 },
  ]);
  // Somebody who is only asked reads, and does not answer yet.
  expect((await bela.send("GET", path(chatId))).status).toBe(200);
  expect((await ask(bela, { action: "agentReplyChat", text: "too soon" })).status).toBe(409);
  expect((await ask(bela, { action: "acceptInvite" })).status).toBe(200);
  expect((await ask(bela, { action: "agentReplyChat", text: "Bela here" })).status).toBe(200);
  expect((await ask(asha, { action: "agentReplyChat", text: "Asha here" })).status).toBe(200);
  expect((await bela.send("POST", `${path(chatId)}/close`, { id: randomUUID() })).status).toBe(409);
  expect((await ask(asha, { action: "leaveChat" })).status).toBe(200);
  const { chat, actions } = await bela.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(chat).toMatchObject({
    handlingAgent: bela.userId,
    handlerName: "Bela",
    people: [],
    state: CHAT.ongoing,
  });
  expect(actions.map(({ actionType, to }) => [actionType, to])).toEqual([
    [2, ""],
    [5, "Bela"],
    [6, ""],
    [9, ""],
  ]);
});

test("an answer that was begun before a colleague's is stopped once, and says whose", async () => {
  const owner = await makePerson(harness);
  const [asha, bela] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
  ];
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  const { chat } = await pickUp(asha, chatId);
  const ask = (person: Person, body: object) => press(person, chatId, { id: randomUUID(), ...body });
  await ask(asha, { action: "inviteAgent", userId: bela.userId });
  await ask(bela, { action: "acceptInvite" });
  await reply(bela, chatId, "I am on it");
  const answer = (seenSeq?: number, id: string = randomUUID()) =>
    press(asha, chatId, {
      action: "agentReplyChat",
      id,
      text: "Let me see",
      ...(seenSeq !== undefined && { seenSeq }),
    });
  const stopped = await refusal(await answer(chat.seq));
  expect(stopped).toMatchObject({ status: 409, errors: { seenSeq: stopped.message } });
  expect(stopped.message).toMatch(/^Bela answered \d+ s ago: review before sending\.$/);
  const { messages, chat: now } = await asha.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(messages.map(({ body }) => body)).not.toContainEqual({ kind: "text", text: "Let me see" });
  // The customer's words stop nothing, nor do one's own.
  const id = randomUUID();
  expect((await answer(now.seq, id)).status).toBe(200);
  expect((await answer(chat.seq, id)).status).toBe(200);
  await deliver(harness, channel, [saying(from, "hello?")]);
  expect((await answer(now.seq)).status).toBe(200);
  // Programs that say no number are not stopped.
  await reply(bela, chatId, "Done");
  expect((await answer()).status).toBe(200);
});

test("of two who answer the same words at once one is stopped", async () => {
  const owner = await makePerson(harness);
  const [asha, bela] = [await makeColleague(harness, owner), await makeColleague(harness, owner)];
  const { chatId } = await waiting(await makeChannel(harness, owner));
  await pickUp(asha, chatId);
  await press(asha, chatId, { action: "inviteAgent", id: randomUUID(), userId: bela.userId });
  await press(bela, chatId, { action: "acceptInvite", id: randomUUID() });
  for (let round = 0; round < 5; round++) {
    const { chat } = await asha.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    const answers = await Promise.all(
      [asha, bela].map((person) =>
        press(person, chatId, {
          action: "agentReplyChat",
          id: randomUUID(),
          text: `Answer ${round}`,
          seenSeq: chat.seq,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});

test("who is deactivated is in no chat any more, and nobody is asked who answers no chats", async () => {
  const owner = await makePerson(harness);
  const [asha, bela, reporter] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
    await makeColleague(harness, owner, { name: "Rita", roles: [6] }),
  ];
  const channel = await makeChannel(harness, owner);
  const [one, other] = [await waiting(channel), await waiting(channel)];
  await pickUp(asha, one.chatId);
  const ask = (chatId: string, action: string, userId: string) =>
    press(asha, chatId, { action, id: randomUUID(), userId });
  expect((await ask(one.chatId, "inviteAgent", bela.userId)).status).toBe(200);
  expect((await ask(other.chatId, "assignChat", bela.userId)).status).toBe(200);
  expect(await queue(bela, "assigned")).toEqual([other.chatId]);
  const stranger = await makePerson(harness);
  const gone = await makeColleague(harness, owner, { name: "Gita" });
  expect((await owner.send("DELETE", `/api/e/enterprise/users/${gone.userId}`)).status).toBe(200);
  for (const userId of [reporter.userId, stranger.userId, gone.userId, "nobody"])
    expect(await refusal(await ask(one.chatId, "transferChat", userId))).toMatchObject({
      status: 400,
      errors: { userId: chatsTexts.colleagueGone },
    });
  expect((await owner.send("DELETE", `/api/e/enterprise/users/${bela.userId}`)).status).toBe(200);
  await eventually(async () => expect(await queue(owner, "new")).toEqual([other.chatId]));
  const { chat } = await asha.call(chatsApi.getChat, { params: { id: one.chatId }, query: {} });
  expect(chat).toMatchObject({ handlingAgent: asha.userId, people: [] });
});

test("a chat that was laid aside goes on when the customer writes", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  await pickUp(owner, chatId);
  const id = randomUUID();
  const aside = () => owner.send("POST", `${path(chatId)}/suspend`, { id });
  expect([(await aside()).status, (await aside()).status]).toEqual([200, 200]);
  const stateOf = async () =>
    (await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} })).chat.state;
  expect(await stateOf()).toBe(CHAT.suspended);
  expect((await owner.send("POST", `${path(chatId)}/resume`, { id: randomUUID() })).status).toBe(200);
  expect(await stateOf()).toBe(CHAT.ongoing);
  await owner.send("POST", `${path(chatId)}/suspend`, { id: randomUUID() });
  await deliver(harness, channel, [saying(from, "are you there?")]);
  await eventually(async () => expect(await stateOf()).toBe(CHAT.ongoing));
  expect(await queue(owner, "mine")).toEqual([chatId]);
});

test("a pinned chat stands first in one's own lists alone", async () => {
  const owner = await makePerson(harness);
  const colleague = await makeColleague(harness, owner);
  const channel = await makeChannel(harness, owner);
  const [older, newer] = [await waiting(channel), await waiting(channel)];
  const pin = (how: string) => owner.send("POST", `${path(older.chatId)}/${how}`);
  expect((await pin("pin")).status).toBe(200);
  expect((await pin("pin")).status).toBe(200);
  expect(await queue(owner, "new")).toEqual([older.chatId, newer.chatId]);
  expect(await queue(colleague, "new")).toEqual([newer.chatId, older.chatId]);
  const { chats } = await owner.call(chatsApi.chatSummary, { query: { queue: "new", before: "" } });
  expect(chats.map(({ pinned }) => pinned)).toEqual([true, false]);
  expect((await pin("unpin")).status).toBe(200);
  expect(await queue(owner, "new")).toEqual([newer.chatId, older.chatId]);
  expect((await pin("stick")).status).toBe(404);
});

test("a missed chat is taken up unless the customer has written again", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  const miss = () =>
    db
      .prepare("UPDATE chats SET state = 4, missed_reason = 1, waiting_since = NULL WHERE id = ?")
      .bind(chatId)
      .run();
  await miss();
  expect([await queue(owner, "missed"), await countsOf(owner)]).toMatchObject([
    [chatId],
    { missedChatCount: 1, totalChatCount: 1 },
  ]);
  const takeUp = () => press(owner, chatId, { action: "agentMissedChatPickup", id: randomUUID() });
  expect((await takeUp()).status).toBe(200);
  expect(await queue(owner, "mine")).toEqual([chatId]);
  await miss();
  await deliver(harness, channel, [saying(from, "hello again")]);
  await eventually(async () => expect(await queue(owner, "new")).toHaveLength(1));
  expect(await refusal(await takeUp())).toMatchObject({ status: 409, message: chatsTexts.newer });
});

test("a file of the drive goes with an answer, its words below it, where the channel takes it", async () => {
  const owner = await makePerson(harness);
  const stranger = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await waiting(channel);
  await pickUp(owner, chatId);
  const picture = await sendToDrive(harness, owner, {
    use: "attachment",
    bytes: png(4, 4),
    name: "card.png",
  });
  const theirs = await sendToDrive(harness, stranger, { use: "attachment", bytes: png(4, 4), name: "x.png" });
  const send = (fileId: string, text = "") =>
    press(owner, chatId, { action: "agentReplyChat", id: randomUUID(), text, fileId });
  expect((await send(picture.id, "Your new card")).status).toBe(200);
  const { messages, chat } = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(messages.at(-1)).toMatchObject({
    by: "person",
    body: { kind: "image", medium: { fileId: picture.id, name: "card.png" }, caption: "Your new card" },
  });
  expect(chat.lastMessage).toBe("Your new card");
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).at(-1)).toMatchObject({ status: "delivered" }),
  );
  expect((await send(picture.id)).status).toBe(200);
  const shown = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
  expect(shown.chat.lastMessage).toBe("card.png");
  for (const fileId of [theirs.id, "nothing"])
    expect(await refusal(await send(fileId))).toMatchObject({
      status: 400,
      errors: { fileId: chatsTexts.fileGone },
    });
  // A file that another customer has sent is not passed on.
  await db.prepare("UPDATE drive_files SET use = 'inbound' WHERE id = ?").bind(picture.id).run();
  expect((await send(picture.id)).status).toBe(400);
  await db
    .prepare("UPDATE drive_files SET use = 'attachment', bytes = 6000000 WHERE id = ?")
    .bind(picture.id)
    .run();
  expect(await refusal(await send(picture.id))).toMatchObject({
    status: 400,
    errors: { fileId: expect.stringContaining("5 MB") as string },
  });
  expect(await refusal(await send(""))).toMatchObject({ status: 400, errors: { text: chatsTexts.empty } });
});

test("who takes a chat over sees what the bot has learned, and the person's other chats that one may see", async () => {
  const owner = await makePerson(harness);
  const [agent, reader] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
  ];
  const { agentId } = await makeBot(owner, smallBank);
  const channel = await makeChannel(harness, owner);
  const first = await waiting(channel, "My first question");
  const detailsOf = (person: Person, chatId: string) =>
    person.call(chatCustomerApi.chatUserDetails, { query: { chatId } });
  expect(await detailsOf(agent, first.chatId)).toEqual({
    chats: [],
    more: false,
    sessions: [],
    moreSessions: false,
    broadcasts: [],
    moreBroadcasts: false,
    archivedUntil: null,
    bot: null,
  });
  await pickUp(agent, first.chatId);
  await agent.send("POST", `${path(first.chatId)}/close`, { id: randomUUID() });
  await deliver(harness, channel, [saying(first.phone, "Another one")]);
  const chatId = await eventually(async () => {
    const [id] = await queue(agent, "new");
    expect(id).toBeDefined();
    return id ?? "";
  });
  const sessionId = randomUUID();
  const turn = (at: number, intent: string | null, parameters: object, kind = "answer") =>
    db
      .prepare(
        `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_name, confidence, answer, others, model_version_id, channel, kind, parameters)
          VALUES (?, ?, ?, ?, ?, 'words', ?, 1, 'answer', '[]', '', '4', ?, ?)`,
      )
      .bind(
        randomUUID(),
        owner.enterpriseId,
        agentId,
        sessionId,
        at,
        intent,
        kind,
        JSON.stringify(parameters),
      );
  await db.batch([
    db
      .prepare(
        `INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns) VALUES (?, ?, ?, '4', 'x', 1, 4, 4)`,
      )
      .bind(sessionId, owner.enterpriseId, agentId),
    turn(1, "Balance", { account: "savings" }),
    turn(2, "Transfer", { amount: "500", phone: "+919876512345" }),
    turn(3, "Transfer", { amount: "700" }),
    turn(4, null, {}, "outOfScope"),
    db.prepare("UPDATE chats SET bot_session_id = ? WHERE id = ?").bind(sessionId, chatId),
  ]);
  const { chats, bot } = await detailsOf(agent, chatId);
  expect(chats).toMatchObject([
    { chatId: first.chatId, state: CHAT.closed, handlerName: "Asha", lastMessage: "My first question" },
  ]);
  expect(bot).toMatchObject({ turns: 4, notUnderstood: 1, intents: ["Transfer", "Balance"] });
  const values = Object.fromEntries((bot?.parameters ?? []).map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({ amount: "700", account: "savings" });
  expect((await detailsOf(owner, chatId)).bot?.parameters).toContainEqual({
    name: "phone",
    value: "+919876512345",
  });
  // A chat that somebody else had before is theirs, and a chat that one does not see has no details.
  expect((await detailsOf(reader, chatId)).chats).toEqual([]);
  await pickUp(agent, chatId);
  expect((await reader.send("GET", `/api/e/enterprise/chatUserDetails?chatId=${chatId}`)).status).toBe(404);
  // No engine has counted them: what is recounted afterwards must add up.
  await db.batch([
    db.prepare("DELETE FROM turns WHERE conversation_id = ?").bind(sessionId),
    db.prepare("DELETE FROM conversations WHERE id = ?").bind(sessionId),
  ]);
});

test("supervisors see every queue and everybody's load, whoever may read the chats", async () => {
  const owner = await makePerson(harness);
  const [asha, reporter] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Rita", roles: [6] }),
  ];
  const sales = await team(owner, "Sales", [asha]);
  await team(owner, "Service", []);
  const [ours, theirs] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, ours.id).run();
  const [waits, taken, other] = [await waiting(ours), await waiting(ours), await waiting(theirs)];
  await pickUp(asha, taken.chatId);
  await db.prepare("UPDATE chats SET state = 0, waiting_since = NULL WHERE id = ?").bind(other.chatId).run();
  const { queues, agents } = await owner.call(chatMonitor);
  expect(queues).toMatchObject([
    { departmentName: "Sales", waiting: 1, ongoing: 1, withBot: 0, attended: 1, missed: 0 },
    { departmentName: "Service", waiting: 0, waitingSince: null, ongoing: 0 },
    { departmentId: null, departmentName: "", waiting: 0, withBot: 1 },
  ]);
  const [chat] = await rowsOf<{ at: number }>(
    harness,
    "SELECT waiting_since AS at FROM chats WHERE id = ?",
    waits.chatId,
  );
  expect(Date.parse(queues[0]?.waitingSince ?? "")).toBe(chat?.at);
  expect(agents.find(({ uId }) => uId === asha.userId)).toMatchObject({ name: "Asha", open: 1 });
  expect(agents.map(({ uId }) => uId)).not.toContain(reporter.userId);
  expect((await asha.send("GET", "/api/e/enterprise/chat_monitor")).status).toBe(403);
});

test("a close that was begun before the customer's last words is stopped once; it waits for what was said", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone: from } = await waiting(channel);
  const { chat: seen } = await pickUp(owner, chatId);
  await deliver(harness, channel, [saying(from, "wait, one more thing")]);
  const chatNow = async () =>
    (await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} })).chat;
  await eventually(async () => expect((await chatNow()).newMsgCount).toBe(2));
  const close = (seenSeq?: number) =>
    owner.send("POST", `${path(chatId)}/close`, {
      id: randomUUID(),
      ...(seenSeq !== undefined && { seenSeq }),
    });
  expect(await refusal(await close(seen.seq))).toMatchObject({
    status: 409,
    message: chatsTexts.writtenSince,
    errors: { seenSeq: chatsTexts.writtenSince },
  });
  expect(await chatNow()).toMatchObject({ state: CHAT.ongoing, newMsgCount: 2 });
  // Colleagues' words and actions stop nothing.
  const { seq } = await chatNow();
  await press(owner, chatId, { action: "agentNote", id: randomUUID(), text: "Solved" });
  expect((await close(seq)).status).toBe(200);
  expect((await chatNow()).state).toBe(CHAT.closed);
});

test("calls without an id are done, as the specification writes them, also as a form", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await waiting(channel);
  expect((await press(owner, chatId, { action: "agentPickupChat" })).status).toBe(200);
  for (const text of ["one", "two"])
    expect((await press(owner, chatId, { action: "agentReplyChat", text })).status).toBe(200);
  for (const [call, state] of [
    ["suspend", CHAT.suspended],
    ["resume", CHAT.ongoing],
  ] as const) {
    expect((await owner.send("POST", `${path(chatId)}/${call}`, {})).status).toBe(200);
    const { chat } = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    expect(chat.state).toBe(state);
  }
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await owner.send("POST", `${path(chatId)}/close`, "feedback=Solved", form)).status).toBe(200);
  const { chat, actions, messages } = await owner.call(chatsApi.getChat, {
    params: { id: chatId },
    query: {},
  });
  expect(chat.state).toBe(CHAT.closed);
  expect(actions.at(-1)).toMatchObject({ actionType: 8, text: "Solved" });
  expect(messages.filter(({ by }) => by === "person")).toHaveLength(2);
  expect((await press(owner, chatId, { action: "agentNote", id: "mine", text: "x" })).status).toBe(400);
});

test("who may no longer answer chats, by other roles or by what a role holds, leaves theirs to the others", async () => {
  const owner = await makePerson(harness);
  const [asha, bela, chitra] = [
    await makeColleague(harness, owner, { name: "Asha", roles: [3] }),
    await makeColleague(harness, owner, { name: "Bela", roles: [3] }),
    await makeColleague(harness, owner, { name: "Chitra", roles: [3] }),
  ];
  const channel = await makeChannel(harness, owner);
  const [one, other, third] = [await waiting(channel), await waiting(channel), await waiting(channel)];
  await pickUp(asha, one.chatId);
  await pickUp(bela, other.chatId);
  await pickUp(owner, third.chatId);
  await press(owner, third.chatId, { action: "inviteAgent", id: randomUUID(), userId: chitra.userId });
  await owner.call(usersApi.updateRoles, { params: { id: asha.userId }, body: { roles: [6] } });
  await eventually(async () => expect(await queue(owner, "new")).toEqual([one.chatId]));
  const { roles } = (await owner.call(rolesApi.listRoles)) as { roles: rolesApi.RoleSet[] };
  const held = roles.find(({ id }) => id === 3);
  await owner.call(rolesApi.saveRole, {
    params: { role: "3" },
    body: {
      permissions: Object.fromEntries(
        (held?.permissions ?? []).map((each) => [each, each === "CHAT.HANDLE" ? 0 : 1]),
      ),
    },
  });
  await eventually(async () =>
    expect((await queue(owner, "new")).toSorted()).toEqual([one.chatId, other.chatId].toSorted()),
  );
  await eventually(async () => {
    const { chat } = await owner.call(chatsApi.getChat, { params: { id: third.chatId }, query: {} });
    expect(chat).toMatchObject({ handlingAgent: owner.userId, people: [] });
  });
});

test("where the last who answers in a department has left, its chats are everybody's, also new ones, until somebody is back", async () => {
  const owner = await makePerson(harness);
  const [asha, ravi] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Ravi" }),
  ];
  const sales = await team(owner, "Sales", [asha]);
  const channel = await makeChannel(harness, owner);
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(sales, channel.id).run();
  const { chatId } = await waiting(channel);
  expect([await queue(asha, "new"), await queue(ravi, "new")]).toEqual([[chatId], []]);
  expect((await owner.send("DELETE", `/api/e/enterprise/users/${asha.userId}`)).status).toBe(200);
  await eventually(async () => expect(await queue(ravi, "new")).toEqual([chatId]));
  const from = await newest(owner);
  const next = await waiting(channel);
  expect((await queue(ravi, "new")).toSorted()).toEqual([chatId, next.chatId].toSorted());
  expect((await eventsAfter(owner, from))[0]?.to).toMatchObject({ permission: ["CHAT.HANDLE"] });
  // Somebody who answers no chats changes nothing; who does, and who is back, does.
  const rita = await makeColleague(harness, owner, { name: "Rita", roles: [6] });
  await owner.call(departmentsApi.addUsers, { params: { id: sales }, body: { users: [rita.userId] } });
  expect(await queue(ravi, "new")).toHaveLength(2);
  expect((await owner.send("POST", `/api/e/enterprise/users/${asha.userId}/activate`, {})).status).toBe(200);
  await eventually(async () => expect(await queue(ravi, "new")).toEqual([]));
});

test("a message of 10,000 characters comes whole; an answer that is longer is refused at its field", async () => {
  const owner = await makePerson(harness);
  const words = `${"policy ".repeat(1_428)}end.`;
  const { chatId } = await waiting(await makeChannel(harness, owner), words);
  await eventually(async () => {
    const { messages } = await owner.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    expect(messages.find(({ by }) => by === "customer")?.body).toEqual({ kind: "text", text: words });
  });
  await pickUp(owner, chatId);
  const said = await press(owner, chatId, { action: "agentReplyChat", id: randomUUID(), text: `${words}!` });
  expect(await refusal(said)).toMatchObject({ status: 400, errors: { text: expect.any(String) as string } });
});

import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { Line, openDirect } from "#tests/support/line.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import { chatSearch } from "#workers/contract/endpoints/chat-search.ts";
import * as chatSummaryApi from "#workers/contract/endpoints/chat-summary.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

const act = (person: Person, chatId: string, action: string) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { action, id: randomUUID() });
const read = (person: Person, chatId: string, query = {}) =>
  person.call(chatsApi.getChat, { params: { id: chatId }, query });
const newOnes = async (person: Person) => (await person.call(chatsApi.chatCount, {})).newChatCount;

async function team(owner: Person, channel: TestChannel, ...people: Person[]): Promise<string> {
  const body = { name: `Sales ${randomUUID()}`, desc: "", manager: "" };
  const { id } = await owner.call(departmentsApi.createDepartment, { body });
  const users = people.map(({ userId }) => userId);
  if (users.length > 0) await owner.call(departmentsApi.addUsers, { params: { id }, body: { users } });
  await db.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(id, channel.id).run();
  return id;
}

async function desk() {
  const owner = await makePerson(harness);
  const [asha, bela] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
  ];
  return { owner, asha, bela, channel: await makeChannel(harness, owner) };
}

/** How often a socket was told to ask anew. */
const refetches = ({ received }: Line): number =>
  received.filter(({ action }) => action === "refetch").length;

test("who opens a colleague's chat leaves an entry, once an hour; one's own, and one that waits, leave none", async () => {
  const { owner, asha, bela, channel } = await desk();
  await team(owner, channel, asha, bela);
  const { chatId } = await makeWaiting(harness, channel);
  const entries = () =>
    rowsOf<{ user_id: string; after: string; at: number }>(
      harness,
      "SELECT user_id, after, at FROM audit_trail WHERE object_id = ? AND action = 'read' ORDER BY at",
      chatId,
    );
  await read(bela, chatId);
  await act(asha, chatId, "agentPickupChat");
  await read(asha, chatId);
  expect(await entries()).toEqual([]);
  await read(bela, chatId);
  await read(bela, chatId, { before: 2 });
  const [entry] = await entries();
  expect(await entries()).toEqual([
    { user_id: bela.userId, after: JSON.stringify({ handler: "Asha" }), at: expect.any(Number) as number },
  ]);
  // An hour later it is another look.
  await db
    .prepare("UPDATE audit_trail SET at = at - 3600001 WHERE object_id = ? AND action = 'read'")
    .bind(chatId)
    .run();
  await read(bela, chatId);
  expect((await entries()).map(({ at }) => at > (entry?.at ?? 0))).toEqual([false, true]);
  const joined = await makeColleague(harness, owner, { name: "Chitra" });
  await asha.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    action: "inviteAgent",
    id: randomUUID(),
    userId: joined.userId,
    note: "",
  });
  await read(joined, chatId);
  expect((await entries()).map(({ user_id }) => user_id)).not.toContain(joined.userId);
});

test("whatever else tells what was said in a colleague's chat leaves the same entry", async () => {
  const { owner, asha, bela, channel } = await desk();
  await team(owner, channel, asha, bela);
  const ways = {
    takeOver: (person, id) => person.call(chatSummaryApi.chatTakeOver, { params: { id } }),
    summarise: (person, id) => person.call(chatSummaryApi.summariseChat, { params: { id }, body: {} }),
    suggestions: (person, id) => person.call(chatSummaryApi.chatSuggestions, { params: { id } }),
    details: (person, chatId) => person.call(chatCustomerApi.chatUserDetails, { query: { chatId } }),
    search: (person, chatId) => person.call(chatSearch, { query: { words: "help", chatId } }),
  } satisfies Record<string, (person: Person, chatId: string) => Promise<unknown>>;
  for (const [way, look] of Object.entries(ways)) {
    const { chatId } = await makeWaiting(harness, channel);
    await act(asha, chatId, "agentPickupChat");
    for (const person of [asha, bela]) await look(person, chatId);
    const entries = await rowsOf<{ user_id: string }>(
      harness,
      "SELECT user_id FROM audit_trail WHERE object_id = ? AND action = 'read'",
      chatId,
    );
    expect(entries, way).toEqual([{ user_id: bela.userId }]);
  }
});

test("pages of the history are its chats, each once, also where one ends in between", async () => {
  const { asha, channel } = await desk();
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await makeWaiting(harness, channel)).chatId);
  const last = ids.pop() ?? "";
  const now = Date.now();
  await db.batch(
    ids.map((id, at) =>
      db
        .prepare("UPDATE chats SET state = 4, last_at = ? WHERE id = ?")
        // A page ends between two of the same millisecond.
        .bind(now - 60_000 + ((at + 1) >> 1), id),
    ),
  );
  const page = (before: string) => asha.call(chatsApi.chatHistory, { query: { before, perPage: 2 } });
  const first = await page("");
  expect(first.more).toBe(true);
  await act(asha, last, "agentPickupChat");
  await asha.call(chatStepsApi.closeChat, { params: { id: last }, body: { id: randomUUID(), feedback: "" } });
  const second = await page(first.next ?? "");
  expect([second.more, second.next]).toEqual([false, null]);
  const seen = [...first.chats, ...second.chats].map(({ chatId }) => chatId);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect((await page("")).chats[0]?.chatId).toBe(last);
});

test("the history's file has all that its filter finds, of nobody who may not take customers out, and the trail says who took it", async () => {
  const { owner, asha, channel } = await desk();
  const [one, other] = [await makeWaiting(harness, channel, "=1+1"), await makeWaiting(harness, channel)];
  for (const { chatId } of [one, other]) {
    await act(asha, chatId, "agentPickupChat");
    await asha.call(chatStepsApi.closeChat, {
      params: { id: chatId },
      body: { id: randomUUID(), feedback: "" },
    });
  }
  await db
    .prepare("UPDATE chats SET state = 4, missed_reason = 1, handler = NULL WHERE id = ?")
    .bind(other.chatId)
    .run();
  await db.prepare("UPDATE chats SET handler = ? WHERE id = ?").bind(owner.userId, one.chatId).run();
  const path = "/api/e/enterprise/chat/history/csv";
  expect((await asha.send("GET", path)).status).toBe(403);
  const linesOf = async (query: string) => {
    const answer = await owner.send("GET", `${path}${query}`);
    expect(answer.status).toBe(200);
    return (await answer.text()).trim().split(/\r?\n/).slice(1);
  };
  expect(await linesOf("")).toHaveLength(2);
  const [closed, ...others] = await linesOf("?state=3");
  expect(others).toEqual([]);
  expect(closed).toContain(one.chatId);
  expect(closed).toContain(one.phone);
  const [missed] = await linesOf(`?missedReason=1&name=${encodeURIComponent(other.phone)}`);
  expect(missed).toContain("Missed: Timed Out");
  const trail = await rowsOf<{ action: string; name: string }>(
    harness,
    "SELECT action, object_name AS name FROM audit_trail WHERE enterprise_id = ? AND action IN ('export', 'search') ORDER BY at, id",
    owner.enterpriseId,
  );
  expect(trail.filter(({ action }) => action === "export").map(({ name }) => name)).toEqual(
    Array.from({ length: 3 }, () => "Chat history"),
  );
  expect(trail).toContainEqual({ action: "search", name: other.phone });
});

test("whoever comes to a department or leaves it, and all where nobody else answers there, ask anew; others do not", async () => {
  const { owner, asha, bela, channel } = await desk();
  const id = await team(owner, channel);
  await makeWaiting(harness, channel);
  const outside = await makeColleague(harness, owner, { name: "Chitra" });
  const lines = await Promise.all([asha, bela, outside].map((person) => openDirect(harness, person)));
  const told = () => lines.map(refetches);
  const { addUsers, removeUsers } = departmentsApi;
  const change = (how: typeof addUsers, person: Person) =>
    owner.call(how, { params: { id }, body: { users: [person.userId] } });
  const heard = (counts: number[]) => eventually(() => expect(told()).toEqual(counts));
  // Until now the chat was everybody's.
  expect(await newOnes(outside)).toBe(1);
  await change(addUsers, asha);
  await heard([1, 1, 1]);
  expect(await Promise.all([asha, bela, outside].map(newOnes))).toEqual([1, 0, 0]);
  await change(addUsers, bela);
  await heard([1, 2, 1]);
  await change(removeUsers, asha);
  await heard([2, 2, 1]);
  await change(removeUsers, bela);
  await heard([3, 3, 2]);
  expect(await newOnes(outside)).toBe(1);
});

test("where the last who answers in a department may no longer, everybody asks anew; counts by named actions are left out", async () => {
  const { owner, asha, bela, channel } = await desk();
  const id = await team(owner, channel, asha);
  await makeWaiting(harness, channel);
  const line = await openDirect(harness, bela);
  const named = await new Line(harness).say({ action: "auth", token: bela.token, events: "named" });
  await named.hears(({ action }) => action === "onOpen");
  expect(await newOnes(bela)).toBe(0);
  const rolesOf = (person: Person, roles: number[]) =>
    owner.call(usersApi.updateRoles, { params: { id: person.userId }, body: { roles } });
  await rolesOf(asha, [6]);
  await eventually(() => expect([refetches(line), refetches(named)]).toEqual([1, 1]));
  expect(await newOnes(bela)).toBe(1);
  await makeWaiting(harness, channel);
  const started = await named.hears(({ action }) => action === "customerStartChat");
  expect((started.response as { newChatCount?: number }).newChatCount).toBeUndefined();
  await rolesOf(asha, [3]);
  await eventually(() => expect(refetches(line)).toBe(2));
  expect(await newOnes(bela)).toBe(0);
  // Nothing changes for others where somebody else answers there.
  await owner.call(departmentsApi.addUsers, { params: { id }, body: { users: [bela.userId] } });
  await eventually(() => expect(refetches(line)).toBe(3));
  const told = () => line.received.filter(({ action }) => action === "rightsChanged").length;
  const before = told();
  await rolesOf(bela, [6]);
  // Said behind all that the change of roles tells.
  await eventually(() => expect(told()).toBeGreaterThan(before));
  expect(refetches(line)).toBe(3);
});

test("whom a chat can be passed on to are those who may answer it", async () => {
  const { owner, asha } = await desk();
  const rita = await makeColleague(harness, owner, { name: "Rita", roles: [6] });
  const names = async (answersChats: boolean) =>
    (await owner.call(usersApi.listColleagues, { query: { answersChats } })).users.map(({ uId }) => uId);
  expect(await names(false)).toContain(rita.userId);
  expect(await names(true)).not.toContain(rita.userId);
  expect(await names(true)).toContain(asha.userId);
});

test("who may not see customers reads no number anywhere in chats: in words, notes, events, searches and summaries", async () => {
  const owner = await makePerson(harness);
  await owner.call(saveRole, {
    params: { role: "3" },
    body: { permissions: { "CHAT.HANDLE": 1, "CHAT.VIEW_CHATHISTORY": 1 } },
  });
  const asha = await makeColleague(harness, owner);
  const channel = await makeChannel(harness, owner);
  const CANARY = "9822055123";
  const phone = `+91${CANARY}`;
  const lines = [
    await openDirect(harness, asha),
    await new Line(harness).say({ action: "auth", token: asha.token, events: "named" }),
  ];
  for (const line of lines) await line.hears(({ action }) => action === "onOpen");
  const vendorId = `wamid.${phone}`;
  await deliver(harness, channel, [saying(phone, "Please call 98220-55123", { vendorId })]);
  const chatId = await eventually(async () => {
    const [chat] = (await owner.call(chatsApi.chatSummary, { query: { queue: "new" } })).chats;
    expect(chat).toBeDefined();
    return chat?.chatId ?? "";
  });
  expect(JSON.stringify(await read(owner, chatId))).toContain("98220-55123");
  await act(asha, chatId, "agentPickupChat");
  const noted = await asha.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, {
    ...{ action: "agentNote", id: randomUUID(), text: `Or ${phone}` },
  });
  expect(noted.status).toBe(200);
  await deliver(harness, channel, [saying(phone, `My mail is me@example.com, ${CANARY}`)]);
  for (const line of lines)
    await eventually(() => expect(JSON.stringify(line.received)).toContain("My mail is"));
  const told = [
    await noted.json(),
    await read(asha, chatId),
    await asha.call(chatsApi.chatSummary, { query: { queue: "all" } }),
    await asha.call(chatSummaryApi.chatTakeOver, { params: { id: chatId } }),
    await asha.call(chatCustomerApi.chatUserDetails, { query: { chatId } }),
    await asha.call(chatSearch, { query: { words: "call" } }),
    ...lines.map(({ received }) => received),
  ];
  for (const each of told) {
    expect(JSON.stringify(each).replaceAll(/[ -]/g, "")).not.toContain(CANARY);
    expect(JSON.stringify(each)).not.toContain("me@example.com");
  }
});

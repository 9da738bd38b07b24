import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;

/** More chats than a page has, each since another second, the first of them the oldest. */
async function manyChats(owner: Person, count = 31): Promise<string[]> {
  const channel = await makeChannel(harness, owner);
  await deliver(
    harness,
    channel,
    Array.from({ length: count }, (_, at) => saying(`+9198223${String(10_000 + at)}`, `number ${at}`)),
  );
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ direction }) => direction === "in")).toHaveLength(
      count,
    ),
  );
  const rows = await rowsOf<{ id: string }>(
    harness,
    "SELECT c.id FROM chats c JOIN messages m ON m.chat_id = c.id AND m.direction = 'in' WHERE c.channel_id = ? ORDER BY m.rowid",
    channel.id,
  );
  const ids = rows.map(({ id }) => id);
  const from = Date.now() - 3_600_000;
  await db.batch(
    ids.map((id, at) =>
      db
        .prepare("UPDATE chats SET waiting_since = ?2, last_at = ?2 WHERE id = ?1")
        .bind(id, from + at * 1_000),
    ),
  );
  return ids;
}

const pages = async (person: Person, query: object): Promise<string[][]> => {
  const all: string[][] = [];
  for (let before: string | null = ""; before !== null;) {
    const page: Awaited<ReturnType<typeof person.call<typeof chatsApi.chatSummary>>> = await person.call(
      chatsApi.chatSummary,
      { query: { ...query, before } },
    );
    all.push(page.chats.map(({ chatId }) => chatId));
    before = page.next;
  }
  return all;
};

test("who has waited longest comes first where it is asked for, page by page; a pinned one before all", async () => {
  const owner = await makePerson(harness);
  const ids = await manyChats(owner);
  expect(await pages(owner, { queue: "new" })).toEqual([ids.slice(1).toReversed(), [ids[0]]]);
  expect(await pages(owner, { queue: "new", order: "oldest" })).toEqual([ids.slice(0, 30), [ids[30]]]);
  await db
    .prepare("INSERT INTO chat_pins (enterprise_id, chat_id, user_id) VALUES (?, ?, ?)")
    .bind(owner.enterpriseId, ids[15], owner.userId)
    .run();
  const [first, second] = await pages(owner, { queue: "new", order: "oldest" });
  expect([first?.[0], first?.[1], second]).toEqual([ids[15], ids[0], [ids[30]]]);
});

test("among one's own who waits for an answer comes first where it is asked for, and each chat says since when", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [one, other] = [await makeWaiting(harness, channel), await makeWaiting(harness, channel)];
  const act = (
    id: string,
    body: { action: "agentPickupChat" } | { action: "agentReplyChat"; text: string },
  ) => owner.call(chatsApi.actOnChat, { params: { id }, body: { id: randomUUID(), ...body } });
  const listed = async () =>
    (await owner.call(chatsApi.chatSummary, { query: { queue: "mine", order: "oldest" } })).chats.map(
      ({ chatId, awaitingSince }) => [chatId, awaitingSince !== null],
    );
  for (const { chatId } of [one, other]) await act(chatId, { action: "agentPickupChat" });
  await act(one.chatId, { action: "agentReplyChat", text: "One moment" });
  expect(await listed()).toEqual([
    [other.chatId, true],
    [one.chatId, false],
  ]);
  for (const words of ["And now?", "Hello?"]) await deliver(harness, channel, [saying(one.phone, words)]);
  const { chat, messages } = await eventually(async () => {
    const read = await owner.call(chatsApi.getChat, { params: { id: one.chatId }, query: {} });
    expect(read.chat.lastMessage).toBe("Hello?");
    return read;
  });
  // Since the first of the words that nobody has answered.
  expect(chat.awaitingSince).toBe(
    new Date(messages.find(({ message }) => message === "And now?")?.at ?? 0).toISOString(),
  );
  await act(other.chatId, { action: "agentReplyChat", text: "And you?" });
  expect(await listed()).toEqual([
    [one.chatId, true],
    [other.chatId, false],
  ]);
});

test("one's own chats in which nobody waits for an answer come after those, page by page", async () => {
  const owner = await makePerson(harness);
  const ids = await manyChats(owner);
  await db
    .prepare(
      "UPDATE chats SET handler = ?1, state = iif(id = ?2, 2, 5), asked_at = waiting_since, waiting_since = NULL WHERE enterprise_id = ?3",
    )
    .bind(owner.userId, ids[30], owner.enterpriseId)
    .run();
  expect(await pages(owner, { queue: "mine", order: "oldest" })).toEqual([
    [ids[30], ...ids.slice(0, 29)],
    [ids[29]],
  ]);
});

test("one chat is looked up however many there are, which reads nothing; not one that is out of sight", async () => {
  const owner = await makePerson(harness);
  const ids = await manyChats(owner);
  const asha = await makeColleague(harness, owner, { name: "Asha" });
  await db.prepare("UPDATE chats SET handler = ?, state = 2 WHERE id = ?").bind(asha.userId, ids[0]).run();
  const lookedUp = async (person: Person) =>
    (await person.call(chatsApi.chatSummary, { query: { queue: "all", chatId: ids[0] ?? "" } })).chats;
  expect(await lookedUp(asha)).toMatchObject([{ chatId: ids[0], lastMessage: "number 0" }]);
  expect(await lookedUp(owner)).toEqual([]);
  expect(
    await rowsOf(
      harness,
      "SELECT 1 FROM audit_trail WHERE enterprise_id = ? AND action = 'read'",
      owner.enterpriseId,
    ),
  ).toEqual([]);
});

test("the inbox is narrowed down by channel, department, label, agent and what is unread; its counts are of the whole queue", async () => {
  const owner = await makePerson(harness);
  const [one = "", two = "", three = ""] = await manyChats(owner, 3);
  const [other = ""] = await manyChats(owner, 1);
  const [channel] = await rowsOf<{ id: string }>(
    harness,
    "SELECT channel_id AS id FROM chats WHERE id = ?",
    other,
  );
  await db.batch([
    db.prepare("UPDATE chats SET unread = 0 WHERE id IN (?, ?)").bind(one, two),
    db.prepare("UPDATE chats SET labels = '[\"vip\"]' WHERE id = ?").bind(two),
    db.prepare("UPDATE chats SET handler = ?, state = 2 WHERE id = ?").bind(owner.userId, three),
  ]);
  const found = async (query: object) => {
    const { chats, counts } = await owner.call(chatsApi.chatSummary, { query: { queue: "all", ...query } });
    expect(counts.openChatCount).toBe(4);
    return chats.map(({ chatId }) => chatId);
  };
  expect(await found({ channelId: channel?.id })).toEqual([other]);
  expect(await found({ departmentId: "none" })).toHaveLength(4);
  expect(await found({ departmentId: "other" })).toEqual([]);
  expect(await found({ label: "vip" })).toEqual([two]);
  expect(await found({ agentId: owner.userId })).toEqual([three]);
  expect((await found({ unread: true })).toSorted()).toEqual([three, other].toSorted());
});

import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { chatSearch, SEARCH_PAGE } from "#workers/contract/endpoints/chat-search.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const search = (person: Person, words: string, more: { chatId?: string; before?: number } = {}) =>
  person.call(chatSearch, { query: { words, ...more } });
const excerptsOf = async (person: Person, words: string, more = {}) =>
  (await search(person, words, more)).hits.map(({ excerpt }) => excerpt);
const pickUp = (person: Person, chatId: string) =>
  person.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });

test("messages are found by all their words or how they begin, newest first, in Hindi too; system words are not", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "Where is my invoice for March?");
  await deliver(harness, channel, [
    saying(phone, "The Café invoice, please"),
    saying(phone, "मेरा बिल कहाँ है"),
    saying(phone, { kind: "image", medium: {}, caption: "invoice photo" }),
  ]);
  await eventually(async () => expect(await excerptsOf(owner, "invoice photo")).toHaveLength(1));
  expect(await excerptsOf(owner, "INV")).toEqual([
    "invoice photo",
    "The Café invoice, please",
    "Where is my invoice for March?",
  ]);
  expect(await excerptsOf(owner, "march invoice")).toEqual(["Where is my invoice for March?"]);
  expect(await excerptsOf(owner, "cafe")).toEqual(["The Café invoice, please"]);
  expect(await excerptsOf(owner, "बिल")).toEqual(["मेरा बिल कहाँ है"]);
  expect(await excerptsOf(owner, "nvoice")).toEqual([]);
  expect(await excerptsOf(owner, "Somebody from our team")).toEqual([]);
  const [hit] = (await search(owner, "photo")).hits;
  expect(hit).toMatchObject({ chatId, by: "customer", name: "Asha", channelName: "Phone" });
  // The syntax of the index's own language is a word like any other, or none.
  for (const words of [
    '"',
    "invoice OR *",
    "NEAR(invoice",
    "words:invoice",
    "-- x",
    "invoice) AND (",
    "%__%",
  ]) {
    const { status } = await owner.send(
      "GET",
      `/api/e/enterprise/chat/search?words=${encodeURIComponent(words)}`,
    );
    expect([200, 400]).toContain(status);
  }
  const none = await owner.send("GET", "/api/e/enterprise/chat/search?words=%22%20a");
  expect([none.status, await none.json()]).toMatchObject([
    400,
    { errors: { words: "Enter at least two letters." } },
  ]);
});

test("in one chat only its own words are found, page by page; a search of all leaves an entry", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [one, other] = [
    await makeWaiting(harness, channel, "order 0"),
    await makeWaiting(harness, channel, "order of somebody else"),
  ];
  const events = Array.from({ length: SEARCH_PAGE + 4 }, (_, n) => saying(one.phone, `order ${n + 1}`));
  await deliver(harness, channel, events);
  await eventually(async () => expect(await excerptsOf(owner, `order ${events.length}`)).toHaveLength(1));
  const first = await search(owner, "order", { chatId: one.chatId });
  expect(first.hits).toHaveLength(SEARCH_PAGE);
  const last = await search(owner, "order", { chatId: one.chatId, before: first.next ?? 0 });
  expect([...first.hits, ...last.hits].map(({ excerpt }) => excerpt)).toEqual(
    Array.from({ length: events.length + 1 }, (_, n) => `order ${events.length - n}`),
  );
  expect(last.next).toBeNull();
  expect(await excerptsOf(owner, "order", { chatId: other.chatId })).toEqual(["order of somebody else"]);
  await search(owner, "order");
  const entries = await rowsOf<{ object_name: string }>(
    harness,
    "SELECT object_name FROM audit_trail WHERE enterprise_id = ? AND action = 'search' ORDER BY id DESC",
    owner.enterpriseId,
  );
  expect(entries[0]?.object_name).toBe("order");
  expect(new Set(entries.map(({ object_name: words }) => words))).toEqual(
    new Set(["order", `order ${events.length}`]),
  );
});

test("a search over all chats leaves an entry wherever it begins, and its further pages leave no other", async () => {
  const owner = await makePerson(harness);
  const entries = async () =>
    (
      await rowsOf<{ object_name: string }>(
        harness,
        "SELECT object_name FROM audit_trail WHERE enterprise_id = ? AND action = 'search' ORDER BY id",
        owner.enterpriseId,
      )
    ).map(({ object_name: words }) => words);
  await search(owner, "salary", { before: Number.MAX_SAFE_INTEGER - 1 });
  expect(await entries()).toEqual(["salary"]);
  await search(owner, "bonus");
  await search(owner, "bonus", { before: 5 });
  expect(await entries()).toEqual(["salary", "bonus"]);
});

test("nobody finds words of chats that they do not see, nor of another enterprise; what is erased is found no more", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const stranger = await makePerson(harness);
  const word = `canary${Date.now()}`;
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner), `my ${word}`);
  expect(await excerptsOf(agent, word)).toEqual([`my ${word}`]);
  await pickUp(owner, chatId);
  expect(await excerptsOf(owner, word)).toEqual([`my ${word}`]);
  for (const more of [{}, { chatId }]) {
    expect(await excerptsOf(agent, word, more)).toEqual([]);
    expect(await excerptsOf(stranger, word, more)).toEqual([]);
  }
  await harness.env.TENANT_1.prepare("DELETE FROM messages WHERE chat_id = ?").bind(chatId).run();
  const left = await rowsOf<{ left: number }>(
    harness,
    "SELECT count(*) AS left FROM messages_fts WHERE messages_fts MATCH ?",
    word,
  );
  expect(left).toEqual([{ left: 0 }]);
  await harness.env.TENANT_1.prepare("DELETE FROM chats WHERE id = ?").bind(chatId).run();
});

import { expect, test } from "vitest";
import { counted, fits, lacks, lacksWords, listed, merged, newest } from "#app/routes/chats/live-chats.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { ChatEntry, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import { changedChat, changedMessage as message } from "#tests/support/changed-chat.ts";

const chat = (revision: number) => ({ chatId: "c", revision }) as ChatEntry;
const read = (...messages: ReturnType<typeof message>[]): ReplyOf<typeof getChat> => ({
  chat: chat(1),
  participants: [],
  messageCount: messages.length,
  messages,
  actions: [],
  more: false,
});
const statusAfter = (known: string, late: string) =>
  merged(read(message({ status: known })), { messages: [message({ status: late })], actions: [] }).messages[0]
    ?.status;

test("the answer to a send that comes after its delivery leaves the delivery shown", () => {
  expect(statusAfter("delivered", "queued")).toBe("delivered");
  expect(statusAfter("read", "sent")).toBe("read");
  expect(statusAfter("failed", "queued")).toBe("failed");
  expect(statusAfter("cancelled", "queued")).toBe("cancelled");
});

test("whatever follows is shown: a delivery proves a failure wrong, and what waits may end before it is sent", () => {
  expect(statusAfter("queued", "sent")).toBe("sent");
  expect(statusAfter("failed", "delivered")).toBe("delivered");
  expect(statusAfter("queued", "expired")).toBe("expired");
  expect(statusAfter("queued", "cancelled")).toBe("cancelled");
  expect(statusAfter("received", "received")).toBe("received");
});

test("a long message keeps the words that its status comes without", () => {
  const known = message({ status: "sent", body: { kind: "text", text: "long" } });
  const { messages } = merged(read(known), {
    messages: [message({ status: "read", body: null })],
    actions: [],
  });
  expect(messages).toEqual([{ ...known, status: "read" }]);
});

test("a long message that comes without its words is asked for, and one whose words are known is not", () => {
  const without = { messages: [message({ status: "read", body: null })] };
  expect(lacksWords(read(), without)).toBe(true);
  expect(lacksWords(read(message()), without)).toBe(true);
  expect(lacksWords(read(message({ body: { kind: "text", text: "long" } })), without)).toBe(false);
  expect(lacksWords(read(), { messages: [message({ body: { kind: "text", text: "short" } })] })).toBe(false);
});

test("a chat's older state never replaces a newer", () => {
  expect(newest(chat(3), chat(2)).revision).toBe(3);
  expect(newest(chat(2), chat(3)).revision).toBe(3);
});

test("a customer's words move the end of the window on, and a refusal for the window asks for a template", () => {
  const until = (ms: number) => new Date(ms).toISOString();
  const soon = Date.now() + 60_000;
  const day = Date.now() + 86_400_000;
  const after = (known: Partial<ChatEntry>, changed: Parameters<typeof changedChat>[1]) => {
    const before = {
      ...read(),
      chat: { ...chat(1), isJITRequired: false, windowUntil: until(soon), ...known },
    };
    return merged(before, changedChat(Date.now(), { revision: 2, ...changed })).chat;
  };
  const open = { windowUntil: until(day), isJITRequired: false };
  expect(after({}, { windowUntil: day, refusedForWindow: false })).toMatchObject(open);
  const closed = { windowUntil: until(1), isJITRequired: true };
  expect(after(closed, { windowUntil: day, refusedForWindow: false })).toMatchObject(open);
  expect(after({}, { windowUntil: day, refusedForWindow: true })).toMatchObject({ isJITRequired: true });
  // Where a channel has no window, nothing opens or ends one.
  const none = { windowUntil: null, isJITRequired: false };
  expect(after(none, { windowUntil: day, refusedForWindow: true })).toMatchObject(none);
});

test("the customer's words wait for an answer from the first of them on, until a person says something", () => {
  const iso = (ms: number) => new Date(ms).toISOString();
  const after = (known: Partial<ChatEntry>, ...messages: ReturnType<typeof message>[]) => {
    const before = { ...read(), chat: { ...chat(1), seq: 4, awaitingSince: null, ...known } };
    return merged(before, changedChat(9, { revision: 2, state: CHAT.ongoing, messages })).chat.awaitingSince;
  };
  const said = (seq: number, part: Parameters<typeof message>[0] = {}) =>
    message({ id: `m${seq}`, seq, at: seq, ...part });
  const answered = (seq: number, part: Parameters<typeof message>[0] = {}) =>
    said(seq, { direction: "out", by: "person", status: "queued", ...part });
  expect(after({}, said(6), said(5))).toBe(iso(5));
  expect(after({ awaitingSince: iso(1) }, said(5))).toBe(iso(1));
  expect(after({ awaitingSince: iso(1) }, answered(5))).toBe(null);
  expect(after({ awaitingSince: iso(1) }, answered(5), said(6))).toBe(iso(6));
  // An answer that was known arrives; another leaves later, and a bot's is none.
  expect(after({ awaitingSince: iso(1) }, answered(3, { status: "delivered" }))).toBe(iso(1));
  expect(after({ awaitingSince: iso(1) }, answered(5, { sendAt: 99 }))).toBe(iso(1));
  expect(after({ awaitingSince: iso(1) }, answered(5, { by: "bot" }))).toBe(iso(1));
  expect(after({}, said(5, { body: { kind: "reaction", to: "m1", emoji: "+" } }))).toBe(null);
  const closed = { ...read(), chat: { ...chat(1), seq: 4, awaitingSince: iso(1) } };
  expect(merged(closed, changedChat(9, { revision: 2, state: CHAT.closed })).chat.awaitingSince).toBe(null);
});

test("words put a chat on top of its list; what is done with it does not move it", () => {
  const [first, second, third] = ["1", "2", "3"].map((chatId) => ({ chatId, lastAt: chatId }) as ChatEntry);
  const all = [first, second, third] as ChatEntry[];
  const changed = { ...second, handlerName: "Asha" } as ChatEntry;
  const ids = (next: ChatEntry) => listed(all, second as ChatEntry, next).map(({ chatId }) => chatId);
  expect(ids(changed)).toEqual(["1", "2", "3"]);
  expect(listed(all, second as ChatEntry, changed)[1]).toBe(changed);
  expect(ids({ ...changed, lastAt: "4" })).toEqual(["2", "1", "3"]);
});

const NOW = Date.parse("2026-11-30T12:00:00Z");
const at = (ms: number) => new Date(NOW + ms).toISOString();
const NONE = {
  newChatCount: 0,
  invitedChatCount: 0,
  transferredChatCount: 0,
  assignedChatCount: 0,
  assginedChatCount: 0,
  missedChatCount: 0,
  ownChatCount: 0,
  openChatCount: 0,
  ownUnread: [],
  totalChatCount: 0,
};
const page = (part: Partial<ReplyOf<typeof chatSummary>> = {}) =>
  ({
    chats: [],
    next: null,
    counts: NONE,
    asOf: 10,
    of: { uId: "asha", departments: ["sales"] },
    ...part,
  }) as unknown as ReplyOf<typeof chatSummary>;
const belas = (part: Parameters<typeof changedChat>[1] = {}) =>
  changedChat(NOW, { departmentId: "sales", handler: "bela", state: CHAT.ongoing, anybodys: false, ...part });

test("a list is asked for anew for a chat that it lacks and should have, and for no other", () => {
  const of = (queue: "new" | "mine" | "all", given = belas(), seq = 11, list = page()) =>
    lacks(list, given, { queue, seq, now: NOW });
  // Words in a colleague's chat stand in none of one's own queues.
  expect(of("new")).toBe(false);
  expect(of("mine")).toBe(false);
  expect(of("all")).toBe(true);
  expect(of("mine", belas({ handler: "asha" }))).toBe(true);
  expect(of("new", belas({ handler: null, state: CHAT.started }))).toBe(true);
  // One that has left a queue is not there to be taken away.
  expect(of("new", belas({ was: { ...belas(), handler: null, state: CHAT.started } }))).toBe(false);
  // The list was read with this event.
  expect(of("all", belas(), 10)).toBe(false);
  // Below the page: whoever goes on reads it there.
  const long = page({ next: "0.1.c", chats: [{ lastAt: at(0) } as ChatEntry] });
  expect(of("all", belas({ lastAt: NOW - 60_000 }), 11, long)).toBe(false);
  expect(of("all", belas({ lastAt: NOW + 1 }), 11, long)).toBe(true);
  // Somebody who has come to a department since: the list does not know it.
  expect(of("new", belas({ departmentId: "claims" }))).toBe(true);
});

test("the counts of a list follow from each event, once", () => {
  const waits = belas({ handler: null, state: CHAT.started, was: "nowhere" });
  const after = counted(page(), [waits], 11);
  expect(after.counts).toMatchObject({ newChatCount: 1, openChatCount: 1, totalChatCount: 1 });
  expect(counted(after, [waits], 11)).toEqual(after);
});

test("one's own chats with unread words are counted by what each event says of them, and no colleague's", () => {
  const own = belas({ handler: "asha", unread: 2 });
  const unreadAfter = (given: typeof own, seq: number, from = page()) => counted(from, [given], seq);
  const one = unreadAfter(own, 11);
  expect(one.counts.ownUnread).toEqual([own.id]);
  expect(unreadAfter(belas({ handler: "asha", unread: 3 }), 12, one).counts.ownUnread).toEqual([own.id]);
  expect(unreadAfter(belas({ handler: "asha", unread: 0 }), 12, one).counts.ownUnread).toEqual([]);
  // Given away, it is a colleague's.
  expect(unreadAfter(belas({ unread: 2 }), 12, one).counts.ownUnread).toEqual([]);
  // One that waits is counted among the new ones, and one that a bot answers is nobody's.
  const joined = { people: [{ uId: "asha", name: "Asha", part: "joined", byName: "" }] } as const;
  const joins = (part: Parameters<typeof belas>[0]) =>
    belas({ ...joined, people: [...joined.people], unread: 2, ...part });
  expect(unreadAfter(joins({}), 11).counts.ownUnread).toEqual([own.id]);
  expect(unreadAfter(joins({ handler: null, state: CHAT.started }), 12, one).counts.ownUnread).toEqual([]);
  expect(unreadAfter(joins({ state: CHAT.created }), 12, one).counts.ownUnread).toEqual([]);
});

test("a list that is narrowed down takes the chats that fit, and one by the longest wait leaves them where they are", () => {
  const given = belas({ channelId: "h", labels: [{ id: "vip", name: "VIP" }], unread: 0 });
  for (const fitting of [
    {},
    { channelId: "h" },
    { departmentId: "sales" },
    { label: "vip" },
    { agentId: "bela" },
  ])
    expect(fits(given, fitting)).toBe(true);
  for (const other of [
    { channelId: "other" },
    { departmentId: "none" },
    { label: "other" },
    { agentId: "asha" },
    { unread: true },
  ])
    expect(fits(given, other)).toBe(false);
  expect(fits(belas({ departmentId: null, unread: 1 }), { departmentId: "none", unread: true })).toBe(true);
  const [first, second] = ["1", "2"].map((chatId) => ({ chatId, lastAt: chatId }) as ChatEntry);
  const all = [first, second] as ChatEntry[];
  const next = { ...second, lastAt: "4" } as ChatEntry;
  expect(listed(all, second as ChatEntry, next, "oldest").map(({ chatId }) => chatId)).toEqual(["1", "2"]);
  // By the longest wait, one that has just come is below the page.
  const long = page({ next: "0.1.c", chats: [{ waitingSince: at(0), lastAt: at(0) } as ChatEntry] });
  const comes = (waitingSince: number) =>
    lacks(long, belas({ handler: null, state: CHAT.started, waitingSince }), {
      ...{ queue: "new", order: "oldest", seq: 11, now: NOW },
    });
  expect([comes(NOW + 1), comes(NOW - 1)]).toEqual([false, true]);
});

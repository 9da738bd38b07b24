import { expect, test } from "vitest";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { foldPage } from "#workers/domain/messaging/fold.ts";
import {
  addressKey,
  type KnownChat,
  type KnownMessage,
  type KnownState,
  type PageEvent,
  seenKey,
} from "#workers/domain/messaging/lane-state.ts";
import { CHAT, type ChatState } from "#workers/contract/chat-states.ts";
import type { InboundEvent, InboundStatus } from "#workers/contract/inbound.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { RATING } from "#workers/contract/widget.ts";
import { factIn } from "#workers/contract/who-speaks.ts";

const channel = { id: "c", type: 4, contactId: "", departmentId: null, agentId: "bot" };
let ids = 0;
const deps = {
  now: 10_000,
  newId: () => `id-${String(++ids).padStart(6, "0")}`,
  windowHours: 24,
  mediaKeptMs: 1_000,
  fileUrl: (id: string) => `https://console/${id}`,
  messageUrl: (chatId: string, seq: number) => `https://console/${chatId}/${seq}`,
};
const nobody = (): KnownState => ({
  rules: noChatRules,
  beginnings: [],
  confirmText: null,
  choices: new Map(),
  identities: new Map(),
  customers: new Map(),
  chats: new Map(),
  ended: new Map(),
  messages: new Map(),
  others: new Map(),
  flowSessions: new Map(),
  seen: new Map(),
});
const page = (...events: InboundEvent[]): PageEvent[] =>
  events.map((event, n) => ({ n: n + 1, at: 0, events: [event] }));
const from = (value: string) => ({
  addresses: [{ kind: "number" as const, scope: "", value }],
  name: "Asha",
});
const message = (text: string, more: object = {}): InboundEvent => ({
  type: "message",
  vendorId: `v${++ids}`,
  at: 5_000,
  from: from("+919876500001"),
  body: { kind: "text", text },
  ...more,
});

/** Random in [0, 1), the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

test("a thousand shuffles of a message's statuses, over pages of any size, end alike", () => {
  const facts: InboundStatus[] = (
    [
      ["sent", 1],
      ["failed", 2],
      ["delivered", 3],
      ["delivered", 4],
      ["read", 5],
      ["sent", 1],
    ] as const
  ).map(([status, at]) => ({
    type: "status",
    ownId: "m",
    status,
    at,
    ...(status === "failed" && { code: "1", reason: "no" }),
  }));
  const ends = new Set<string>();
  for (let seed = 1; seed <= 1_000; seed++) {
    const next = random(seed);
    const shuffled = facts.map((fact) => [next(), fact] as const).toSorted(([a], [b]) => a - b);
    let row: KnownMessage = { id: "m", vendorId: null, status: "queued", facts: {} };
    for (let at = 0; at < shuffled.length;) {
      const size = 1 + Math.floor(next() * 3);
      const events = page(...shuffled.slice(at, at + size).map(([, fact]) => fact));
      const { statuses } = foldPage(channel, events, { ...nobody(), messages: new Map([["m", row]]) }, deps);
      row = statuses.get("m") ?? row;
      at += size;
    }
    const times = Object.fromEntries(
      Object.entries(row.facts)
        .toSorted()
        .map(([fact, at]) => [fact, at?.[0]]),
    );
    ends.add(JSON.stringify([row.status, times]));
  }
  expect([...ends]).toEqual([JSON.stringify(["read", { delivered: 3, failed: 2, read: 5, sent: 1 }])]);
});

test("a delivery proves the report of a failure wrong, and leaves no reason for it", () => {
  const row: KnownMessage = { id: "m", vendorId: "v", status: "queued", facts: {} };
  const known = { ...nobody(), messages: new Map([["v", row]]) };
  const events = page(
    { type: "status", vendorId: "v", status: "delivered", at: 2 },
    { type: "status", vendorId: "v", status: "failed", at: 3, code: "131026", reason: "Undeliverable" },
  );
  const after = foldPage(channel, events, known, deps).statuses.get("m");
  expect(after).toMatchObject({ status: "delivered", code: null, reason: null });
});

test("two messages of somebody new in one page are one person, one chat, in their order", () => {
  const effects = foldPage(channel, page(message("hello"), message("my card is lost")), nobody(), deps);
  expect(effects.identities.size).toBe(1);
  expect(effects.chats.size).toBe(1);
  expect(effects.messages.map(({ seq, body }) => [seq, body])).toEqual([
    [1, { kind: "text", text: "hello" }],
    [2, { kind: "text", text: "my card is lost" }],
  ]);
  expect(effects.turns).toHaveLength(2);
});

test("the same message under another event's key, in its page or an earlier one, is one message", () => {
  const again = () => message("hello", { vendorId: "the same" });
  expect(foldPage(channel, page(again(), again()), nobody(), deps).messages).toHaveLength(1);
  const known = nobody();
  known.messages.set("the same", { id: "m", vendorId: "the same", status: "received", facts: {} });
  const { messages, events } = foldPage(channel, page(again()), known, deps);
  expect([messages, events.map(({ state }) => state)]).toEqual([[], ["done"]]);
});

test("a message of a person whom a person answers makes no turn; a reaction makes none either", () => {
  const known = nobody();
  known.identities.set(addressKey({ kind: "number", scope: "", value: "+919876500001" }), {
    id: "i",
    name: "Asha",
    customer: 1,
    lastInAt: null,
    users: new Map(),
  });
  const chat = {
    id: "chat",
    identityId: "i",
    state: CHAT.ongoing,
    waitingSince: null,
    missedReason: null,
    seq: 4,
    unread: 0,
    revision: 2,
    floorId: null,
    floorRun: null,
  };
  known.chats.set("i", { ...chat, handler: "somebody" });
  const [taken] = foldPage(channel, page(message("hello")), known, deps).messages;
  expect(taken).toMatchObject({ speaker: "person", seq: 5, chatId: "chat" });
  known.chats.set("i", { ...chat, handler: null });
  const reaction = message("", { body: { kind: "reaction", to: "v", emoji: "👍" } });
  const effects = foldPage(channel, page(reaction), known, deps);
  expect(effects.turns).toEqual([]);
  expect(effects.messages).toMatchObject([{ speaker: null, kind: "reaction" }]);
  const picture = message("", { body: { kind: "image", medium: { vendorId: "file" } } });
  expect(foldPage(channel, page(picture), known, deps).messages[0]).toMatchObject({ speaker: "queue" });
});

test("what somebody has read up to a time is read, each message once, and nobody else's", () => {
  const sent = (id: string, status: string): KnownMessage => ({ id, vendorId: `v-${id}`, status, facts: {} });
  const known = nobody();
  for (const each of [sent("a", "sent"), sent("b", "delivered"), sent("c", "sent")]) {
    known.messages.set(each.id, each);
    known.messages.set(`v-${each.id}`, each);
  }
  const asha = { kind: "user" as const, scope: "page", value: "asha" };
  known.seen.set(seenKey(asha, 3_000), ["a", "b"]);
  // Of somebody in the same page whose event is another channel's.
  known.seen.set(seenKey({ ...asha, value: "ravi" }, 3_000), ["c"]);
  const seen = (until: number): InboundEvent => ({
    type: "seen",
    from: { addresses: [asha] },
    until,
    at: 4_000,
  });
  const { statuses, events } = foldPage(channel, page(seen(3_000), seen(2_000)), known, deps);
  expect([...statuses.values()].map(({ id, status, facts }) => [id, status, facts.read?.[0]])).toEqual([
    ["a", "read", 4_000],
    ["b", "read", 4_000],
  ]);
  expect(events.map(({ state }) => state)).toEqual(["done", "done"]);
});

test("the window begins with the vendor's time, but never later than ours", () => {
  const [early, late] = [message("hello", { at: 4_000 }), message("hello", { at: 99_000 })];
  const day = 24 * 3_600_000;
  const until = (event: InboundEvent) =>
    [...foldPage(channel, page(event), nobody(), deps).reach.values()].map(({ windowUntil }) => windowUntil);
  expect(until(early)).toEqual([4_000 + day]);
  expect(until(late)).toEqual([10_000 + day]);
  expect(until(message("hello", { at: 0 }))).toEqual([10_000 + day]);
});

test("the conversation at the vendor is the latest message's, in any order of a page", () => {
  const said = [
    message("one", { at: 1_000, session: "first" }),
    message("two", { at: 3_000, session: "last" }),
    message("three", { at: 2_000, session: "second" }),
    message("four", { at: 4_000 }),
  ];
  for (const events of [said, said.toReversed()]) {
    const [reach] = foldPage(channel, page(...events), nobody(), deps).reach.values();
    expect([reach?.session, reach?.lastInAt]).toEqual(["last", 4_000]);
  }
});

test("a stop is the whole text in any writing; a bot that asks hears a lone cancel as an answer", () => {
  for (const text of ["stop", " STOP! ", "Stop.", "ＳＴＯＰ", "unsubscribe", "opt out", "बंद करो"])
    expect(factIn(text)).toBe("stopWord");
  for (const text of ["please stop", "stop it", "nonstop", "don't stop", ""])
    expect(factIn(text)).toBeUndefined();
  expect([factIn("cancel"), factIn("cancel", true), factIn("stop", true), factIn("START")]).toEqual([
    "stopWord",
    undefined,
    "stopWord",
    "startWord",
  ]);
});

test("who has asked for something gets the answer, not the channel's bot; what a person takes ends the question", () => {
  const known = nobody();
  known.identities.set(addressKey({ kind: "number", scope: "", value: "+919876500001" }), {
    id: "i",
    name: "Asha",
    customer: 1,
    lastInAt: null,
    users: new Map(),
  });
  const chat = {
    id: "chat",
    identityId: "i",
    state: CHAT.created,
    handler: null,
    waitingSince: null,
    missedReason: null,
    seq: 4,
    unread: 0,
    revision: 2,
    floorId: "the asking bot",
    floorRun: null,
  };
  const told = (...events: InboundEvent[]) => {
    known.chats.set("i", { ...chat });
    const { messages, turns, floorsLeft, consents } = foldPage(channel, page(...events), known, deps);
    const speakers = messages.filter(({ direction }) => direction === "in").map(({ speaker }) => speaker);
    return { speakers, bots: turns.map(({ botId }) => botId), floorsLeft, refused: consents.length };
  };
  expect(told(message("Rupay"))).toEqual({
    speakers: ["floor"],
    bots: ["the asking bot"],
    floorsLeft: [],
    refused: 0,
  });
  expect(told(message("cancel"))).toMatchObject({ bots: ["the asking bot"], refused: 0 });
  expect(told(message("stop"))).toMatchObject({ bots: [], refused: 1 });
  const picture = message("", { body: { kind: "image", medium: { vendorId: "file" } } });
  expect(told(picture, message("Rupay"))).toMatchObject({
    speakers: ["queue", "person"],
    bots: [],
    floorsLeft: ["i"],
  });
});

test("an event that cannot be read is an end of its own and stops no other", () => {
  const events: PageEvent[] = [
    { n: 1, at: 0, events: [], unreadable: "no" },
    ...page(message("hello")).map((each) => ({ ...each, n: 2 })),
  ];
  const { events: ends, messages } = foldPage(channel, events, nobody(), deps);
  expect(ends.map(({ state }) => state)).toEqual(["unreadable", "done"]);
  expect(messages).toHaveLength(1);
});

test("a file is left to be fetched, for as long as its vendor keeps it; one of the drive is not", () => {
  const mediaOf = (body: object) =>
    foldPage(channel, page(message("", { body })), nobody(), deps).media.map(({ kind, medium, until }) => ({
      kind,
      medium,
      until,
    }));
  const medium = { vendorId: "media-1", mime: "image/jpeg" };
  expect(mediaOf({ kind: "image", medium, caption: "look" })).toEqual([
    { kind: "image", medium, until: 6_000 },
  ]);
  expect(mediaOf({ kind: "echo", body: { kind: "document", medium } })).toEqual([
    { kind: "document", medium, until: 6_000 },
  ]);
  expect(mediaOf({ kind: "image", medium: { fileId: "f", url: "https://company.com/a" } })).toEqual([]);
  expect(mediaOf({ kind: "image", medium: {} })).toEqual([]);
  expect(mediaOf({ kind: "text", text: "hello" })).toEqual([]);
});

test("a file that answers a run is told by its message and where that is seen, before it has come", () => {
  const known = nobody();
  const address = { kind: "number", scope: "", value: "+919876500001" } as const;
  known.identities.set(addressKey(address), {
    ...{ id: "i", name: "Asha", customer: 1, lastInAt: null },
    users: new Map(),
  });
  known.chats.set("i", {
    ...{ id: "chat", identityId: "i", state: CHAT.created, handler: null, waitingSince: null },
    ...{ missedReason: null, seq: 4, unread: 0, revision: 2, floorId: null, floorRun: "run" },
  });
  const medium = { vendorId: "media-1", mime: "image/jpeg" };
  const { told, messages } = foldPage(
    channel,
    page(message("", { body: { kind: "image", medium } }), message("hello")),
    known,
    deps,
  );
  const [file, words] = told;
  expect(file?.file).toEqual({
    ...{ kind: "image", file: messages[0]?.id, name: "", type: "image/jpeg" },
    url: "https://console/chat/5",
  });
  expect(words).not.toHaveProperty("file");
});

test("a message that came before leaves no second file to fetch", () => {
  const again = message("", { vendorId: "v", body: { kind: "image", medium: { vendorId: "m" } } });
  expect(foldPage(channel, page(again, again), nobody(), deps).media).toHaveLength(1);
});

test("an answer to a flow is none to what a bot or a run asks: nobody is told, and the question stays", () => {
  const body = { kind: "formAnswer", token: "flow", label: "Sent", values: { city: "Pune" } };
  const button = { kind: "formAnswer", token: "button", label: "Yes" };
  const foldOf = (said: object, asks: object) => {
    const known = nobody();
    const address = { kind: "number", scope: "", value: "+919876500001" } as const;
    known.identities.set(addressKey(address), {
      ...{ id: "i", name: "Asha", customer: 1, lastInAt: null },
      users: new Map(),
    });
    known.chats.set("i", {
      ...{ id: "chat", identityId: "i", state: CHAT.created, handler: null, waitingSince: null },
      ...{ missedReason: null, seq: 4, unread: 0, revision: 2, floorId: null, floorRun: null },
      ...asks,
    });
    const { messages, turns, told, floorsLeft, chats } = foldPage(
      channel,
      page(message("", { body: said })),
      known,
      deps,
    );
    const unread = chats.get("i")?.unread;
    return [messages[0]?.speaker, turns.length, told.length, floorsLeft.length, unread];
  };
  expect(foldOf(body, { floorRun: "run" })).toEqual([null, 0, 0, 0, 1]);
  expect(foldOf(body, { floorId: "bot" })).toEqual([null, 0, 0, 0, 1]);
  expect(foldOf(button, { floorRun: "run" })).toEqual(["floor", 0, 1, 0, 1]);
  expect(foldOf(body, { floorRun: "run", handler: "ravi" })[0]).toBe("person");
});

test("a rating of the chat asks nobody: no turn, no queue, nothing unread", () => {
  const rating = { kind: "formAnswer", token: RATING, label: "4 of 5", values: { rating: 4, comment: "" } };
  for (const agentId of ["bot", null]) {
    const effects = foldPage({ ...channel, agentId }, page(message("", { body: rating })), nobody(), deps);
    expect(effects.messages.map(({ direction, speaker }) => [direction, speaker])).toEqual([["in", null]]);
    expect(effects.turns).toEqual([]);
    expect([...effects.chats.values()]).toMatchObject([{ unread: 0, waitingSince: null }]);
  }
});

test("a closed chat is rated by a row, or by a number while that is asked for and nothing else is open", () => {
  const chat = (id: string, state: ChatState): KnownChat => ({
    id,
    identityId: "asha",
    state,
    handler: "ravi",
    waitingSince: null,
    missedReason: null,
    seq: 4,
    unread: 0,
    revision: 7,
    floorId: null,
    floorRun: null,
  });
  const identities = new Map([
    [
      addressKey({ kind: "number", scope: "", value: "+919876500001" }),
      { id: "asha", name: "Asha", customer: null, lastInAt: null, users: new Map() },
    ],
  ]);
  const foldOf = (body: MessageBody, { rateUntil = 9_000 as number | null, isOpen = false } = {}) => {
    const known = {
      ...nobody(),
      identities,
      ended: new Map([["asha", { ...chat("ended", CHAT.closed), rateUntil }]]),
      chats: new Map(isOpen ? [["asha", chat("open", CHAT.ongoing)]] : []),
    };
    const { chats, messages, turns } = foldPage(channel, page(message("", { body })), known, deps);
    const [after, ...others] = [...chats.values()].filter(({ changed }) => changed);
    expect(others).toEqual([]);
    expect(new Set(messages.map(({ chatId }) => chatId))).toEqual(new Set([after?.id]));
    return [after?.id, after?.state, after?.rating, after?.unread, turns.length];
  };
  const number = { kind: "text", text: " 4 " } as const;
  const row = { kind: "formAnswer", token: "rating:2", label: "2 – Poor" } as const;
  const form = { kind: "formAnswer", token: RATING, label: "5 of 5", values: { rating: 5 } } as const;
  const closed = (rating: number) => ["ended", CHAT.closed, rating, 0, 0];
  expect(foldOf(number)).toEqual(closed(4));
  expect(foldOf(row, { rateUntil: null, isOpen: true })).toEqual(closed(2));
  expect(foldOf(form, { rateUntil: null })).toEqual(closed(5));
  expect(foldOf(form, { isOpen: true })).toEqual(["open", CHAT.ongoing, 5, 0, 0]);
  // Too late, not asked for, another number, or the answer to what a colleague has just asked.
  for (const [said, how] of [
    [number, { rateUntil: 5_000 }],
    [number, { rateUntil: null }],
    [{ kind: "text", text: "6" }, {}],
    [{ kind: "text", text: "4 please" }, {}],
  ] as const)
    expect(foldOf(said, how)[0]).toMatch(/^id-/);
  expect(foldOf(number, { isOpen: true })).toEqual(["open", CHAT.ongoing, null, 1, 0]);
});

import { expect, test } from "vitest";
import { chatActionCodes as did } from "#workers/contract/chat-states.ts";
import { fitting } from "#workers/domain/chats/fitting.ts";
import { summaryOf, type Told } from "#workers/domain/chats/summary.ts";

let seq = 0;
const message = (by: Told["messages"][number]["by"], words: string, id = `m${seq}`) => ({
  id,
  seq: ++seq,
  by,
  byId: by === "person" ? "asha" : "",
  words,
});
const action = (actionType: number, { by = "asha", name = "Asha", to = "", text = "" } = {}) => ({
  seq: ++seq,
  actionType,
  actionBy: by,
  byName: name,
  to,
  text,
});
const turn = (id: string, text: string, more: Partial<Told["turns"][number]> = {}) => ({
  id,
  text,
  intent: null,
  isUnderstood: true,
  isPress: false,
  values: {},
  ...more,
});
const told = (more: Partial<Told>): Told => ({ reader: "me", messages: [], actions: [], turns: [], ...more });

test("what a bot has learned is told: what was wanted, given and not understood, and what waits", () => {
  expect(
    summaryOf(
      told({
        messages: [
          message("customer", "Send 500 to Ravi", "m1"),
          message("bot", "Done"),
          message("customer", "What does it cost?", "m2"),
          message("bot", "Sorry?"),
          message("customer", "hello", "m3"),
          message("system", "Somebody will be with you"),
        ],
        turns: [
          turn("m1", "Send 500 to Ravi", { intent: "Transfer", values: { amount: "500", to: "Ravi" } }),
          turn("m2", "What does it cost?", { isUnderstood: false }),
          turn("m3", "hello", { isUnderstood: false, values: { amount: "700" } }),
        ],
      }),
    ),
  ).toEqual([
    { kind: "wanted", text: "Transfer" },
    { kind: "values", text: "amount: 700, to: Ravi" },
    { kind: "notUnderstood", text: "2 messages, the last “hello”" },
    { kind: "open", text: "“What does it cost?”" },
  ]);
});

test("a half understood question that nothing was chosen for is the open one, and the press is not", () => {
  expect(
    summaryOf(
      told({
        messages: [
          message("customer", "refund ka paisa kab aayega", "m1"),
          message("bot", "Did you mean one of these?"),
          message("customer", "None of these", "m2"),
          message("bot", "Sorry, I don't know that."),
        ],
        turns: [
          turn("m1", "refund ka paisa kab aayega", { isUnderstood: false }),
          turn("m2", "None of these", { isUnderstood: false, isPress: true }),
        ],
      }),
    ),
  ).toEqual([
    { kind: "wanted", text: "Began with “refund ka paisa kab aayega”" },
    { kind: "notUnderstood", text: expect.stringContaining("refund ka paisa") as string },
    { kind: "open", text: "“refund ka paisa kab aayega”" },
  ]);
});

test("of colleagues is told who had it, how it was handed over and what they noted, but not what the reader did", () => {
  expect(
    summaryOf(
      told({
        messages: [message("customer", "My card is lost"), message("person", "One moment")],
        actions: [
          action(did.agentPickedUp),
          action(did.note, { text: "Sent a new card" }),
          action(did.transferred, { to: "Cards", text: "please block it" }),
          action(did.agentPickedUp, { by: "me", name: "Me" }),
          action(did.note, { by: "me", name: "Me", text: "mine" }),
        ],
      }),
    ),
  ).toEqual([
    { kind: "wanted", text: "Began with “My card is lost”" },
    { kind: "had", text: "Asha" },
    { kind: "handed", text: "Asha → Cards: please block it" },
    { kind: "noted", text: "Asha: Sent a new card" },
  ]);
});

test("where nobody had the chat before there is nothing to tell, and lines are few and short", () => {
  expect(summaryOf(told({ messages: [message("customer", "hello?")] }))).toEqual([]);
  expect(
    summaryOf(
      told({
        messages: [message("customer", "hello?")],
        actions: [action(did.agentPickedUp, { by: "me", name: "Me" })],
      }),
    ),
  ).toEqual([]);
  const long = summaryOf(
    told({
      messages: [message("customer", `${"नमस्ते ".repeat(60)}?`, "m9")],
      turns: [turn("m9", "x".repeat(500), { isUnderstood: false })],
      actions: Array.from({ length: 20 }, (_, at) => action(did.note, { text: `${at} ${"y".repeat(300)}` })),
    }),
  );
  expect(long.length).toBeLessThanOrEqual(8);
  for (const { text } of long) expect([...text].length).toBeLessThanOrEqual(200);
  expect(long.at(-1)?.kind).toBe("open");
});

test("a bot's answer to what it understood is an answer, and a person's always is", () => {
  const open = (messages: Told["messages"], turns: Told["turns"] = []) =>
    summaryOf(told({ messages, turns, actions: [action(did.agentPickedUp)] })).find(
      ({ kind }) => kind === "open",
    )?.text;
  const asked = [message("customer", "Where is it?", "a1"), message("bot", "On its way")];
  expect(open(asked, [turn("a1", "Where is it?", { intent: "Track" })])).toBeUndefined();
  expect(open(asked, [turn("a1", "Where is it?", { isUnderstood: false })])).toBe("“Where is it?”");
  expect(open([message("customer", "Where is it?"), message("person", "Here")])).toBeUndefined();
  expect(open([message("customer", "Really?"), message("customer", "thanks")])).toBe("“Really?”");
  expect(open([message("customer", "one"), message("customer", "two")])).toBe("“two”");
});

test("canned messages fit by their words, the best two; small words fit nothing", () => {
  const messages = [
    { name: "Refunds", text: "A refund takes five days." },
    { name: "Delivery", text: "We deliver within three days." },
    { name: "Late refund", text: "Your refund is late, we are looking into it." },
    { name: "Refund address", text: "Where should the refund go?" },
  ];
  expect(fitting(messages, "my refund is late").map(({ name }) => name)).toEqual(["Late refund", "Refunds"]);
  expect(fitting(messages, "where are you")).toEqual([]);
  expect(fitting(messages, "opening hours on sunday")).toEqual([]);
});

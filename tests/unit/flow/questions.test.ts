import { expect, test } from "vitest";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { messageBody } from "#workers/contract/message-body.ts";
import { simulatorCapabilities } from "#workers/contract/simulator-capabilities.ts";
import { DAY, HOUR, NOW, one, play, Played, text, whatsApp } from "#tests/support/flow.ts";

const question = (more: object) =>
  one("ask", { text: "How many?", save: { to: "variable", name: "total" }, ...more }, [
    "next",
    "noReply",
    "gaveUp",
    "error",
  ]);

test("an answer of the right type is kept; another is asked for again, and the third time it is given up", () => {
  const good = question({ answer: { kind: "number", least: 1, most: 30 } });
  good.start();
  good.says("none of your business");
  good.says("forty");
  good.says("twenty five");
  expect(good.said).toEqual([
    "How many?",
    "Please answer with a number.",
    "Please answer with a number up to 30.",
  ]);
  expect([good.run.vars["total"], good.path.at(-1)]).toEqual([25, "at-next"]);
  const bad = question({ answer: { kind: "number" }, retries: 1, again: "A number, please" });
  bad.start();
  bad.says("no");
  bad.says("no");
  expect([bad.said, bad.path.at(-1)]).toEqual([["How many?", "A number, please"], "at-gaveUp"]);
});

test.each([
  ["email", "write to asha@example.test please", "asha@example.test"],
  ["phone", "98123 45678", "+919812345678"],
  ["text", " Asha ", "Asha"],
  ["text", "x".repeat(700), "x".repeat(640)],
])("an answer is read as %s", (kind, words, value) => {
  const it = one("ask", { text: "?", answer: { kind }, save: { to: "variable", name: "answer" } }, ["next"]);
  it.start();
  it.says(words);
  expect(it.run.vars["answer"]).toBe(value);
});

test("a date is read in the customer's zone, and between its days", () => {
  const answer = { kind: "date", earliest: "2026-11-26", latest: "2026-12-31" };
  const it = one("ask", { text: "When?", answer, save: { to: "variable", name: "when" } }, [
    "next",
    "gaveUp",
  ]);
  it.start();
  it.says("yesterday");
  it.says("tomorrow");
  expect([it.said.at(-1), it.run.vars["when"]]).toEqual([
    "Please choose a date from 2026-11-26.",
    "2026-11-26",
  ]);
});

test.each([
  ["kal shaam 5 baje", "2026-11-26"],
  ["tomorrow from 3 to 5 pm", "2026-11-26"],
  ["कल सुबह 9 बजे", "2026-11-26"],
])("a day with its hour answers a question for a date: “%s”", (words, day) => {
  const it = one("ask", { text: "When?", answer: { kind: "date" }, save: { to: "variable", name: "when" } }, [
    "next",
    "gaveUp",
  ]);
  it.start();
  it.says(words);
  expect(it.run.vars["when"]).toBe(day);
});

test("a file, a place and a choice are taken for what they are", () => {
  const file = one(
    "ask",
    { text: "?", answer: { kind: "file", types: ["image"] }, save: { to: "variable", name: "thing" } },
    ["next"],
  );
  file.start();
  file.says("here it is");
  file.event({ kind: "reply", key: "ch1:c1", body: { kind: "image", medium: { fileId: "f1" } } });
  expect([file.said.at(-1), file.run.vars["thing"]]).toEqual([
    "Please send a file.",
    { kind: "image", fileId: "f1" },
  ]);
  const place = one(
    "ask",
    { text: "?", answer: { kind: "location" }, save: { to: "variable", name: "thing" } },
    ["next"],
  );
  place.start();
  place.event({
    kind: "reply",
    key: "ch1:c1",
    body: { kind: "location", latitude: 12.9, longitude: 77.6 },
  });
  expect(place.run.vars["thing"]).toEqual({ latitude: 12.9, longitude: 77.6 });
  const choice = one(
    "ask",
    {
      text: "?",
      answer: { kind: "choice", options: ["Red", "Blue"] },
      save: { to: "variable", name: "answer" },
    },
    ["next"],
  );
  choice.start();
  choice.says("green");
  choice.says(" BLUE. ");
  expect([choice.said.at(-1), choice.run.vars["answer"]]).toEqual([
    "Please choose one of these: Red, Blue.",
    "Blue",
  ]);
});

test("a pattern and a length are asked for", () => {
  const it = one(
    "ask",
    {
      text: "PIN?",
      answer: { kind: "text", pattern: "^[0-9]{6}$", longest: 10 },
      save: { to: "variable", name: "answer" },
    },
    ["next"],
  );
  it.start();
  it.says("five six");
  it.says("560001 Bangalore");
  it.says("560001");
  expect(it.said).toEqual(["PIN?", "Please check your answer.", "Please use at most 10 characters."]);
  expect(it.run.vars["answer"]).toBe("560001");
});

test("who does not answer is reminded once, and leaves by the port for it when the time is over", () => {
  const it = question({
    reminder: { after: { amount: 1, unit: "hours" }, text: "Still there?" },
    timeout: { amount: 3, unit: "hours" },
  });
  it.start();
  expect(it.run.wakeAt).toBe(NOW + HOUR);
  it.wake();
  expect([it.said.at(-1), it.run.wakeAt]).toEqual(["Still there?", NOW + 3 * HOUR]);
  const last = it.wake();
  expect(last.steps[0]).toMatchObject({ node: "it", port: "noReply", outcome: "timeout" });
});

test("an answer goes to a field of the customer, by the rule of the field", () => {
  const rule = {
    fieldLabel: "City",
    fieldType: "text-input",
    inputType: "alphabets",
    mandatory: false,
    defaultValue: "",
    minValue: null,
    maxValue: null,
    allowSpecialChars: false,
    allowedChars: [],
    commaIncluded: false,
  } as const;
  const { flow } = play(
    {
      start: ["start"],
      it: ["ask", { text: "Where?", save: { to: "field", name: "city" } }],
      say: ["sendMessage", text("In {contact.city}")],
    },
    ["start > it", "it > say"],
  );
  const it = new Played(flow, { fields: { city: rule as never } });
  it.start();
  it.says("12345");
  expect(it.said.at(-1)).not.toBe("Where?");
  it.says("Pune");
  expect(it.effects).toContainEqual({
    kind: "customer",
    changes: [{ kind: "field", field: "city", value: "Pune" }],
    key: "r1:4",
    seq: 4,
    idempotencyKey: "r1:4",
  });
  // Later steps of the same advance see the new value.
  expect(it.said.at(-1)).toBe("In Pune");
});

const offer = (count: number, more: object = {}) => ({
  text: "Which?",
  options: Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `Option ${at}` })),
  ...more,
});
const tokens = (it: Played): string[] =>
  it.run.waits.flatMap(({ kind, key }) => (kind === "button" ? [key] : []));

test("options are buttons, a list or numbered words, and a press leaves by the option's port", () => {
  const it = one("buttons", offer(3, { save: { to: "variable", name: "answer" } }), [
    "option:o1",
    "other",
    "noReply",
  ]);
  it.start();
  const [effect] = it.effects;
  expect(effect).toMatchObject({ kind: "message", body: { kind: "buttons" } });
  expect(effect?.kind === "message" && messageBody.safeParse(effect.body).success).toBe(true);
  expect(tokens(it)).toHaveLength(3);
  expect(tokens(it).every((token) => token.length <= 26)).toBe(true);
  it.event({ kind: "button", key: tokens(it)[1] ?? "", label: "Option 1" });
  expect([it.path.at(-1), it.run.vars["answer"]]).toEqual(["at-option-o1", "Option 1"]);
  const list = one("buttons", offer(7), ["option:o6"]);
  list.start();
  expect(list.effects).toMatchObject([{ body: { kind: "list" } }]);
  const sms = one("buttons", offer(2), ["option:o1"]);
  const onSms = new Played(sms.flow, {
    channel: { ...whatsApp, type: channelTypes.sms, capabilities: simulatorCapabilities(channelTypes.sms) },
  });
  onSms.start();
  expect(onSms.said).toEqual(["Which?\n\n1. Option 0\n2. Option 1"]);
  onSms.says("2");
  expect(onSms.path.at(-1)).toBe("at-option-o1");
});

test("typed words choose as a press does; others leave by their port, or are somebody else's", () => {
  const typed = one("buttons", offer(2), ["option:o0", "other"]);
  typed.start();
  typed.says("option 0");
  expect(typed.path.at(-1)).toBe("at-option-o0");
  const other = one("buttons", offer(2), ["other"]);
  other.start();
  other.says("why?");
  expect(other.path.at(-1)).toBe("at-other");
  const nobody = one("buttons", offer(2), ["option:o0"]);
  nobody.start();
  const before = nobody.run;
  expect(nobody.says("why?")).toMatchObject({ used: false, took: false });
  expect(nobody.run).toBe(before);
  expect(nobody.wake().steps[0]).toMatchObject({ port: "noReply", outcome: "timeout" });
});

test("a form's values are there for later texts, and nobody answering is a port of its own", () => {
  const nodes = {
    start: ["start"],
    it: ["form", { formId: "f1", text: "Please fill", button: "Open" }],
    say: ["sendMessage", text("Thank you, {form.first}")],
  } as const;
  const it = play(nodes as never, ["start > it", "it.submitted > say"]);
  it.start();
  expect(it.effects).toMatchObject([{ kind: "form", formId: "f1", until: NOW + DAY, key: "r1:2" }]);
  it.event({ kind: "form", key: "r1:2", values: { first: "Asha" } });
  expect(it.said).toEqual(["Thank you, Asha"]);
  const late = play(nodes as never, ["start > it", "it.noAnswer > say"]);
  late.start();
  expect(late.wake().steps[0]).toMatchObject({ port: "noAnswer", outcome: "timeout" });
});

test("a WhatsApp Flow goes out on WhatsApp alone", () => {
  const data = {
    flowId: "w1",
    text: "Book",
    button: "Book",
    mapping: [{ variable: "who", type: "column", value: "contact.name" }],
  };
  const it = one("whatsappFlow", data, ["completed", "notSupported"]);
  it.start();
  expect(it.effects).toMatchObject([{ kind: "flow", data: { who: "Asha" } }]);
  it.event({ kind: "flow", key: "r1:2", values: {} });
  expect(it.path.at(-1)).toBe("at-completed");
  const sms = new Played(it.flow, { channel: { ...whatsApp, type: channelTypes.sms } });
  sms.start();
  expect([sms.effects, sms.path.at(-1)]).toEqual([[], "at-notSupported"]);
});

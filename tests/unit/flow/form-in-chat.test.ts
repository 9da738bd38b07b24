import { expect, test } from "vitest";
import { FORM_FORMAT, type FormContent, formContent } from "#workers/contract/forms/form.ts";
import { DAY, flowOf, NOW, Played, text } from "#tests/support/flow.ts";

const content = (fields: object[]): FormContent =>
  formContent.parse({ format: FORM_FORMAT, title: "T", fields });
const order = content([
  { id: "hello", type: "statement", label: "Two questions." },
  { id: "city", type: "shortText", label: "Which city?", required: true, saveTo: "city" },
  { id: "age", type: "number", label: "How old?", least: 18 },
  {
    id: "gift",
    type: "yesNo",
    label: "A gift?",
    required: true,
    showIf: { match: "all", rows: [{ field: "city", operator: "is", value: "Pune" }] },
  },
  { id: "when", type: "date", label: "When?", required: true },
]);

function asked(forms: ReadonlyMap<string, { version: number; content: FormContent }>, more: object = {}) {
  const flow = flowOf(
    {
      start: ["start"],
      it: ["form", { formId: "f1", as: "chat", text: "Please answer", ...more }],
      say: ["sendMessage", text("Thanks {form.city}")],
      sorry: ["end"],
      broken: ["end"],
    },
    ["start > it", "it.submitted > say", "it.noAnswer > sorry", "it.error > broken"],
  );
  return new Played(flow, { forms });
}
const forms = new Map([["f1", { version: 3, content: order }]]);

test("a form is asked question by question, a hidden one not, and its answers are one submission", () => {
  const it = asked(forms);
  it.start();
  it.says("Delhi");
  it.says("ten");
  it.says("twenty five");
  it.says("2026-12-24");
  expect(it.said[0]).toBe("Please answer\n\nTwo questions.\n\nWhich city?");
  expect(it.said.at(-1)).toBe("Thanks Delhi");
  expect(it.effects.filter(({ kind }) => kind === "submission" || kind === "customer")).toMatchObject([
    { kind: "submission", formId: "f1", version: 3, answers: { city: "Delhi", age: 25, when: "2026-12-24" } },
    { kind: "customer", changes: [{ kind: "field", field: "city", value: "Delhi" }] },
  ]);
  expect(it.path.filter((each) => each.includes("."))).toEqual(["start.next", "it.submitted", "say.next"]);
});

test("what need not be answered is skipped by its button, and a number is no place in a list of one", () => {
  const skipped = asked(forms);
  skipped.start();
  skipped.says("Pune");
  skipped.says("skip");
  skipped.says("2");
  skipped.says("tomorrow");
  expect(skipped.effects.find(({ kind }) => kind === "submission")).toMatchObject({
    answers: { city: "Pune", gift: false },
  });
  const one = asked(
    new Map([["f1", { version: 1, content: content([{ id: "n", type: "number", label: "How many?" }]) }]]),
  );
  one.start();
  one.says("1");
  expect(one.effects.find(({ kind }) => kind === "submission")).toMatchObject({ answers: { n: 1 } });
});

test("wrong answers too often, and silence, are no answer; a form that is gone is an error", () => {
  const wrong = asked(forms, { retries: 1 });
  wrong.start();
  wrong.says("Delhi");
  wrong.says("ten");
  wrong.says("ten");
  expect(wrong.path.slice(-2)).toEqual(["it.noAnswer", "sorry"]);
  const silent = asked(forms);
  silent.start();
  expect(silent.run.wakeAt).toBe(NOW + DAY);
  silent.wake();
  expect(silent.path.slice(-2)).toEqual(["it.noAnswer", "sorry"]);
  const gone = asked(new Map());
  gone.start();
  expect(gone.path.slice(-2)).toEqual(["it.error", "broken"]);
});

test("all choices of a question are offered, in words where there are more than buttons, and each is taken by its number", () => {
  const choices = Array.from({ length: 100 }, (_, at) => `State ${at + 1}`);
  const one = (number: string) => {
    const fields = [{ id: "state", type: "choice", label: "Which?", choices }];
    const it = asked(new Map([["f1", { version: 1, content: content(fields) }]]));
    it.start();
    it.says(number);
    return [it.said[0], it.effects.find(({ kind }) => kind === "submission")] as const;
  };
  const [said, submission] = one("36");
  expect(said).toContain("36. State 36\n");
  expect(said).toContain("100. State 100\n101. Skip");
  expect(submission).toMatchObject({ answers: { state: "State 36" } });
  expect(one("100")[1]).toMatchObject({ answers: { state: "State 100" } });
  expect(one("101")[1]).toMatchObject({ answers: {} });
});

test("a form is asked in the language that the step names, where it has it, with our words beside its own", () => {
  const gift = formContent.parse({
    format: FORM_FORMAT,
    title: "T",
    languages: ["hi"],
    fields: [
      {
        ...{ id: "gift", type: "yesNo", label: "A gift?", required: true },
        translations: { hi: { label: "एक उपहार?" } },
      },
    ],
  });
  const inLanguage = (language: string) => {
    const flow = flowOf(
      { start: ["start"], it: ["form", { formId: "f1", as: "chat", text: "?", language }], end: ["end"] },
      ["start > it", "it.submitted > end"],
    );
    const played = new Played(flow, {
      forms: new Map([["f1", { version: 1, content: gift }]]),
      contact: { language: "hi-IN" },
    });
    played.start();
    return played;
  };
  const hindi = inLanguage("{contact.language}");
  expect(hindi.said[0]).toContain("एक उपहार?");
  hindi.says("हाँ");
  expect(hindi.effects.find(({ kind }) => kind === "submission")).toMatchObject({
    language: "hi",
    answers: { gift: true },
  });
  const other = inLanguage("fr");
  expect(other.said[0]).toContain("A gift?");
  other.says("Yes");
  expect(other.effects.find(({ kind }) => kind === "submission")).toMatchObject({ language: "en" });
});

const sent = { kind: "image", file: "m1", name: "card.jpg", type: "image/jpeg", url: "https://console/m1" };

test("a file is an answer as soon as it is said, and none of its vendor's ids are kept; a field takes where it is opened", () => {
  const it = asked(
    new Map([
      ["f1", { version: 1, content: content([{ id: "card", type: "file", label: "?", saveTo: "card" }]) }],
    ]),
  );
  it.start();
  it.event({
    kind: "reply",
    key: "ch1:c1",
    body: { kind: "image", medium: { vendorId: "v1", mime: "image/jpeg" } },
    file: { ...sent, kind: "image" },
  });
  expect(it.effects.filter(({ kind }) => kind === "submission" || kind === "customer")).toMatchObject([
    { kind: "submission", answers: { card: sent } },
    { kind: "customer", changes: [{ kind: "field", field: "card", value: sent.url }] },
  ]);
});

test("a newer version goes on with the question that was asked", () => {
  const live = new Map(forms);
  const it = asked(live);
  it.start();
  live.set("f1", { version: 4, content: content(order.fields.filter(({ id }) => id !== "age")) });
  it.says("Delhi");
  it.says("2026-12-24");
  expect(it.effects.find(({ kind }) => kind === "submission")).toMatchObject({
    version: 4,
    answers: { city: "Delhi", when: "2026-12-24" },
  });
});

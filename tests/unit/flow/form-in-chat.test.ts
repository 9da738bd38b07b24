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

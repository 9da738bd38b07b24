import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition } from "#workers/contract/expression.ts";
import { answerText, judge, mapped } from "#workers/contract/forms/answers.ts";
import { checkForm } from "#workers/contract/forms/check.ts";
import {
  fieldTypes,
  fitsForm,
  type FormContent,
  formContent,
  FORM_FORMAT,
  inLanguage,
  languageFor,
  pagesOf,
} from "#workers/contract/forms/form.ts";
import { like, patternProblem } from "#workers/domain/expression/like.ts";
import { databaseOf, newToken } from "#workers/domain/forms/token.ts";

const form = (fields: object[], more: object = {}): FormContent =>
  formContent.parse({
    format: FORM_FORMAT,
    title: "Order",
    fields: fields.map((each) => ({ label: "L", ...each })),
    ...more,
  });
const judging = { now: 0, matches: like };
const judged = (fields: object[], given: Record<string, unknown>) => judge(form(fields), given, judging);
const is = (field: string, value: string): Condition => ({
  match: "all",
  rows: [{ field, operator: "is", value }],
});
const problems = (content: FormContent) =>
  checkForm(content, { fields: new Set(["city"]), patternProblem, now: 0 }).map(
    ({ field = "", part, severity }) => `${field}.${part} ${severity}`,
  );

test("each type keeps what is right in one way of writing, and says why another is not", () => {
  const cases: [object, unknown, unknown][] = [
    [{ type: "shortText", longest: 5 }, "  Asha ", "Asha"],
    [{ type: "shortText", longest: 3 }, "Asha", "At most 3 characters, please."],
    [{ type: "longText", shortest: 2 }, "a", "At least 2 characters, please."],
    [{ type: "shortText", pattern: "^[A-Z]{2}\\d+$" }, "MH12", "MH12"],
    [
      { type: "shortText", pattern: "^[A-Z]{2}\\d+$" },
      "12",
      "This doesn't look right. Check how it's written.",
    ],
    [{ type: "number", least: 1, most: 5_000 }, "1,250.5", 1_250.5],
    [{ type: "number", most: 30 }, 31, "At most 30, please."],
    [{ type: "number" }, "1e999", "Enter a number, please."],
    [{ type: "email" }, "Asha@Example.test", "asha@example.test"],
    [{ type: "email" }, "asha@", "Enter an email address, such as name@example.com."],
    [{ type: "phone" }, "+91 (98123) 45-678", "+919812345678"],
    [{ type: "phone" }, "12", "Enter a phone number with its area code."],
    [{ type: "date", earliest: "2026-01-01" }, "2026-02-28", "2026-02-28"],
    [{ type: "date", earliest: "2026-01-01" }, "2025-12-31", "Not before 2026-01-01, please."],
    [{ type: "date" }, "2026-02-30", "Enter a day."],
    [{ type: "time" }, "9.05", "09:05"],
    [{ type: "time" }, "24:00", "Enter a time, such as 14:30."],
    [{ type: "choice", choices: ["Red", "Blue"] }, "Blue", "Blue"],
    [{ type: "choice", choices: ["Red", "Blue"] }, "Green", "Choose one of the list."],
    [{ type: "several", choices: ["a", "b", "c"] }, ["c", "a", "c"], ["a", "c"]],
    [{ type: "several", choices: ["a"] }, ["x"], "Choose from the list."],
    [{ type: "yesNo" }, "false", false],
    [{ type: "yesNo" }, "perhaps", "Answer yes or no."],
    [{ type: "rating", most: 3 }, "3", 3],
    [{ type: "rating", most: 3 }, 4, "Choose a number from 1 to 3."],
    [{ type: "location" }, "MG Road", { name: "MG Road" }],
    [{ type: "location" }, { latitude: 200, longitude: 0 }, "Tell us the place."],
    [{ type: "file" }, "x.png", "Send a file, please."],
    [{ type: "statement" }, "anything", undefined],
  ];
  expect(new Set(cases.map(([field]) => (field as { type: string }).type))).toEqual(new Set(fieldTypes));
  for (const [field, given, wanted] of cases) {
    const { answers, errors } = judged([{ id: "it", ...field }], { it: given });
    expect([field, given, errors["it"] ?? answers["it"]]).toEqual([field, given, wanted]);
  }
});

test("a hidden field is not asked, not required, and its answer counts for nothing further down", () => {
  const fields = [
    { id: "kind", type: "choice", choices: ["Home", "Work"], required: true },
    { id: "firm", type: "shortText", required: true, showIf: is("kind", "Work") },
    { id: "tax", type: "shortText", showIf: is("firm", "Lotus") },
    { id: "why", type: "shortText", requireIf: is("kind", "Home") },
  ];
  const home = judged(fields, { kind: "Home", firm: "Lotus", tax: "1", why: "gift" });
  expect(home).toEqual({ answers: { kind: "Home", why: "gift" }, errors: {}, shown: ["kind", "why"] });
  const work = judged(fields, { kind: "Work" });
  expect(work.errors).toEqual({ firm: "Answer this, please." });
  expect(judged(fields, { kind: "Home" }).errors).toEqual({ why: "Answer this, please." });
});

test("what was kept is right again and stays the same, whatever was given", () => {
  const fields = fieldTypes.map((type) => ({ id: type, type, choices: ["a", "b"] }));
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom("a", "yes", "2026-02-28", "9:30", "+919812345678", "a@b.cd", "3"),
    fc.array(fc.constantFrom("a", "b", "c")),
    fc.object({ maxDepth: 2 }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fieldTypes, "__proto__", "other"), value), (given) => {
      const { answers, errors } = judged(fields, given);
      for (const id of Object.keys(answers)) expect(fieldTypes).toContain(id);
      for (const id of Object.keys(errors)) expect(answers).not.toHaveProperty(id);
      const stored = JSON.parse(JSON.stringify(answers)) as Record<string, unknown>;
      expect(judged(fields, stored)).toMatchObject({ answers: stored, errors: {} });
      for (const each of Object.values(stored)) expect(typeof answerText(each)).toBe("string");
    }),
    { numRuns: 100 },
  );
});

test("a rule may ask for what stands above alone, by a comparison of its type", () => {
  const rules = form([
    { id: "later", type: "shortText", showIf: is("age", "1") },
    { id: "age", type: "number", showIf: is("age", "1") },
    { id: "text", type: "statement", showIf: is("age", "1") },
    {
      id: "empty",
      type: "shortText",
      showIf: { match: "all", rows: [{ field: "age", operator: ">", value: "" }] },
    },
    {
      id: "good",
      type: "shortText",
      showIf: { match: "any", rows: [{ field: "age", operator: ">", value: 17 }] },
    },
    { id: "on", type: "shortText", requireIf: is("text", "1") },
  ]);
  expect(problems(rules)).toEqual([
    "later.showIf error",
    "age.showIf error",
    "text.showIf error",
    "empty.showIf error",
    "on.requireIf error",
  ]);
});

test("a form that nobody could answer, or that would never be sent, is refused with the place", () => {
  expect(problems(form([{ id: "a", type: "statement" }], { title: " " }))).toEqual([
    ".title error",
    ".fields error",
  ]);
  expect(
    problems(
      form([
        { id: "a", type: "choice", choices: ["x"], label: "" },
        { id: "a", type: "several", choices: ["x", "x"] },
        { id: "b", type: "number", least: 2, most: 1, saveTo: "town" },
        { id: "c", type: "shortText", pattern: "(?=a)", saveTo: "city" },
        { id: "d", type: "file", required: true },
        { id: "e", type: "file" },
      ]),
    ),
  ).toEqual([
    "a.label error",
    "a.choices error",
    "a.id error",
    "a.choices error",
    "b.least error",
    "b.saveTo error",
    "c.pattern error",
    "d.required error",
    "e.type warning",
  ]);
});

test("another language's words stand in, choices keep their own value, and what is missing falls back", () => {
  const content = form(
    [
      {
        id: "size",
        type: "choice",
        label: "Size",
        help: "Of the shirt",
        choices: ["Small", "Large"],
        translations: { hi: { label: "आकार", choices: ["छोटा"] } },
      },
    ],
    { languages: ["hi", "pt-BR"], translations: { hi: { title: "आदेश" } } },
  );
  const { title, fields } = inLanguage(content, "hi");
  expect([title, fields[0]?.label, fields[0]?.help]).toEqual(["आदेश", "आकार", "Of the shirt"]);
  expect(fields[0]?.options).toEqual([
    { value: "Small", label: "छोटा" },
    { value: "Large", label: "Large" },
  ]);
  expect([["HI-IN"], ["pt"], ["fr", "hi"], ["fr"]].map((wanted) => languageFor(content, wanted))).toEqual([
    "hi",
    "pt-BR",
    "hi",
    "en",
  ]);
});

test("pages begin where a field says so, the customer's fields take their answers, and sizes are bytes", () => {
  const { fields } = form([
    { id: "a", type: "shortText", startsPage: true, saveTo: "city" },
    { id: "b", type: "shortText" },
    { id: "c", type: "shortText", startsPage: true },
  ]);
  expect(pagesOf(fields).map((page) => page.map(({ id }) => id))).toEqual([["a", "b"], ["c"]]);
  expect(mapped({ fields }, { a: "Pune", b: "x" })).toEqual([{ field: "city", value: "Pune" }]);
  expect(
    fitsForm(
      form(
        Array.from({ length: 100 }, (_, at) => ({
          id: `f${at}`,
          type: "shortText",
          help: "ए".repeat(1_000),
        })),
      ),
    ),
  ).toBe(false);
});

test("a token says its database and cannot be guessed", () => {
  const tokens = Array.from({ length: 200 }, () => newToken("TENANT_2"));
  expect(new Set(tokens).size).toBe(200);
  expect(tokens.every((each) => /^[0-9A-Za-z]{23}$/.test(each) && databaseOf(each) === "TENANT_2")).toBe(
    true,
  );
  expect(["", "short", `z${"a".repeat(22)}`, `0${"_".repeat(22)}`].map(databaseOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

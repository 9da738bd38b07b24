import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  condition as conditionSchema,
  type ConditionRow,
  NAME_TYPES,
  type NameType,
  OPERATORS,
  OPERATORS_OF,
  type Operator,
} from "#workers/contract/expression.ts";
import { checkCondition, holds } from "#workers/domain/expression/condition.ts";
import { expressionTexts } from "#texts/expression.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
const known = new Map<string, NameType>([
  ["name", "text"],
  ["age", "number"],
  ["vip", "boolean"],
  ["since", "date"],
  ["tags", "list"],
  ["contact.city", "text"],
  ["body", "any"],
]);
const values = {
  name: "Asha Rao",
  age: 30,
  vip: false,
  since: "2026-11-20T10:00:00Z",
  tags: ["VIP", 3, true],
  contact: { city: "  " },
  body: {},
};
const row = (field: string, operator: Operator, value?: ConditionRow["value"]): ConditionRow => ({
  field,
  operator,
  ...(value !== undefined && { value }),
});
const one = (each: ConditionRow, given: unknown = values) => {
  const result = holds({ match: "all", rows: [each] }, known, given, now);
  return result.ok ? result.value : result.failure;
};

describe("a row", () => {
  test.each<[...Parameters<typeof row>, boolean]>([
    ["name", "is", "asha rao ", true],
    ["name", "is", "asha", false],
    ["name", "is not", "asha", true],
    ["name", "contains", "A R", true],
    ["name", "does not contain", "a r", false],
    ["name", "starts with", "ASH", true],
    ["name", "starts with", "rao", false],
    ["name", "is empty", undefined, false],
    ["name", "is not empty", undefined, true],
    ["age", "=", 30, true],
    ["age", "≠", 30, false],
    ["age", "<", 30, false],
    ["age", "≤", 30, true],
    ["age", ">", 29.5, true],
    ["age", "≥", 31, false],
    ["age", "between", [30, 40], true],
    ["age", "between", [31, 40], false],
    ["vip", "is exactly", false, true],
    ["vip", "is exactly", true, false],
    ["vip", "is empty", undefined, false],
    ["since", "before", "2026-11-21", true],
    ["since", "before", "2026-11-20T10:00:00Z", false],
    ["since", "after", "2026-11-20", true],
    ["since", "after", "2026-11-20T10:00:00Z", false],
    ["since", "within the last", 3, true],
    ["since", "within the last", 2, false],
    ["tags", "has", "vip", true],
    ["tags", "has", 3, true],
    ["tags", "has", "3", false],
    ["tags", "has not", "new", true],
    ["tags", "is empty", undefined, false],
    ["contact.city", "is empty", undefined, true],
    ["contact.city", "is not", "Pune", true],
    ["body", "is empty", undefined, true],
  ])("%s %s %s: %s", (field, operator, value, expected) => {
    const asked = row(field, operator, value);
    expect(checkCondition({ match: "all", rows: [asked] }, known)).toEqual([]);
    expect(one(asked)).toBe(expected);
  });

  test("without a value holds where nothing is asked for, and only there", () => {
    const operand = {
      none: undefined,
      text: "x",
      number: 0,
      range: [-1, 1],
      date: "2026-01-01",
      count: 5,
      truth: false,
      item: "x",
    } as const;
    const holding = new Set<Operator>(["is empty", "is not", "does not contain", "has not"]);
    for (const nothing of [
      {},
      null,
      { name: null, age: null, vip: null, since: null, tags: [] },
      { name: "" },
    ]) {
      for (const [field, type] of known) {
        for (const operator of OPERATORS_OF[type]) {
          const asked = row(field, operator, operand[OPERATORS[operator]] as ConditionRow["value"]);
          expect(one(asked, nothing), `${field} ${operator}`).toBe(holding.has(operator));
        }
      }
    }
  });

  test("in the future is not within the last days", () => {
    expect(one(row("since", "within the last", 3), { since: new Date(now + 1) })).toBe(false);
    expect(one(row("since", "within the last", 3), { since: new Date(now) })).toBe(true);
  });

  test("says that a value is not of its type, rather than that it does not hold", () => {
    expect(one(row("age", ">", 1), { age: "30" })).toMatchObject({ kind: "wrongType", names: ["age"] });
    expect(one(row("since", "after", "2026-01-01"), { since: "yesterday" })).toMatchObject({
      kind: "wrongType",
    });
  });
});

test("all rows must hold, or any; no rows hold always", () => {
  const [yes, no, wrong] = [row("age", "=", 30), row("age", "=", 31), row("name", "is", "x")];
  const given = { ...values, name: 5 };
  const result = (match: "all" | "any", rows: ConditionRow[]) => {
    const held = holds({ match, rows }, known, given, now);
    return held.ok ? held.value : held.failure.kind;
  };
  expect(result("all", [yes, yes])).toBe(true);
  expect(result("all", [yes, no])).toBe(false);
  expect(result("any", [no, yes])).toBe(true);
  expect(result("any", [no, no])).toBe(false);
  expect(result("all", [])).toBe(true);
  expect(result("any", [])).toBe(true);
  expect(result("any", [yes, wrong])).toBe(true);
  expect(result("all", [yes, wrong])).toBe("wrongType");
});

test("is refused when saved, with the row and its part", () => {
  const rows = [
    row("nmae", "is", "x"),
    row("age", "contains", "x"),
    row("age", "=", "x"),
    row("age", "between", [2, 1]),
    row("since", "before", "2026-02-30"),
    row("since", "before", "tomorrow"),
    row("since", "within the last", 0),
    row("since", "within the last", 1.5),
    row("name", "is", " "),
    row("name", "is empty", "x"),
    row("vip", "is exactly", "true"),
    row("tags", "has"),
  ];
  const problems = checkCondition({ match: "all", rows }, known);
  expect(problems.map(({ row: at, part }) => `${at} ${part}`)).toEqual([
    "0 field",
    "1 operator",
    ...rows.slice(2).map((_, at) => `${at + 2} value`),
  ]);
  expect(problems[0]).toMatchObject({ suggestion: "name" });
  expect(problems[1]?.sentence).toBe("“contains” cannot be asked of a number. Choose another comparison.");
});

test("the form of a condition refuses what is too much or no operator", () => {
  const wrong = (value: unknown) => conditionSchema.safeParse(value).success;
  const good = { match: "all", rows: [row("age", "between", [1, 2])] };
  expect(wrong(good)).toBe(true);
  expect(wrong({ ...good, match: "some" })).toBe(false);
  expect(wrong({ ...good, rows: Array(51).fill(good.rows[0]) })).toBe(false);
  expect(wrong({ ...good, rows: [{ ...good.rows[0], operator: "matches" }] })).toBe(false);
  expect(wrong({ ...good, rows: [{ field: "name", operator: "is", value: "x".repeat(501) }] })).toBe(false);
});

test("every operator has a label and is offered to some type", () => {
  const offered = new Set(NAME_TYPES.flatMap((type) => OPERATORS_OF[type]));
  expect([...offered].toSorted()).toEqual(Object.keys(OPERATORS).toSorted());
  expect(Object.keys(expressionTexts.condition.operators).toSorted()).toEqual(
    Object.keys(OPERATORS).toSorted(),
  );
  expect(Object.keys(expressionTexts.types).toSorted()).toEqual([...NAME_TYPES].toSorted());
});

test("any values and any rows throw nothing and take no time", () => {
  const operator = fc.constantFrom(...(Object.keys(OPERATORS) as Operator[]));
  const rows = fc.array(
    fc.record({
      field: fc.constantFrom(...known.keys(), "nope", "__proto__"),
      operator,
      value: fc.anything(),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(
      rows,
      fc.oneof(fc.anything(), fc.record({ name: fc.anything(), age: fc.anything(), tags: fc.anything() })),
      (each, given) => {
        const asked = { match: "all" as const, rows: each as ConditionRow[] };
        checkCondition(asked, known);
        const held = holds(asked, known, given, now);
        expect(held.ok ? typeof held.value : held.failure.kind).toMatch(/^(boolean|wrongType)$/);
      },
    ),
    { numRuns: 2_000 },
  );
});

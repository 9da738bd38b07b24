import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { NameType } from "#workers/contract/expression.ts";
import { compileExpression } from "#workers/domain/expression/cel.ts";
import { filesBelow } from "#tests/support/imports.ts";

const known = new Map<string, NameType>([
  ["contact.name", "text"],
  ["contact.city", "text"],
  ["contact.age", "number"],
  ["contact.vip", "boolean"],
  ["contact.since", "date"],
  ["contact.tags", "list"],
  ["contact.pin code", "text"],
  ["contact.__proto__", "text"],
  ["http.body", "any"],
  ["total", "number"],
  ["text", "text"],
  ["other", "text"],
  ["now", "date"],
]);
const values = {
  contact: {
    name: "Asha",
    age: 30,
    vip: true,
    since: "2026-01-01T00:00:00Z",
    tags: ["vip", "new"],
    "pin code": "411001",
  },
  http: {
    body: {
      count: 4,
      items: [
        { kind: "a", price: 2.5 },
        { kind: "b", price: 4 },
      ],
      empty: [],
      nothing: null,
    },
  },
  total: 7,
  now: new Date("2026-11-22T10:00:00Z"),
};

const compiled = (source: string, expected?: NameType) => {
  const result = compileExpression(source, known, expected);
  if (!result.ok) throw new Error(`${source}: ${result.problems.map(({ sentence }) => sentence).join(" ")}`);
  return result.expression;
};
const run = (source: string, given: unknown = values) => compiled(source).evaluate(given);
const valueOf = (source: string, given: unknown = values) => {
  const result = run(source, given);
  return result.ok ? result.value : result.failure.kind;
};
const problems = (source: string, expected?: NameType) => {
  const result = compileExpression(source, known, expected);
  return result.ok ? [] : result.problems;
};
const sentences = (source: string) => problems(source).map(({ sentence }) => sentence);

describe("an expression answers", () => {
  test.each<[string, unknown]>([
    ["contact.age + 1", 31],
    ["total / 2", 3.5],
    ["7 / 2", 3],
    ["total % 4 == 3", true],
    ["contact.age == 30 && contact.age != 31", true],
    ["contact.age in [18, 30]", true],
    ["http.body.count in [18, 30]", false],
    ["http.body.count in http.body.empty", false],
    ["http.body.count - 1 == 3", true],
    ['contact["pin code"]', "411001"],
    ['contact.name + " of " + string(contact.age)', "Asha of 30"],
    ['contact.tags.exists(t, t == "vip")', true],
    ["http.body.items.filter(i, i.price > 3).map(i, i.kind)", ["b"]],
    ['http.body.items.map(i, i.price > 3, {"k": i.kind})', [{ k: "b" }]],
    ["size(contact.tags) + 1", 3],
    ["contact.tags[size(contact.tags) - 1]", "new"],
    ['has(contact.city) ? contact.city : "nowhere"', "nowhere"],
    ["has(http.body.nope)", false],
    ["http.body.nothing == null", true],
    ["http.body.nope || true", true],
    ['now - contact.since > duration("24h")', true],
    ["contact.since", new Date("2026-01-01T00:00:00Z")],
    ['now.getHours("Asia/Kolkata")', 15],
    ['contact.name.like("^a.*A$")', true],
    ['contact.name.like("(a+)+$")', true],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["{}", {}],
    ["[]", []],
    ["[].exists(x, x == 2) || {}.all(k, k == 2)", true],
    ["contact.age in []", false],
    ["string(contact.since)", "2026-01-01T00:00:00Z"],
    ['string(duration("90m"))', "5400s"],
  ])("%s", (source, expected) => {
    expect(run(source)).toEqual({ ok: true, value: expected });
  });

  test("with values that JSON can carry, never a BigInt", () => {
    const { value } = run('{"a": [1, 2, size("abc")], "b": 2 * 3}') as { value: unknown };
    expect(JSON.stringify(value)).toBe('{"a":[1,2,3],"b":6}');
  });

  test("with the names it uses and its type", () => {
    const expression = compiled(
      'contact.city == "Pune" && total > 3 && http.body.items.exists(x, x.kind == text)',
    );
    expect(expression.names).toEqual(["contact.city", "total", "http.body.items", "text"]);
    expect(expression.type).toBe("boolean");
    expect(compiled("http.body.count").type).toBe("any");
    expect(compiled("now").type).toBe("date");
  });
});

describe("a failure has a name", () => {
  test.each([
    ["contact.city", "missing"],
    ["http.body.nope", "missing"],
    ["http.body.nope && true", "missing"],
    ["text", "missing"],
    ["total / 0", "divisionByZero"],
    ["total % 0", "divisionByZero"],
    ["5 / 0", "divisionByZero"],
    ["5 % 0", "divisionByZero"],
    ["total / 0 > 5", "divisionByZero"],
    ["total / 0 > 5 || true", "divisionByZero"],
    ["9007199254740991 + 1", "numberTooLarge"],
    ["9007199254740991 * 9007199254740991", "numberTooLarge"],
    ["1e308 * 10.0", "numberTooLarge"],
    ["int(1e300)", "numberTooLarge"],
    ['double("nan")', "numberTooLarge"],
    ["contact.tags[7]", "outOfRange"],
    ["contact.name.substring(9)", "outOfRange"],
    ['timestamp("9999-12-31T23:59:59Z") + duration("48h")', "outOfRange"],
    ['int("x")', "notConvertible"],
    ['now + duration("x")', "notConvertible"],
    ['timestamp("2026")', "notConvertible"],
    ['now.getHours("Mars/Olympus")', "notConvertible"],
    ['http.body.count + "x"', "wrongType"],
    ["http.body.count ? 1 : 2", "wrongType"],
    ["http.body.count && true", "wrongType"],
  ])("%s: %s", (source, kind) => {
    expect(valueOf(source)).toBe(kind);
  });

  test("and says which name has no value", () => {
    expect(run("contact.city")).toEqual({
      ok: false,
      failure: { kind: "missing", names: ["contact.city"], sentence: "“contact.city” has no value." },
    });
    expect(run("http.body.a.b")).toMatchObject({ failure: { names: ["http.body.a"] } });
    for (const nothing of [null, {}, { contact: null }, { contact: "x" }, 5, []]) {
      expect(run("contact.name", nothing)).toMatchObject({ failure: { names: ["contact.name"] } });
    }
  });

  test("also for a value that is not of the type it was said to be", () => {
    expect(run("contact.age > 1", { contact: { age: "30" } })).toMatchObject({
      failure: { kind: "wrongType", names: ["contact.age"], sentence: "“contact.age” is not a number." },
    });
    expect(valueOf("contact.since", { contact: { since: "2026-02-30" } })).toBe("wrongType");
    expect(valueOf("contact.since", { contact: { since: new Date(NaN) } })).toBe("wrongType");
    expect(valueOf("http.body", { http: { body: new Map([[1, 2]]) } })).toBe("wrongType");
  });

  test("that never holds a customer's value", () => {
    expect(JSON.stringify(run("int(contact.name)"))).not.toContain("Asha");
    expect(JSON.stringify(run("http.body.items + contact.name", values))).not.toContain("Asha");
  });

  test("names are own properties only", () => {
    for (const path of ["http.body.constructor", "http.body.__proto__", "http.body.toString"]) {
      expect(valueOf(path)).toBe("missing");
    }
    expect(valueOf("contact.__proto__")).toBe("missing");
    expect(run("http.body", { http: { body: JSON.parse('{"__proto__":{"a":1}}') } })).toMatchObject({
      ok: true,
    });
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

describe("what is wrong is refused when it is saved", () => {
  test("unknown names, all at once, each at its place and with what was meant", () => {
    expect(problems('contact.citty == "x" && totl > 3 && contact.tags.exists(t, t == elsewhere)')).toEqual([
      {
        start: 0,
        end: 13,
        sentence: "“contact.citty” is not a name that you can use here. Did you mean “contact.city”?",
        suggestion: "contact.city",
      },
      expect.objectContaining({ start: 24, end: 28, suggestion: "total" }),
      {
        start: 64,
        end: 73,
        sentence: "“elsewhere” is not a name that you can use here. Choose one of the list.",
      },
    ]);
    expect(problems("age > 3")).toMatchObject([{ suggestion: "contact.age" }]);
    expect(sentences("contact")).toEqual([
      "“contact” is a group. Choose one of its fields, such as “contact.…”.",
    ]);
  });

  test("types that do not go together, in words of people", () => {
    expect(problems("contact.age > 1 && contact.name > 5")).toEqual([
      { start: 19, end: 35, sentence: "Check the types here: these do not go together: text > number." },
    ]);
    expect(sentences("contact.vip + 1")).toEqual([
      "Check the types here: these do not go together: true or false + number.",
    ]);
    expect(problems("contact.age", "boolean")).toMatchObject([
      { sentence: "This must give true or false, and gives a number." },
    ]);
    expect(problems("http.body", "boolean")).toEqual([]);
  });

  test("what cannot be read, at its place", () => {
    expect(problems("contact.age > (1 + 2")).toEqual([
      { start: 20, end: 20, sentence: "Check the spelling here: expected ), got the end." },
    ]);
    expect(problems("total > § 3")).toMatchObject([{ start: 8, end: 9 }]);
    expect(sentences("")).toEqual(["Enter an expression."]);
    expect(sentences("  ")).toEqual(["Enter an expression."]);
  });

  test("matches() and every other function that was not let in", () => {
    expect(sentences('text.matches("^(a+)+$")')).toEqual([
      "Use like() instead of matches(): it finds the same patterns and never hangs.",
    ]);
    expect(sentences('text.startWith("a")')[0]).toContain("Did you mean “startsWith”?");
    for (const source of [
      "cel.bind(x, text + text, x + x)",
      'b"abc"',
      'bytes("abc").json()',
      "5u",
      "uint(5)",
      "type(5)",
      "[].orValue(3)",
      'matches(text, "a")',
    ]) {
      expect(problems(source), source).not.toEqual([]);
    }
  });

  test("a list function inside another, one after the other is allowed", () => {
    const nested = "http.body.items.map(x, http.body.items.filter(y, y == x))";
    expect(problems(nested)).toMatchObject([{ start: 23, end: 56 }]);
    expect(sentences(nested)[0]).toContain("Move this “filter”");
    expect(problems("http.body.items.filter(x, true).map(y, y).exists(z, z == 1)")).toEqual([]);
  });

  test("patterns of like() that are no literal, too long, too large or no pattern", () => {
    expect(sentences("text.like(other)")).toEqual([
      "Write the pattern of like() as text in quotation marks.",
    ]);
    expect(problems(`text.like("${"a".repeat(500)}")`)).toEqual([]);
    expect(sentences(`text.like("${"a".repeat(501)}")`)).toEqual([
      "Use at most 500 characters for a pattern.",
    ]);
    expect(sentences('text.like("((a{100}){100}){10}")')).not.toEqual([]);
    expect(sentences('text.like("(a")')).toEqual(["Correct the pattern: missing closing )."]);
    expect(sentences(String.raw`text.like("(a)\\1")`)).not.toEqual([]);
  });

  test("too much of it: parts, depth, characters, whole numbers", () => {
    expect(problems(Array(150).fill("1").join(" + "))).toEqual([]);
    expect(sentences(Array(151).fill("1").join(" + "))).toEqual([
      "Use fewer parts: an expression has at most 300.",
    ]);
    expect(problems("(".repeat(23) + "1" + ")".repeat(23))).toEqual([]);
    expect(sentences("(".repeat(24) + "1" + ")".repeat(24))).toEqual([
      "Nest at most 24 brackets and fields inside each other.",
    ]);
    expect(problems("!".repeat(3_999) + "x")).not.toEqual([]);
    expect(sentences(`"${"x".repeat(4_000)}"`)).toEqual(["Use at most 4000 characters."]);
    expect(sentences("9007199254740992")).toHaveLength(1);
  });
});

test("the library makes no code of text, which a Worker forbids", () => {
  const folder = "node_modules/@marcbachmann/cel-js/lib";
  const code = [
    "evaluator",
    "functions",
    "macros",
    "operators",
    "overloads",
    "parser",
    "registry",
    "type-checker",
  ].map((name) => readFileSync(`${folder}/${name}.js`, "utf8"));
  expect(code.join("\n")).not.toMatch(/\bnew Function\s*\(|\beval\s*\(/);
  const others = filesBelow("app", "workers", "functions").filter(
    (path) => !path.startsWith("workers/domain/expression/") && readFileSync(path, "utf8").includes("cel-js"),
  );
  expect(others).toEqual([]);
});

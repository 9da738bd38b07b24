import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NameType } from "#workers/contract/expression.ts";
import { suggest } from "#workers/domain/expression/names.ts";
import {
  checkText,
  namesOfText,
  type Part,
  parseText,
  printText,
  renderText,
} from "#workers/domain/expression/text.ts";

const known = new Map<string, NameType>([
  ["contact.name", "text"],
  ["contact.city", "text"],
  ["order", "map"],
  ["http.body", "any"],
  ["row.Pin code", "text"],
  ["tags", "list"],
]);
const render = (source: string, values: unknown, as: "text" | "url" | "json" = "text") => {
  const result = renderText(parseText(source).parts, values, { as, known });
  return result.ok ? result.text : result.failure;
};
const values = {
  contact: { name: "Asha", city: "" },
  http: {
    body: { id: 7, paid: true, at: new Date("2026-11-22T10:00:00Z"), day: new Date("2026-11-22T00:00:00Z") },
  },
  row: { "Pin code": "411 001" },
  tags: ["a", "b", 3],
};

describe("a text", () => {
  test.each([
    ["Hello {contact.name}!", "Hello Asha!"],
    ["Hello { contact.name }!", "Hello Asha!"],
    ["From {contact.city|your city}", "From your city"],
    ["From {contact.city|}.", "From ."],
    ["From {contact.city| a | b }", "From  a | b "],
    ["{{contact.name}} and {{{contact.name}}} and }", "{contact.name} and {Asha} and }"],
    [
      "{http.body.id}, {http.body.paid}, {http.body.at}, {http.body.day}",
      "7, true, 2026-11-22T10:00:00Z, 2026-11-22",
    ],
    ["{row.Pin code} {tags}", "411 001 a, b, 3"],
    ["", ""],
  ])("%s", (source, expected) => {
    expect(checkText(source, known)).toEqual([]);
    expect(render(source, values)).toBe(expected);
  });

  test("tells all names without a value at once, and is then not sent at all", () => {
    expect(render("{contact.city} {http.body.nope} {contact.name} {contact.city}", values)).toEqual({
      kind: "missing",
      names: ["contact.city", "http.body.nope"],
      sentence: "“contact.city” has no value. “http.body.nope” has no value.",
    });
    for (const nothing of [undefined, null, 5, {}, { contact: null }, { contact: { name: "  " } }]) {
      expect(render("Hi {contact.name|friend}", nothing)).toBe("Hi friend");
      expect(render("Hi {contact.name}", nothing)).toMatchObject({ kind: "missing" });
    }
  });

  test("never says undefined, null, NaN or [object Object] to a customer", () => {
    for (const value of [NaN, Infinity, {}, [{}], [[1]], () => 1, Symbol("x"), new Date(NaN)]) {
      expect(render("{http.body}", { http: { body: value } })).toMatchObject({
        kind: "wrongType",
        names: ["http.body"],
      });
    }
    expect(render("{tags}", { tags: [null, undefined] })).not.toMatch(/null|undefined/);
  });

  test("reads own properties only, and a value never again as a text", () => {
    expect(render("{http.body.constructor|none}{http.body.__proto__|none}", values)).toBe("nonenone");
    expect(render("{contact.name}", { contact: { name: "{contact.city}" } })).toBe("{contact.city}");
  });

  test("writes values for the place where they stand", () => {
    const wild = { contact: { name: 'a b&c="d"\n/\ud800é' } };
    expect(render("https://x.example/?q={contact.name}", wild, "url")).toBe(
      "https://x.example/?q=a%20b%26c%3D%22d%22%0A%2F%EF%BF%BD%C3%A9",
    );
    expect(JSON.parse(render('{{"name": "{contact.name}"}}', wild, "json") as string)).toEqual(wild.contact);
    expect(render("{contact.city|a b}", values, "url")).toBe("a%20b");
  });

  test("is at most 10,000 characters with its values", () => {
    expect(render("{contact.name}", { contact: { name: "x".repeat(10_000) } })).toHaveLength(10_000);
    expect(render("{contact.name}!", { contact: { name: "x".repeat(10_000) } })).toMatchObject({
      kind: "tooLarge",
    });
    expect(checkText("x".repeat(4_000), known)).toEqual([]);
    expect(checkText("x".repeat(4_001), known)).toMatchObject([{ sentence: "Use at most 4000 characters." }]);
  });

  test("is refused when saved for what cannot be read or is not known, each at its place", () => {
    expect(checkText("Hi {contact.nmae|x}, {} {a", known)).toEqual([
      {
        start: 4,
        end: 16,
        sentence: "“contact.nmae” is not a name that you can use here. Did you mean “contact.name”?",
        suggestion: "contact.name",
      },
      {
        start: 21,
        end: 23,
        sentence: "Enter a name between the braces, or write {{ for a brace of the text.",
      },
      { start: 24, end: 25, sentence: "Close this brace with }, or write {{ for a brace of the text." },
    ]);
    expect(checkText("{order} {order.id}", known)).toMatchObject([{ start: 1, end: 6 }]);
    expect(checkText("{contact}", known)).toMatchObject([{ start: 1, end: 8 }]);
    expect(checkText("{contact.name.first}", known)).toHaveLength(1);
    expect(checkText(`{${"n".repeat(201)}}`, known)).toMatchObject([
      { sentence: "Use at most 200 characters for a name." },
    ]);
  });

  test("tells its names", () => {
    expect(namesOfText(parseText("{b|x}{a}{b} {{c}}").parts)).toEqual(["b", "a"]);
  });
});

test("a suggestion is near, else there is none", () => {
  const names = ["contact.name", "contact.city", "order.id"];
  expect(suggest("contact.Name", names)).toBe("contact.name");
  expect(suggest("contact.ctiy", names)).toBe("contact.city");
  expect(suggest("city", names)).toBe("contact.city");
  expect(suggest("weather", names)).toBeUndefined();
  expect(suggest("x".repeat(10_000), names)).toBeUndefined();
});

const plain = ({ parts }: { parts: Part[] }) =>
  parts.map((part) => (typeof part === "string" ? part : { name: part.name, fallback: part.fallback }));
const braces = fc.array(fc.constantFrom("{", "}", "|", "a", "contact.name", " ", "\n", "é"), {
  maxLength: 30,
});

test("printing what was read gives the same again, for any text, and nothing throws", () => {
  const source = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    braces.map((each) => each.join("")),
  );
  fc.assert(
    fc.property(source, fc.anything(), (text, given) => {
      const parsed = parseText(text);
      checkText(text, known);
      const result = renderText(parsed.parts, given);
      if (result.ok) expect(typeof result.text).toBe("string");
      if (parsed.problems.length > 0) return;
      const printed = printText(parsed.parts);
      expect(parseText(printed).problems).toEqual([]);
      expect(plain(parseText(printed))).toEqual(plain(parsed));
      expect(printText(parseText(printed).parts)).toBe(printed);
    }),
    { numRuns: 2_000 },
  );
});

test("reading is linear, whatever the braces", () => {
  for (const unit of ["{", "}", "{a", "{{a", "{|", "{a}", "{\n"]) {
    const long = unit.repeat(200_000 / unit.length);
    const started = performance.now();
    parseText(long);
    // With its square it would be minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  }
});

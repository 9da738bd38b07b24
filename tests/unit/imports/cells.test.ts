import { existsSync, readFileSync } from "node:fs";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import { checkerOf, type FieldRule } from "#workers/contract/customer-values.ts";
import { csvLine } from "#workers/domain/csv-cells.ts";
import { guarded, unguarded } from "#workers/domain/formula.ts";
import type { FieldRow } from "#workers/domain/customers/live-fields.ts";
import { checkMapping, guessMapping } from "#workers/domain/imports/mapping.ts";
import { exampleOf } from "#workers/domain/imports/sample.ts";

const file = referenceCorpus("csv-formula", "cells.json");
const corpus = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as Record<"mustBeNeutralised" | "mustStayReadable", string[]>)
  : { mustBeNeutralised: [], mustStayReadable: [] };

describe.skipIf(corpus.mustBeNeutralised.length === 0)("a cell of a file that we write (S-51)", () => {
  test.each(corpus.mustBeNeutralised)("that could be a formula is guarded: %j", (cell) => {
    expect(guarded(cell)).toBe(`'${cell}`);
  });

  test.each([...corpus.mustBeNeutralised, ...corpus.mustStayReadable, "'=1", "''+1", "plain", ""])(
    "comes back as it was: %j",
    (cell) => {
      expect(unguarded(guarded(cell))).toBe(cell);
      const [row] = Papa.parse<string[]>(csvLine([cell, "x"])).data;
      expect(row?.map(unguarded)).toEqual([cell, "x"]);
    },
  );
});

test.each(["=1+1", "+1", "-1", "@x", "\tx", '  "=x"', "＝1", "%0a=1"])(
  "a cell that a spreadsheet could run is kept text, and comes back: %j",
  (cell) => {
    expect(guarded(cell)).toBe(`'${cell}`);
    expect(unguarded(guarded(cell))).toBe(cell);
  },
);

const rule = (rules: Partial<FieldRule>): FieldRule => ({
  fieldLabel: "Field",
  fieldType: "text",
  inputType: "alphabets",
  mandatory: true,
  defaultValue: "",
  minValue: null,
  maxValue: null,
  allowSpecialChars: false,
  allowedChars: [],
  commaIncluded: false,
  ...rules,
});

test("a sign outside the basic plane counts once", () => {
  const check = checkerOf(rule({ inputType: "", minValue: 2, maxValue: 3 }));
  expect(["😀", "😀a", "😀😀😀"].map((value) => check(value) === undefined)).toEqual([false, true, true]);
});

describe("the sample's example", () => {
  test.each([
    rule({}),
    rule({ minValue: 12, maxValue: 12 }),
    rule({ maxValue: 2 }),
    rule({ inputType: "alphanumeric", minValue: 100 }),
    rule({ inputType: "number", minValue: 6, maxValue: 6 }),
    rule({ inputType: "number", maxValue: 1 }),
    rule({ inputType: "decimal", minValue: 9 }),
    rule({ inputType: "decimal", maxValue: 1 }),
    rule({ inputType: "email" }),
    rule({ inputType: "email", minValue: 40 }),
    rule({ inputType: "email", maxValue: 7 }),
    rule({ fieldType: "textarea", inputType: "alphabets", minValue: 30 }),
    rule({ fieldType: "selectbox-singlevalue", inputType: "", defaultValue: "One, Two" }),
  ])("is a value that the field takes: %j", (each) => {
    const example = exampleOf(each);
    expect(example).not.toBe("");
    expect(checkerOf(each)(example)).toBeUndefined();
  });
});

const field = (id: string, fieldName: string, fieldLabel: string): FieldRow =>
  ({ id, fieldName, fieldLabel }) as FieldRow;
const fields = [field("1", "cust_mobile", "Mobile"), field("2", "city", "Town"), field("3", "x", "Errors")];

describe("the mapping that headers suggest", () => {
  test.each<[string[], string[]]>([
    [
      ["NAME", "phone_number", "Whats App"],
      ["name", "phoneNumber", ""],
    ],
    [
      ["Customer-Name", "Tel.", "Tags"],
      ["name", "phoneNumber", "tags"],
    ],
    [
      ["नाम", "मोबाइल नंबर", "समूह", "लेबल"],
      ["name", "phoneNumber", "groups", "tags"],
    ],
    // A field of the enterprise's own goes before what people usually mean by a word.
    [
      ["Name", "Mobile", "Phone"],
      ["name", "field:1", "phoneNumber"],
    ],
    [
      ["name", "CUST MOBILE", "town", "City"],
      ["name", "field:1", "field:2", ""],
    ],
    [
      ["Name", "Full name", "Phone", "Mobile number"],
      ["name", "", "phoneNumber", ""],
    ],
    [
      ["__proto__", "constructor", "Name"],
      ["", "", "name"],
    ],
  ])("%j is %j", (headers, mapping) => {
    expect(guessMapping(headers, fields)).toEqual(mapping);
  });

  test("is refused when two columns are one thing, or when it does not fit the file", () => {
    const check = (mapping: Parameters<typeof checkMapping>[0]) => () => {
      checkMapping(mapping, ["a", "b", "c"], fields);
    };
    expect(check(["name", "phoneNumber", "field:2"])).not.toThrow();
    expect(check(["name", "phoneNumber", "name"])).toThrow("Two columns are mapped to Name");
    expect(check(["name", "phoneNumber", "field:9"])).toThrow("no longer exists");
    expect(check(["name", "phoneNumber"])).toThrow("The file has 3 columns");
  });
});

import { describe, expect, test } from "vitest";
import type { FieldRule } from "#workers/contract/customer-values.ts";
import type { ColumnTarget } from "#workers/contract/endpoints/imports.ts";
import type { FieldRow } from "#workers/domain/customers/live-fields.ts";
import { rowChecker } from "#workers/domain/imports/check-row.ts";
import type { ReadRow } from "#workers/domain/imports/csv-text.ts";

const field = (id: string, fieldLabel: string, rules: Partial<FieldRule> = {}): FieldRow =>
  ({
    id,
    fieldLabel,
    rules: {
      fieldType: "text",
      inputType: "alphabets",
      mandatory: false,
      defaultValue: "",
      minValue: null,
      maxValue: null,
      allowSpecialChars: false,
      allowedChars: [],
      commaIncluded: false,
      ...rules,
    },
  }) as FieldRow;
const fields = [
  field("city", "City", { mandatory: true, minValue: 2 }),
  field("age", "Age", { inputType: "number" }),
  field("email", "E-mail", { inputType: "email" }),
];

const PHONE = "+919876543210";
const row = (cells: string[], more: Partial<ReadRow> = {}): ReadRow => ({
  cells,
  start: 0,
  end: 0,
  line: 2,
  unclosed: false,
  raw: cells.join(","),
  broken: false,
  ...more,
});
const check = (mapping: ColumnTarget[], cells: string[], own: readonly FieldRow[] = fields) =>
  rowChecker({ mapping, encoding: "utf-8" }, own)(row(cells));
/** The problems of a value, in a row that is right otherwise. */
const problems = (target: ColumnTarget, value: string): string[] =>
  check(["phoneNumber", target], [PHONE, value]).errors ?? [];
const nothing = {
  phone: "",
  phoneTyped: "",
  name: "",
  whatsapp: "",
  facebookId: "",
  instaId: "",
  twitterId: "",
  data: {},
  taggings: [],
};

describe("a row", () => {
  test("says what its columns are mapped to, without needless white space, and nothing of a column left out", () => {
    const cells: [ColumnTarget, string][] = [
      ["name", " Asha \t Verma "],
      ["", "left out"],
      ["phoneNumber", " +91  98765 43210"],
      ["whatsAppNumber", " wa 1 "],
      ["facebookId", " fb"],
      ["instaId", "ig "],
      ["twitterId", "tw"],
      ["field:age", " 41 "],
      ["field:city", "Pune"],
      ["groups", "Newsletter; New  Delhi ;;"],
      ["tags", "Premium"],
    ];
    const [targets, values] = [cells.map(([target]) => target), cells.map(([, value]) => value)];
    expect(check(targets, values)).toEqual({
      said: {
        phone: PHONE,
        phoneTyped: "+91 98765 43210",
        name: "Asha Verma",
        whatsapp: "wa 1",
        facebookId: "fb",
        instaId: "ig",
        twitterId: "tw",
        data: { age: "41", city: "Pune" },
        taggings: [
          { kind: "group", name: "Newsletter", key: "newsletter" },
          { kind: "group", name: "New Delhi", key: "new delhi" },
          { kind: "label", name: "Premium", key: "premium" },
        ],
      },
    });
  });

  test("says nothing with empty cells and with cells that it lacks, even of a mandatory field", () => {
    const mapping: ColumnTarget[] = ["phoneNumber", "name", "field:city", "groups", "tags", "whatsAppNumber"];
    const said = { ...nothing, phone: PHONE, phoneTyped: PHONE };
    expect(check(mapping, [PHONE])).toEqual({ said });
    expect(check(mapping, [PHONE, "", "", "", "", ""])).toEqual({ said });
  });

  test("gives no value to a field that was deleted since", () => {
    expect(check(["name", "field:gone"], ["Asha", "x"])).toEqual({ said: { ...nothing, name: "Asha" } });
  });

  test("has the text that a cell guarded against formulas stands for, and only characters that can be stored", () => {
    expect(check(["whatsAppNumber", "name"], ["'=1+1", "Asha\uD800"]).said).toMatchObject({
      whatsapp: "=1+1",
      name: "Asha\uFFFD",
    });
  });

  test("with more in it than the header has columns is refused; empty cells at its end are nothing", () => {
    expect(check(["name", "facebookId"], ["Asha", "", "", "x"]).errors).toEqual([
      "The row has 4 cells, but the header has only 2.",
    ]);
    expect(check(["name", "facebookId"], ["Asha", "", "", " "]).errors).toBeUndefined();
  });

  test("whose bytes or quotation marks are wrong is told that, and nothing else", () => {
    const read = rowChecker({ mapping: ["phoneNumber"], encoding: "utf-16le" }, []);
    expect(read(row(["x"], { broken: true }))).toEqual({
      errors: ["The row has bytes that are not text in utf-16le, the file's encoding."],
    });
    expect(read(row(['"x'], { unclosed: true }))).toEqual({
      errors: ["The quotation mark that opens here is never closed."],
    });
  });

  test("is told everything that is wrong with it, in the order of its columns", () => {
    expect(check(["name", "phoneNumber", "field:age"], ["A", "", "old", "more"]).errors).toEqual([
      "The row has 4 cells, but the header has only 3.",
      "Name: Minimum length must be 2 characters.",
      "Phone Number is required",
      expect.stringContaining("Age"),
    ]);
  });

  test("holds at most 250,000 characters of the enterprise's own fields", () => {
    const many = Array.from({ length: 26 }, (_, at) => field(`f${at}`, `F${at}`));
    const mapping = many.map(({ id }): ColumnTarget => `field:${id}`);
    const cells = Array.from({ length: 25 }, () => "x".repeat(10_000));
    expect(Object.keys(check(mapping, cells, many).said?.data ?? {})).toHaveLength(25);
    expect(check(mapping, [...cells, "x"], many).errors).toEqual(["Use at most 250000 characters."]);
  });
});

describe("a name", () => {
  test.each(["Al", "x".repeat(30), `A${" ".repeat(40)}l`, "Zoë & Co. #1"])("%j is taken", (name) => {
    expect(problems("name", name)).toEqual([]);
  });

  test.each([
    ["x", "Name: Minimum length must be 2 characters."],
    ["x".repeat(31), "Name: Maximum length must be 30 characters."],
    ["   ", "Whitespace only present in the field - Name"],
    ["As\0ha", "Name: The character U+0000 cannot be stored. Remove it and try again."],
  ])("%j is refused: %s", (name, problem) => {
    expect(problems("name", name)).toEqual([problem]);
  });
});

describe("a phone number", () => {
  const ofPhone = (typed: string) => check(["phoneNumber"], [typed]);

  test.each(["", "  "])("is required where a column has it: %j", (typed) => {
    expect(ofPhone(typed).errors).toEqual(["Phone Number is required"]);
  });

  test("of ten characters is the shortest, however it was typed", () => {
    expect(ofPhone("+298 201234").said?.phone).toBe("+298201234");
    for (const short of ["+290 22 158", "+91 98765"]) {
      expect(ofPhone(short).errors).toEqual([
        expect.stringContaining("Phone Number: at least 10 characters are needed."),
      ]);
    }
  });

  test("that cannot be dialled is refused with the reason", () => {
    expect(ofPhone("+91 00000 00000").errors).toEqual([
      expect.stringContaining("Phone Number: +91 has no such number."),
    ]);
    expect(ofPhone("ask her sister").errors).toEqual([
      expect.stringContaining("Phone Number: This is not a phone number."),
    ]);
  });
});

test.each<[ColumnTarget, string]>([
  ["whatsAppNumber", "Whatsapp"],
  ["facebookId", "Facebook ID"],
  ["instaId", "Instagram ID"],
  ["twitterId", "Twitter ID"],
])("%s is text of at most 200 characters", (target, label) => {
  expect(problems(target, ` ${"x".repeat(200)} `)).toEqual([]);
  expect(problems(target, "x".repeat(201))).toEqual([`${label}: Use at most 200 characters.`]);
  expect(problems(target, "x\0")).toEqual([expect.stringContaining(`${label}: The character U+0000`)]);
});

test.each<[ColumnTarget, string]>([
  ["groups", "Groups"],
  ["tags", "Labels"],
])("%s are at most 50 names of at most 100 characters", (target, label) => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join(";");
  expect(problems(target, `${names(49)};${"x".repeat(100)}; ;`)).toEqual([]);
  expect(problems(target, names(51))).toEqual([`${label}: at most 50 in one row.`]);
  expect(problems(target, `a;${"x".repeat(101)}`)).toEqual([`${label}: Use at most 100 characters.`]);
  expect(problems(target, "a;b\0")).toEqual([expect.stringContaining(`${label}: The character U+0000`)]);
});

describe("a value of an own field", () => {
  test("keeps the field's rules", () => {
    expect(problems("field:age", "41")).toEqual([]);
    expect(problems("field:email", "asha@example.com")).toEqual([]);
    expect(problems("field:age", "old")).not.toEqual([]);
  });

  test("is refused in a sentence that names the field once", () => {
    expect(problems("field:city", "P")).toEqual(["City: Minimum length must be 2 characters."]);
    expect(problems("field:city", " ")).toEqual(["Whitespace only present in the field - City"]);
  });

  test("is at most 10,000 characters, none of them U+0000", () => {
    expect(problems("field:city", "x".repeat(10_000))).toEqual([]);
    expect(problems("field:city", "x".repeat(10_001))).toEqual(["City: Use at most 10000 characters."]);
    expect(problems("field:city", "Pu\0ne")).toEqual([expect.stringContaining("City: The character U+0000")]);
  });
});

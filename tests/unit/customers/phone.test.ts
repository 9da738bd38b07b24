import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js";
import examples from "libphonenumber-js/examples.mobile.json";
import { expect, test } from "vitest";
import { phoneOf, phoneProblem } from "#workers/domain/customers/phone.ts";
import { isPlainNumber } from "#workers/domain/customers/plain-phone.ts";
import { randomOf } from "#tests/support/import-load.ts";

test.each([
  ["+91 98765 43210", "+919876543210"],
  ["  +91-98765-43210  ", "+919876543210"],
  ["0091 98765 43210", "+919876543210"],
  ["91 98765 43210", "+919876543210"],
  ["(91) 98765 43210", "+919876543210"],
  ["＋91 98765 43210", "+919876543210"],
  ["(00 49) 30 1234567", "+49301234567"],
  ["( 00 49 ) 30 1234567", "+49301234567"],
  [`+91 98765 43210${" ".repeat(60)}`, "+919876543210"],
  [`+91${" ".repeat(46)}98765 43210`, "+919876543210"],
])("%j is the number %s", (typed, number) => {
  expect(phoneOf(typed)).toBe(number);
});

test.each([
  "",
  "   ",
  "Asha",
  "12",
  "+91 98765",
  "+91 00000 00000",
  "+91 98765 43210 ext. 5",
  "+999 123456789",
])("%j is no number, and is told why", (typed) => {
  expect(phoneOf(typed)).toBeUndefined();
  expect(phoneProblem(typed)).toMatch(/\w/);
});

test("a text longer than any number is not looked at", () => {
  for (const long of [`+91${" ".repeat(47)}98765 43210`, `+91 98765 43210${".".repeat(50)}`]) {
    expect(phoneOf(long)).toBeUndefined();
    expect(phoneProblem(long)).toBe(phoneProblem("Asha"));
  }
});

test("the reason says whether a number is too short, too long or none", () => {
  const reasons = ["+91 98765", "+91 98765 43210 98765", "+91 00000 00000", "Asha"].map(phoneProblem);
  expect(new Set(reasons).size).toBe(4);
  expect(phoneProblem(" 91 98765")).toBe(reasons[0]);
  expect(phoneProblem("(0091 98765")).toBe(reasons[0]);
  expect(phoneProblem("+91 98765 43210 ext. 5")).toBe(reasons[3]);
});

test("a number that is plain without the library's parsing is the one that it finds, for every country", () => {
  const random = randomOf(7);
  const digits = (length: number) => Array.from({ length }, () => String(Math.floor(random() * 10))).join("");
  const changed = (text: string) => {
    const at = Math.floor(random() * text.length);
    const made = text.slice(0, at) + digits(1) + text.slice(at + Math.floor(random() * 3));
    return random() < 0.2 ? `0${made}` : made;
  };
  let [plain, asked] = [0, 0];
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    const example: string = getExampleNumber(country, examples)?.nationalNumber ?? "98765432";
    const made = Array.from({ length: 150 }, (_, at) =>
      at % 3 === 0 ? digits(example.length) : at === 1 ? example : changed(example),
    );
    for (const text of made.map((national) => `+${code}${national}`)) {
      asked++;
      if (!isPlainNumber(text)) continue;
      plain++;
      const parsed = parsePhoneNumberFromString(text);
      expect([parsed?.number, parsed?.isValid(), parsed?.ext], text).toEqual([text, true, undefined]);
    }
  }
  expect(plain / asked).toBeGreaterThan(0.1);
  expect(isPlainNumber("+919876543210")).toBe(true);
  // Both fit their country's pattern, with digits in front that are dialled within it.
  expect(phoneOf("+3758122331828")).toBe("+375122331828");
  expect(phoneOf("+5590588444638")).toBe("+55588444638");
});

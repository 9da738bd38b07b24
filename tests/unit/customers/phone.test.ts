import { expect, test } from "vitest";
import { phoneOf, phoneProblem } from "#workers/domain/customers/phone.ts";

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

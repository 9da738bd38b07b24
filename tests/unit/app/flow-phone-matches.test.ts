import { expect, test } from "vitest";
import { matches } from "#app/features/flow-phone/matches.ts";

test("a pattern is looked for anywhere, in linear time, and one that cannot be read refuses nobody", () => {
  expect(matches("^[A-Z]{5}\\d{4}[A-Z]$", "ABCDE1234F")).toBe(true);
  expect(matches("^[A-Z]{5}\\d{4}[A-Z]$", "abc")).toBe(false);
  expect(matches("\\d", "flat 4")).toBe(true);
  // A backtracking engine would not come back from this one.
  expect(matches("^(a+)+$", `${"a".repeat(500)}!`)).toBe(false);
  expect(matches("(", "anything")).toBe(true);
  expect(matches("(?=x)y", "anything")).toBe(true);
});

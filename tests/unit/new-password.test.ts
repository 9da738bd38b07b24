import { describe, expect, test } from "vitest";
import { newPassword } from "#workers/contract/new-password.ts";

const about = ["Heron Bank", "Asha Rao", "asha.rao@heron.example"];
const problem = (password: string): string | undefined => {
  const result = newPassword(about).safeParse(password);
  return result.success ? undefined : result.error.issues[0]?.message;
};

describe("a password that somebody chooses", () => {
  test.each([
    "q8#mLw2!",
    "        x        ",
    "🔑🔑🔑🔑🔑🔑🔑🔑",
    "x".repeat(63) + "y",
    "é".repeat(127) + "e",
    "my heron sings at dawn",
  ])("may be %j", (password) => {
    expect(problem(password)).toBeUndefined();
    expect(newPassword(about).parse(password), "as typed").toBe(password);
  });

  test.each([
    ["", "This field is mandatory."],
    ["1234567", "Your Password must be atleast 8 characters long"],
    ["🔑🔑🔑🔑🔑🔑🔑", "Your Password must be atleast 8 characters long"],
    ["é".repeat(129), "Use at most 128 characters."],
    ["password", "too common"],
    ["PassWord1", "too common"],
    ["qwertyuiop", "too common"],
    ["chatbird!", "contains a name"],
    ["HeronBank12", "contains a name"],
    ["asha.rao@heron.example", "contains a name"],
    ["asha1990", "contains a name"],
  ])("may not be %j: %s", (password, said) => {
    expect(problem(password)).toContain(said);
  });
});

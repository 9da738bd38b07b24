import { expect, test } from "vitest";
import { heardOf } from "#workers/contract/endpoints/bot-sessions.ts";

test("a bot hears the beginning of a long message, and no half of a sign", () => {
  expect(heardOf(` ${"x".repeat(2_001)} `)).toBe("x".repeat(2_000));
  expect(heardOf(`${"x".repeat(1_998)}😀`)).toBe(`${"x".repeat(1_998)}😀`);
  expect(heardOf(`${"x".repeat(1_999)}😀`)).toBe("x".repeat(1_999));
});

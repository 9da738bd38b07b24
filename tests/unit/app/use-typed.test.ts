import { expect, test } from "vitest";
import { followed } from "#app/kit/use-typed.ts";

const before = { number: "", status: "" };

test("fields follow the address, but for what was typed while it changed", () => {
  const shown = { number: "98765", status: "failed" };
  expect(followed(before, before, shown)).toEqual(shown);
  expect(followed({ ...before, number: "12" }, before, shown)).toEqual({ number: "12", status: "failed" });
});

test("what was sent and is shown follows Back", () => {
  const sent = { number: "12", status: "" };
  const shown = followed(sent, before, sent);
  expect(followed(shown, sent, before)).toEqual(before);
});

import { expect, test } from "vitest";
import { followed } from "#app/kit/use-typed.ts";

interface Fields {
  number: string;
  status: string;
}
const before: Fields = { number: "", status: "" };
const typedIn = (fields: Fields, ...touched: (keyof Fields)[]) => ({ fields, touched: new Set(touched) });

test("fields follow the address, but for what was typed while it changed", () => {
  const shown = { number: "98765", status: "failed" };
  expect(followed(typedIn(before), shown).fields).toEqual(shown);
  const meanwhile = typedIn({ ...before, number: "12" }, "number");
  expect(followed(meanwhile, shown).fields).toEqual({ number: "12", status: "failed" });
});

test("what is chosen again while the address is being cleared stays", () => {
  const again = typedIn({ number: "", status: "failed" }, "status");
  expect(followed(again, before).fields).toEqual({ number: "", status: "failed" });
});

test("what was sent and is shown follows Back", () => {
  const sent = { number: "12", status: "" };
  const shown = followed(typedIn(sent, "number"), sent);
  expect(followed(shown, before).fields).toEqual(before);
});

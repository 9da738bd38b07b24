import { describe, expect, test } from "vitest";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { type Mapping } from "#workers/contract/broadcast.ts";
import { components } from "#workers/contract/templates/template.ts";
import { Values } from "#workers/domain/audience/values.ts";

const template = {
  category: "UTILITY" as const,
  components: components.parse({
    body: { text: "Hello {{1}}" },
    buttons: [{ type: "URL", text: "Open", value: "https://shop.example/{{1}}" }],
  }),
};
const address = "buttons.0/1";
const valuesOf = (mappings: Mapping[]) => new Values(template, channelTypes.whatsApp, mappings);
const NAMED: Mapping = { variable: "body/1", type: "column", value: "row.Name" };

describe("a value within an address", () => {
  const kinds: Mapping[] = [
    { variable: address, type: "column", value: "row.Code" },
    { variable: address, type: "expression", value: "{row.Code}" },
  ];
  test.each(kinds)("is an address whatever is in it, by %o", (mapping) => {
    const codeOf = (code: string) =>
      valuesOf([NAMED, mapping]).of({ "row.Name": "Asha", "row.Code": code }).own[address];
    expect(codeOf("\u{1F389} off")).toBe("%F0%9F%8E%89%20off");
    // Half of an emoji, at either end.
    expect(codeOf("\uD83C")).toBe("%EF%BF%BD");
    expect(codeOf("a\uDF89b")).toBe("a%EF%BF%BDb");
    expect(codeOf("?x=1&y#z/../{row.Name}")).toBe("%3Fx%3D1%26y%23z%2F..%2F%7Brow.Name%7D");
  });
});

test("an expression that has no value for one in a thousand leaves that one out, and nobody else", () => {
  const values = valuesOf([
    { variable: "body/1", type: "expression", value: "{row.Name} of {row.City|here}" },
    { variable: address, type: "static", value: "start" },
  ]);
  const all = Array.from({ length: 1_000 }, (_, at) => ({
    "row.Name": at === 617 ? " " : `Name ${at}`,
    "row.City": "",
  }));
  const made = all.map((row) => values.of(row));
  expect(made.flatMap(({ missing }, at) => (missing.length > 0 ? [[at, missing]] : []))).toEqual([
    [617, ["body/1"]],
  ]);
  expect(made[999]?.own["body/1"]).toBe("Name 999 of here");
});

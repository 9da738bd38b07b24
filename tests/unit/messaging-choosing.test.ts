import { expect, test } from "vitest";
import { choosing } from "#workers/contract/choosing.ts";
import { messageBody } from "#workers/contract/message-body.ts";

const can = {
  kinds: ["text", "buttons", "list"] as const,
  buttons: { most: 3, label: 20 },
  rows: { most: 10, label: 24, description: 72 },
};
const named = (count: number, label = "Card") => Array.from({ length: count }, (_, at) => `${label} ${at}`);
const kindWith = (choices: string[], more: Partial<typeof can> | object = {}, text = "Which card?") => {
  const body = choosing(text, choices, { ...can, ...more }, "k".repeat(20));
  expect(messageBody.safeParse(body).success).toBe(true);
  return body.kind;
};

test("choices are buttons where these are enough, else a list, else words alone", () => {
  expect(kindWith(named(3))).toBe("buttons");
  expect(kindWith(named(4))).toBe("list");
  expect(kindWith(named(3, "A label that fits a row"))).toBe("text");
  expect(kindWith(named(3, "A label for a row only"))).toBe("list");
  expect(kindWith(named(3), { kinds: ["text"] })).toBe("text");
  expect(kindWith(named(11))).toBe("text");
  expect(kindWith(named(1))).toBe("text");
  expect(kindWith([])).toBe("text");
  expect(kindWith(named(2), {}, "so ".repeat(400))).toBe("text");
});

test("what is pressed says the value, under a token that no other question has", () => {
  expect(choosing("Which?", ["Visa", "Rupay"], can, "a0")).toEqual({
    kind: "buttons",
    text: "Which?",
    buttons: [
      { kind: "reply", token: "a0.0", label: "Visa" },
      { kind: "reply", token: "a0.1", label: "Rupay" },
    ],
  });
});

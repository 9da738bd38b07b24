import * as fc from "fast-check";
import { expect, test } from "vitest";
import { paraphrase } from "#workers/nlu/paraphrase/paraphrase.ts";
import { exactKey } from "#workers/nlu/text.ts";

const lines = ["What is my balance?", "I want to cancel my order", "show me nearby ATMs"];

test("gives as many as were asked for, all different, none of those that are taken", () => {
  const taken = ["please show me nearby atms", "tell me what my balance is"];
  for (const count of [5, 10]) {
    const made = paraphrase({ lines, count, taken });
    expect(made).toHaveLength(count);
    const keys = made.map(exactKey);
    expect(new Set(keys).size).toBe(count);
    for (const known of [...taken, ...lines]) expect(keys).not.toContain(exactKey(known));
  }
});

test("asks indirectly, politely, in short forms and with the bot's own synonyms", () => {
  const many = paraphrase({
    lines: ["What is my balance?", "cancel my order"],
    count: 200,
    taken: [],
    synonyms: [["order", "purchase slip"]],
  });
  expect(many).toEqual(
    expect.arrayContaining([
      "tell me what my balance is",
      "What's my balance?",
      "could you please cancel my order",
      "cancel my purchase slip",
    ]),
  );
});

test("gives ten for one short phrase, in English and in Hindi", () => {
  expect(paraphrase({ lines: ["refund"], count: 10, taken: [] })).toHaveLength(10);
  const hindi = paraphrase({ lines: ["मेरा बैलेंस दिखाओ"], count: 10, taken: [] });
  expect(hindi).toHaveLength(10);
  expect(hindi).toContain("कृपया मेरा बैलेंस दिखाओ");
});

test("is the same for the same input, and another with another seed", () => {
  const input = { lines, count: 10, taken: [] };
  expect(paraphrase(input)).toEqual(paraphrase(input));
  expect(paraphrase({ ...input, seed: 2 })).not.toEqual(paraphrase(input));
});

test("takes any text whatever and never answers a repeated or taken phrase", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 80 }), { maxLength: 4 }), (any) => {
      const made = paraphrase({ lines: any, count: 10, taken: ["hello"] });
      const keys = made.map(exactKey);
      expect(new Set([...keys, ...any.map(exactKey), "hello"]).size).toBe(
        keys.length + new Set([...any.map(exactKey), "hello"]).size,
      );
    }),
    { numRuns: 200 },
  );
});

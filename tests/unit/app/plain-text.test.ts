import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inlineParts, plainText } from "#app/lib/plain-text.ts";

test.each([
  ["**Open** from *nine* to __five__", "Open from nine to five"],
  ["## Hours\n- Monday\n- [x] Tuesday", "Hours Monday Tuesday"],
  [
    '> See [our site](https://example.com "Shop") and ![a map](https://example.com/m.png)',
    "See our site and a map",
  ],
  ["Run `npm start`, ~~never~~ always", "Run npm start, never always"],
  ["| Day | Hour |\n|---|:-:|\n| Mo | 9 |", "Day | Hour Mo | 9"],
  ["```js\ncode\n```", "code"],
  ["<https://example.com/a>", "https://example.com/a"],
])("the words of %j are %j", (markdown, words) => {
  expect(plainText(markdown)).toBe(words);
});

test.each([
  "2 * 3 * 4",
  "snake_case_name",
  "C:\\temp",
  "a_b and c_d",
  "5 > 3",
  "it's 10% * off",
  "-5 degrees",
])("%j formats nothing", (text) => expect(plainText(text)).toBe(text));

test("words without signs stay as they are, and no text takes long", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\p{L}\p{M}]{1,9}$/u), { maxLength: 20 }), (words) => {
      expect(plainText(words.join(" "))).toBe(words.join(" ").slice(0, 400).trim());
    }),
  );
  for (const sign of ["[", "*", "_ a", "> ", "`", "![](", "|-"]) plainText(sign.repeat(100_000));
});

test("what is emphasised keeps it, as far as it goes", () => {
  expect(inlineParts("**Open** from *nine* to `5`, ~~never~~ **on _Monday_**")).toEqual([
    { words: "Open", emphasis: ["strong"] },
    { words: " from ", emphasis: [] },
    { words: "nine", emphasis: ["em"] },
    { words: " to ", emphasis: [] },
    { words: "5", emphasis: ["code"] },
    { words: ", never ", emphasis: [] },
    { words: "on ", emphasis: ["strong"] },
    { words: "Monday", emphasis: ["strong", "em"] },
  ]);
  expect(inlineParts("_a_`b` 2 * 3")).toEqual([
    { words: "a", emphasis: ["em"] },
    { words: "b", emphasis: ["code"] },
    { words: " 2 * 3", emphasis: [] },
  ]);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bound, newPhrase, withPhrases } from "#app/routes/bots/intents/intent-draft.ts";
import { wholeWords, wordsOf } from "#app/routes/bots/intents/words.ts";

const selecting = (text: string, part: string) => {
  const start = text.indexOf(part);
  const span = wholeWords(text, { start, end: start + part.length });
  return span && text.slice(span.start, span.end);
};

test.each([
  ["what is my balance?", "alanc", "balance"],
  ["what is my balance?", "y bal", "my balance"],
  ["what is my balance?", " my ", "my"],
  ["pay ₹500 now", "₹500", "₹500"],
  ["pay ₹500 now", "50", "500"],
  ["fly to पेरिस कल", "रि", "पेरिस"],
  ["fly 😀 me", "😀", "😀"],
  ["don't stop", "do", "don't"],
])("of “%s” a selection of “%s” binds “%s”", (text, part, words) => {
  expect(selecting(text, part)).toBe(words);
});

test("a selection of spaces binds nothing", () => {
  expect(wholeWords("a  b", { start: 1, end: 3 })).toBeUndefined();
});

test("a selection never shrinks but for its spaces, and lies within the phrase", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.nat(40),
      fc.nat(40),
      (text, from, length) => {
        const start = Math.min(from, text.length);
        const end = Math.min(start + length, text.length);
        const span = wholeWords(text, { start, end });
        const words = text.slice(start, end).trim();
        expect(span === undefined).toBe(words === "");
        if (span) expect(text.slice(span.start, span.end)).toContain(words);
      },
    ),
  );
});

test("the words to choose from have no punctuation around them", () => {
  const text = `"Fly" to (Paris), at 10:30 for ₹500… कल।`;
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    "Fly",
    "to",
    "Paris",
    "at",
    "10:30",
    "for",
    "₹500",
    "कल",
  ]);
});

test("several phrases are added in the order in which they were pasted, in front of those that were there", () => {
  const there = [newPhrase("old")];
  const { phrases, repeated } = withPhrases(there, ["one", "two", "OLD", "three", "two"]);
  expect(phrases.map(({ text }) => text)).toEqual(["one", "two", "three", "old"]);
  expect(repeated).toBe(2);
});

test("a new binding takes the place of those it touches", () => {
  const phrase = newPhrase("fly to Paris soon", [{ entityId: "city", entityStartPos: 7, entityEndPos: 12 }]);
  const { refs } = bound(phrase, { entityId: "place", entityStartPos: 4, entityEndPos: 12 });
  expect(refs).toEqual([{ entityId: "place", entityStartPos: 4, entityEndPos: 12 }]);
});

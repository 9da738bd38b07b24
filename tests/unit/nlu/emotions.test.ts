import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { emotionNames } from "#workers/contract/emotions.ts";
import { emotionOf, loadEmotions } from "#workers/nlu/emotions/emotions.ts";

const file = join(import.meta.dirname, "../../../workers/nlu/emotions/emotions.bin");
const bytes = readFileSync(file);
const model = loadEmotions(new Uint8Array(bytes));

test("the shipped file is at most 2 MB", () => {
  expect(bytes.length).toBeLessThanOrEqual(2_000_000);
});

test.each([
  ["thanks a lot, you are great!", ["gratitude", "admiration"]],
  ["this is terrible, I am so angry", ["anger", "disgust", "annoyance", "fear"]],
  ["I love it", ["love"]],
  ["I'm so sorry about that", ["remorse"]],
  ["what is my account balance", ["neutral", "curiosity", "confusion"]],
  ["the parcel number is 12345", ["neutral"]],
])("hears in “%s” one of %j", (text, emotions) => {
  expect(emotions).toContain(emotionOf(model, text).emotion);
});

test("is neutral where it knows nothing, such as in a script that it never saw", () => {
  expect(emotionOf(model, "मेरा खाता").emotion).toBe("neutral");
  expect(emotionOf(model, "").emotion).toBe("neutral");
});

test("names one of the 28 for any text whatever, with a confidence from 0 to 1", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const { emotion, confidence } = emotionOf(model, text);
      expect(emotionNames).toContain(emotion);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }),
  );
});

import { expect, test } from "vitest";
import { smsParts } from "#workers/contract/sms-parts.ts";

test.each([
  ["", "GSM-7", 0, 160],
  ["Hello", "GSM-7", 1, 155],
  ["x".repeat(160), "GSM-7", 1, 0],
  ["x".repeat(161), "GSM-7", 2, 145],
  ["x".repeat(306), "GSM-7", 2, 0],
  ["x".repeat(307), "GSM-7", 3, 152],
  // Two septets each.
  ["€".repeat(80), "GSM-7", 1, 0],
  // The 77th would be cut in half: it begins the second part.
  ["€".repeat(81), "GSM-7", 2, 143],
  ["नमस्ते", "UCS-2", 1, 64],
  ["न".repeat(70), "UCS-2", 1, 0],
  ["न".repeat(71), "UCS-2", 2, 63],
  // 33 emoji are 66 units: the 34th does not fit into 67.
  ["😀".repeat(36), "UCS-2", 2, 61],
  ["x`y", "UCS-2", 1, 67],
])("%j is %s in %d parts, with room for %d more", (text, encoding, parts, left) => {
  expect(smsParts(text)).toEqual({ encoding, parts, left });
});

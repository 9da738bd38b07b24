import { describe, expect, test } from "vitest";
import { exactKey, normalise, tokenise } from "#workers/nlu/text.ts";

describe("text", () => {
  test.each([
    ["What’s my BALANCE?", ["what's", "my", "balance", "?"]],
    ["मेरा बैलेंस क्या है", ["मेरा", "बैलेंस", "क्या", "है"]],
    ["ｆｕｌｌ　ｗｉｄｔｈ", ["full", "width"]],
    ["wait...  what!!", ["wait", "...", "what", "!!"]],
    ["", []],
  ])("%j has the tokens %j", (text, tokens) => {
    expect(tokenise(normalise(text))).toEqual(tokens);
  });

  test("is the same phrase whatever its case, spaces, quotes and closing signs", () => {
    for (const other of ["hi there", "  Hi   THERE! ", "hi\u200b there…"])
      expect(exactKey(other)).toBe(exactKey("hi there"));
    expect(exactKey("hi there?")).not.toBe(exactKey("hi where"));
  });
});

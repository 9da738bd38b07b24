import { expect, test } from "vitest";
import { piecesOf } from "#app/features/message-words/marks.ts";

const shown = (text: string) =>
  piecesOf(text)
    .map(({ text: words, marks }) => (marks.length > 0 ? `<${marks.join("+")}>${words}</>` : words))
    .join("");

test.each([
  ["plain", "plain"],
  ["a *bold* word", "a <bold>bold</> word"],
  ["_italic_ and ~gone~", "<italic>italic</> and <strike>gone</>"],
  ["*bold and _both_*", "<bold>bold and </><bold+italic>both</>"],
  ["```mono *as is*```", "<mono>mono *as is*</>"],
  ["run `npm ci` now", "run <mono>npm ci</> now"],
  // Signs within words, beside spaces or over lines are themselves.
  ["snake_case_name 2*3*4", "snake_case_name 2*3*4"],
  ["* not bold *", "* not bold *"],
  ["*one\ntwo*", "*one\ntwo*"],
  ["(*bold*)!", "(<bold>bold</>)!"],
  ["*नमस्ते*", "<bold>नमस्ते</>"],
])("%j is shown as %j", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

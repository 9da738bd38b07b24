import { expect, test } from "vitest";
import { differencesOf } from "#app/routes/services/transcript-differences.ts";

const part = (start: number, text: string) => ({ start, end: start + 2, text });

test("a transcript that somebody else has shortened differs in the parts that read otherwise, and in no other", () => {
  const typed = [part(0, "Hello."), part(5, "My card is lost."), part(9, "Please block it.")];
  expect(differencesOf([part(5, "My card is lost."), part(9, "Please block it!")], typed)).toEqual([
    "0:00: -",
    "0:09: Please block it!",
  ]);
  expect(differencesOf([part(5, "My card is lost.")], [part(0, ""), part(5, "My card is lost.")])).toEqual(
    [],
  );
  expect(differencesOf([part(0, "One."), part(0, "Two.")], [part(0, "One."), part(0, "Two!")])).toEqual([
    "0:00: One. Two.",
  ]);
});

import { describe, expect, test } from "vitest";
import { errorsTexts } from "#texts/errors.ts";
import { errorsTexts as inHindi } from "#texts/hi/errors.ts";
import { preferredLanguage } from "#workers/contract/language.ts";
import { inLanguageOf } from "#workers/api/in-language/answers.ts";
import { dictionaryOf, lookUp } from "#workers/api/in-language/dictionary.ts";

describe("the language that is asked for", () => {
  test.each([
    ["hi", "hi"],
    ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
    ["en-GB,en;q=0.9,hi;q=0.5", "en"],
    ["en;q=0.3, HI ; q=0.7", "hi"],
    ["fr, hi;q=0.2", "hi"],
    ["fr", "en"],
    ["hi;q=0", "en"],
    ["*", "en"],
    ["", "en"],
    [undefined, "en"],
    ["hi;q=x,,;;", "hi"],
    ["constructor", "en"],
  ])("%s is answered in %s", (header, language) => expect(preferredLanguage(header)).toBe(language));
});

describe("a sentence with values", () => {
  const english = {
    texts: {
      plain: "Nothing is here.",
      most: (most: number) =>
        most === 1 ? "Send one file at a time." : `Send at most ${most} files at a time.`,
      who: (who: string, when: string) =>
        `${who ? `Changed by ${who}` : "Changed"} at ${when}. Nothing was lost.`,
      type: (type: string) => `This must be ${type}.`,
      types: { int: "a whole number" },
      list: (values: string[]) => `Choose one of: ${values.join(", ")}.`,
      twice: (name: string) => `${name} is there. Open ${name} to see it.`,
      bare: (a: string, b: string) => `${a}: ${b}`,
    },
  };
  const other = {
    texts: {
      plain: "NICHTS.",
      most: (most: number) => (most === 1 ? "EINE." : `HOECHSTENS ${most}.`),
      who: (who: string, when: string) => `${when} ${who ? `VON ${who}` : "GEAENDERT"}.`,
      type: (type: string) => `MUSS ${type} SEIN.`,
      types: { int: "EINE GANZE ZAHL" },
      list: (values: string[]) => `EINS VON ${values.join(", ")}.`,
      twice: (name: string) => `${name} OEFFNEN.`,
      bare: (a: string, b: string) => `${b} ${a}`,
    },
  };
  const dictionary = dictionaryOf(english, other);
  test.each([
    ["Nothing is here.", "NICHTS."],
    ["Send one file at a time.", "EINE."],
    ["Send at most 12 files at a time.", "HOECHSTENS 12."],
    ["Changed by Asha Rao at 09:00. Nothing was lost.", "09:00 VON Asha Rao."],
    ["Changed at 09:00. Nothing was lost.", "09:00 GEAENDERT."],
    ["This must be a whole number.", "MUSS EINE GANZE ZAHL SEIN."],
    ["This must be red.", "MUSS red SEIN."],
    ["Choose one of: a, b, c.", "EINS VON a, b, c."],
    ["X is there. Open X to see it.", "X OEFFNEN."],
    ["Nothing is here. This must be red.", "NICHTS. MUSS red SEIN."],
  ])("%s", (sentence, said) => expect(lookUp(dictionary, sentence)).toBe(said));

  test("stays as it is when it was made of no text, or of too little to tell", () => {
    for (const sentence of ["Somebody's own words.", "X is there. Open Y to see it.", "a: b", ""])
      expect(lookUp(dictionary, sentence)).toBe(sentence);
  });
});

describe("an answer", () => {
  test("is said in Hindi with its reasons by field, and nothing else of it changes", async () => {
    const said = {
      message: errorsTexts.invalid,
      errors: { name: errorsTexts.mandatory, code: errorsTexts.perPage(40), own: "Asha Rao" },
      code: "invalid",
    };
    expect(await inLanguageOf("hi-IN,hi;q=0.9", said)).toEqual({
      message: inHindi.invalid,
      errors: { name: inHindi.mandatory, code: inHindi.perPage(40), own: "Asha Rao" },
      code: "invalid",
    });
    expect(await inLanguageOf("en", said)).toBe(said);
    expect(await inLanguageOf(undefined, said)).toBe(said);
  });

  test("most sentences that are made of values are found again, whatever the values are", async () => {
    const [english, hindi] = await Promise.all([import("#texts/index.ts"), import("#texts/hi/index.ts")]);
    const { sentences, rules } = dictionaryOf(english, hindi);
    expect(sentences.size).toBeGreaterThan(4_000);
    expect(rules.length).toBeGreaterThan(900);
  });
});

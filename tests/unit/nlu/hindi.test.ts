import * as fc from "fast-check";
import { expect, test } from "vitest";
import { latinSpellings, romanised } from "#workers/nlu/hindi/roman.ts";
import { soundOf } from "#workers/nlu/hindi/sound.ts";
import { overlaps } from "#workers/nlu/overlap.ts";
import { loadModel, predict } from "#workers/nlu/predict.ts";
import { train } from "#workers/nlu/train.ts";

test.each([
  ["रवि", "ravi"],
  ["नमस्ते", "namste"],
  ["सुरेश शर्मा", "suresh sharma"],
  ["मुंबई", "mumbai"],
  ["चलना", "chalna"],
  ["हज़ार", "hazar"],
  ["प्रिया", "priya"],
  ["card ब्लॉक 5", "card blok 5"],
])("%s is %s in Latin letters", (hindi, latin) => {
  expect(romanised(hindi)).toBe(latin);
});

test.each([
  ["दीपक", "deepak"],
  ["पूजा", "pooja"],
  ["श्वेता", "shweta"],
  ["आरती", "aarti"],
  ["वर्मा", "verma"],
  ["विकास", "vikaas"],
  ["आशा", "aasha"],
  ["पूजा", "pooja"],
])("%s is also written %s", (hindi, latin) => {
  expect(latinSpellings(hindi)).toContain(latin);
  expect(latinSpellings(hindi)[0]).toBe(romanised(hindi));
  expect(latinSpellings(hindi)).toEqual(latinSpellings(hindi));
});

test("a word of Latin letters has one spelling", () => {
  expect(latinSpellings("verma")).toEqual(["verma"]);
});

test.each([
  ["कार्ड", "card"],
  ["बैलेंस", "balance"],
  ["खाते", "khaate"],
  ["ट्रांसफर", "transfer"],
  ["में", "mein"],
  ["विकास", "vikaas"],
  ["एजेंट", "agent"],
  ["ज़्यादा", "jyada"],
])("%s and %s sound alike", (hindi, latin) => {
  expect(soundOf(hindi)).toBe(soundOf(latin));
});

test("any text can be put into Latin letters, and what has no Devanagari stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const latin = romanised(text);
      if (!/[\u0900-\u097f]/u.test(text)) expect(latin).toBe(text.normalize("NFC"));
      soundOf(text);
    }),
    { numRuns: 300 },
  );
});

test("a bot whose language is Hindi hears Devanagari, also where none of its phrases has a Hindi word", () => {
  const intents = [
    { id: "balance", phrases: ["balance check", "account balance", "mini statement", "balance enquiry"] },
    { id: "card", phrases: ["card block", "debit card lost", "block card", "card hotlist"] },
    { id: "loan", phrases: ["loan apply", "home loan", "loan status", "personal loan"] },
  ];
  const nearest = (language: "en" | "hi", text: string) =>
    predict(loadModel(train({ intents, language }).model), text).candidates[0];
  expect(nearest("hi", "बैलेंस चेक")).toMatchObject({ intentId: "balance" });
  expect(nearest("hi", "कार्ड ब्लॉक")).toMatchObject({ intentId: "card" });
  expect(nearest("hi", "कार्ड ब्लॉक")?.confidence).toBeGreaterThan(nearest("en", "कार्ड ब्लॉक")?.confidence ?? 0);
});

test.each(["hi", "en"] as const)(
  "a phrase near another intent's is told of in a Hindi bot (%s)",
  (language) => {
    const intents = [
      {
        id: "balance",
        phrases: ["मेरा बैलेंस दिखाओ", "मेरे खाते में कितना पैसा है", "खाते का बैलेंस बताओ", "बाकी रकम बताइए"],
      },
      {
        id: "card",
        phrases: [
          "mera card kho gaya hai",
          "card block kar do",
          "mera debit card chori ho gaya",
          "naya card chahiye",
        ],
      },
    ];
    const model = loadModel(train({ intents, language }).model);
    const near = (text: string) => overlaps(model, text).map(({ phrase }) => phrase);
    // In the same script, and in the other one by the sound.
    expect(near("कृपया मेरा बैलेंस दिखाओ")).toEqual(["मेरा बैलेंस दिखाओ"]);
    expect(near("mera card kho gaya")).toEqual(["mera card kho gaya hai"]);
    expect(near("mera balance dikhao na")).toEqual(["मेरा बैलेंस दिखाओ"]);
    expect(near("मेरा डेबिट कार्ड चोरी हो गया")).toEqual(["mera debit card chori ho gaya"]);
    // With little in common a phrase is near to none, as is a word alone.
    for (const text of ["मेरा नाम राम है", "mera kaam karo", "mausam kaisa hai", "कार्ड", "card"])
      expect(near(text), text).toEqual([]);
  },
);

test("another bot's bytes do not change by its language being told", () => {
  const intents = [
    { id: "a", phrases: ["where is my order", "track my parcel", "order status"] },
    { id: "b", phrases: ["cancel my order", "stop the order", "call it off"] },
  ];
  expect(train({ intents, language: "en" }).model).toEqual(train({ intents }).model);
});

test("one Hindi phrase among a hundred English ones is found in the other script", () => {
  const things = "parcel invoice refund password delivery coupon booking address subscription".split(" ");
  const ways = [
    "where is my #",
    "show me the #",
    "I have a question about my #",
    "change the #",
    "cancel my #",
    "is there news of the #",
    "the # is wrong",
    "please send the # again",
    "how long does a # take",
    "who can help me with a #",
    "I never got the #",
  ];
  const intents = things.map((id) => ({ id, phrases: ways.map((way) => way.replace("#", id)) }));
  intents.push({ id: "points", phrases: ["how many points do I have", "mere kitne points bache hain"] });
  const model = loadModel(train({ intents, language: "en" }).model);
  const best = (text: string) => predict(model, text).candidates[0];
  expect(best("मेरे कितने पॉइंट बचे हैं")).toMatchObject({ intentId: "points" });
  expect(best("मेरे कितने पॉइंट बचे हैं")?.confidence).toBeGreaterThan(0.5);
  // English phrases count no sounds, with the Hindi one or without.
  expect(best("where is the parcel")).toMatchObject({ intentId: "parcel" });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelFormatError } from "#workers/nlu/bytes.ts";
import { loadModel, predict, type Model } from "#workers/nlu/predict.ts";
import { extract } from "#workers/nlu/features.ts";
import { Random } from "#workers/nlu/random.ts";
import { fractionOf, train, trainingSteps, type TrainingInput } from "#workers/nlu/train.ts";

const bank: TrainingInput = {
  intents: [
    {
      id: "balance",
      phrases: [
        "what is my balance",
        "how much money is in my account",
        "show me my account balance",
        "tell me how much I have in savings",
        "check my balance please",
        "मेरे खाते में कितने पैसे हैं",
      ],
    },
    {
      id: "lost-card",
      phrases: [
        "I lost my card",
        "my credit card was stolen",
        "report a stolen debit card",
        "I can't find my card anywhere",
        "somebody took my card",
        "मेरा कार्ड खो गया है",
      ],
    },
    {
      id: "hours",
      phrases: [
        "when do you open",
        "what are your opening hours",
        "are you open on Sunday",
        "until what time is the branch open",
        "when does the branch close",
        "बैंक कब खुलता है",
      ],
    },
  ],
};
const bankModel = loadModel(train(bank).model);
const best = (model: Model, text: string) => predict(model, text).candidates[0];

describe("a trained bot", () => {
  test.each([
    ["please show my balance", "balance"],
    ["how much is in my savings account", "balance"],
    ["help, my card got stolen", "lost-card"],
    ["I cannot find my debit card", "lost-card"],
    ["is the branch open now", "hours"],
    ["what time do you close", "hours"],
    ["मेरा डेबिट कार्ड खो गया", "lost-card"],
  ])("understands %j as %s", (text, intent) => {
    expect(best(bankModel, text)?.intentId).toBe(intent);
  });

  test.each([
    "what is the capital of France",
    "bake a chocolate cake with me",
    "who won the football match",
    "xyzzy plugh",
    "",
    "   ",
    "?!...",
    "🎉",
  ])("does not believe that %j is any of its intents", (text) => {
    expect(best(bankModel, text)?.confidence ?? 0).toBeLessThan(0.5);
  });

  test("answers every training phrase with its own intent, for certain", () => {
    for (const { id, phrases } of bank.intents) {
      for (const phrase of phrases) {
        expect(predict(bankModel, `  ${phrase.toUpperCase()} `)).toMatchObject({
          exact: true,
          candidates: expect.arrayContaining([{ intentId: id, confidence: 1 }]),
        });
      }
    }
  });

  test("names the training phrase that was nearest", () => {
    expect(predict(bankModel, "my credit card was stolen yesterday").nearestPhrase).toEqual({
      intentId: "lost-card",
      phrase: "my credit card was stolen",
    });
  });

  test("is the same to the byte when the same is trained again", () => {
    expect(train(bank).model).toEqual(train(bank).model);
  });

  test("of Hindi phrases in one script answers in the other; English phrases count no sounds", () => {
    const hindi = {
      intents: [
        { id: "balance", phrases: ["mera balance batao", "khate me kitne paise hain", "balance kitna hai"] },
        { id: "card", phrases: ["mera card kho gaya hai", "card block karo", "card chori ho gaya"] },
        { id: "loan", phrases: ["mujhe loan chahiye", "loan kaise milega", "home loan ki byaj dar"] },
      ],
    };
    const model = loadModel(train(hindi).model);
    expect(
      ["मेरे खाते में कितने पैसे हैं", "मेरा कार्ड खो गया", "मुझे होम लोन चाहिए"].map(
        (text) => best(model, text)?.intentId,
      ),
    ).toEqual(["balance", "card", "loan"]);
    expect(extract("check my balance", "hindi").hashes).toEqual(extract("check my balance").hashes);
    expect(extract("balance kitna hai", "hindi").hashes.length).toBeGreaterThan(
      extract("balance kitna hai").hashes.length,
    );
  });

  test("is the same with other ids: they rise with the time at which each intent was made", () => {
    const renamed = (seed: number) => {
      const random = new Random(seed);
      const ids = new Map(bank.intents.map(({ id }) => [`${random.next()}`, id]));
      const intents = [...ids].map(([id, of], at) => ({ id, of, phrases: bank.intents[at]!.phrases }));
      const model = loadModel(train({ intents }).model);
      return bank.intents.flatMap(({ phrases }) =>
        phrases.map((phrase) =>
          predict(model, `please, ${phrase} now`).candidates.map(({ intentId, confidence }) => ({
            intentId: ids.get(intentId),
            confidence,
          })),
        ),
      );
    };
    const first = renamed(1);
    for (const seed of [2, 3, 4, 5]) expect(renamed(seed)).toEqual(first);
  });

  test("gives a phrase of two intents to the one with fewer, whichever was made first", () => {
    const shared = "talk to an agent";
    const large = [shared, "I want a person", "connect me", "a human please"];
    for (const [many, few] of [
      ["a", "b"],
      ["b", "a"],
    ] as const) {
      const intents = [
        { id: many, phrases: large },
        { id: few, phrases: [shared, "book an agent"] },
      ];
      expect(best(loadModel(train({ intents }).model), shared)).toEqual({ intentId: few, confidence: 1 });
      const turned = { intents: intents.toReversed() };
      expect(best(loadModel(train(turned).model), shared)?.intentId).toBe(few);
    }
  });

  test("is the same whatever the order of the intents and of their phrases", () => {
    const asked = bank.intents.flatMap(({ phrases }) => phrases.map((phrase) => `please, ${phrase} now`));
    const answers = (input: TrainingInput) => {
      const model = loadModel(train(input).model);
      return asked.map((text) => predict(model, text).candidates);
    };
    const first = answers(bank);
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed);
      const mixed = <T>(list: readonly T[]): T[] =>
        list
          .map((value) => ({ value, at: random.next() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ value }) => value);
      const intents = mixed(bank.intents).map(({ id, phrases }) => ({ id, phrases: mixed(phrases) }));
      expect(answers({ ...bank, intents, outOfScope: mixed(bank.outOfScope ?? []) })).toEqual(first);
    }
  });

  test("answers any text with rising order broken nowhere, numbers between 0 and 1, and no error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const { candidates } = predict(bankModel, text);
        const values = candidates.map(({ confidence }) => confidence);
        expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(values).toEqual(values.toSorted((a, b) => b - a));
        expect(candidates.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 300 },
    );
  });
});

test("of a text of any length no more becomes work than of its first 4,000 characters and 300 words", () => {
  const words = Array.from({ length: 2_000 }, (_, at) => `w${at * 7919}`);
  const long = words.join(" ");
  expect(extract(long, "all")).toEqual(extract(long.slice(0, 4_000), "all"));
  const short = Array.from({ length: 2_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(" ");
  expect(extract(short).stems.length).toBe(300);
  expect(extract("x".repeat(10_000)).hashes.length).toBeLessThan(20);
});

describe("odd bots train and answer", () => {
  test.each<[string, TrainingInput, string, string]>([
    ["one intent", { intents: [{ id: "a", phrases: ["hello there", "hi"] }] }, "hello there", "a"],
    [
      "two intents of one phrase each",
      {
        intents: [
          { id: "a", phrases: ["good morning"] },
          { id: "b", phrases: ["good night"] },
        ],
      },
      "good night",
      "b",
    ],
    [
      "the same phrase many times",
      {
        intents: [
          { id: "a", phrases: Array<string>(20).fill("again") },
          { id: "b", phrases: ["never", "not once"] },
        ],
      },
      "again",
      "a",
    ],
    [
      "phrases of signs only",
      {
        intents: [
          { id: "a", phrases: ["???", "!!!"] },
          { id: "b", phrases: ["words", "more words"] },
        ],
      },
      "???",
      "a",
    ],
    [
      "phrases of 500 characters and lone surrogates",
      {
        intents: [
          { id: "a", phrases: ["x ".repeat(250), "\ud800 y"] },
          { id: "b", phrases: ["words", "z"] },
        ],
      },
      "words",
      "b",
    ],
    [
      "no phrase at all in one of the intents",
      {
        intents: [
          { id: "a", phrases: [] },
          { id: "b", phrases: ["yes"] },
        ],
      },
      "yes",
      "b",
    ],
  ])("%s", (_, input, text, intent) => {
    const model = loadModel(train(input).model);
    expect(best(model, text)).toEqual({ intentId: intent, confidence: 1 });
    expect(best(model, "something else entirely")?.confidence ?? 0).not.toBeNaN();
  });
});

describe("training", () => {
  test("says how far it is, never backwards, and ends at the whole", () => {
    const fractions = [...trainingSteps(bank)].map(fractionOf);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });

  test("reports what it learnt from and how well, by phrases kept back", () => {
    const { report } = train(bank);
    expect(report).toMatchObject({ intents: 3, phrases: 18 });
    expect(report.accuracy).toBeGreaterThan(0.3);
    expect(report.accuracy).toBeLessThanOrEqual(1);
  });
});

describe("a model's bytes", () => {
  const { model } = train(bank);
  test("are refused when they are cut, changed or something else", () => {
    expect(() => loadModel(model.slice(0, 100))).toThrow(ModelFormatError);
    expect(() => loadModel(model.slice(0, -8))).toThrow(ModelFormatError);
    expect(() => loadModel(new Uint8Array(64))).toThrow(ModelFormatError);
    const changed = model.slice();
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 0xff;
    expect(() => loadModel(changed)).toThrow(ModelFormatError);
  });

  test("may start anywhere in their buffer", () => {
    const shifted = new Uint8Array(model.length + 3).subarray(3);
    shifted.set(model);
    expect(best(loadModel(shifted), "I lost my card")?.intentId).toBe("lost-card");
  });
});

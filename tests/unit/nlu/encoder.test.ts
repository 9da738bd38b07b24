import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HARD_TEXTS } from "#tests/support/hard-texts.ts";
import { readSections } from "#workers/nlu/bytes.ts";
import { ENCODER } from "#workers/nlu/encoder/current.ts";
import { Encoder } from "#workers/nlu/encoder/encoder.ts";
import { startKernel } from "#workers/nlu/encoder/kernel.ts";
import { MOST_PIECES, Pieces } from "#workers/nlu/encoder/pieces.ts";
import { meaningOfSentences, SENTENCE } from "#workers/nlu/meaning.ts";
import { loadModel, predict } from "#workers/nlu/predict.ts";
import { Random } from "#workers/nlu/random.ts";
import { train } from "#workers/nlu/train.ts";
import { ENCODER_FILE, ROOT } from "../../../scripts/lib/topology.ts";

const bytes = new Uint8Array(readFileSync(join(ROOT, ENCODER_FILE)));
const wasm = readFileSync(join(ROOT, "workers/nlu/encoder/kernel/multiply.wasm"));
const kernel = new WebAssembly.Module(wasm);
const encoder = new Encoder(bytes, kernel);
const golden = JSON.parse(readFileSync(join(import.meta.dirname, "encoder.golden.json"), "utf8")) as Record<
  string,
  number[]
>;

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [dot, square, other] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    dot += a[k]! * b[k]!;
    square += a[k]! ** 2;
    other += b[k]! ** 2;
  }
  return dot / Math.sqrt(square * other);
};

test("sentences mean in 8 bits what they mean in the original's 32", () => {
  for (const [text, original] of Object.entries(golden))
    expect(cosine(encoder.encode(text), original), text).toBeGreaterThan(0.999);
  const [one = "", two = ""] = Object.keys(golden);
  expect(cosine(encoder.encode(one), golden[two] ?? [])).toBeLessThan(0.9);
});

test("the file is the one that its place names, and below 7.5 MB", () => {
  expect(readSections(bytes).meta).toMatchObject({ id: ENCODER });
  expect(bytes.length).toBeLessThan(7_500_000);
});

test("the kernel was compiled from its source as it stands: npm run make-kernel", () => {
  const folder = join(ROOT, "workers/nlu/encoder/kernel");
  const source = createHash("sha256").update(readFileSync(join(folder, "multiply.ts")));
  expect(source.digest("hex")).toBe(readFileSync(join(folder, "source.sha256"), "utf8").trim());
});

test("the kernel multiplies as plain arithmetic does, for any number of texts", () => {
  const [inner, columns] = [64, 24];
  const random = new Random(3);
  const weights = Int8Array.from({ length: inner * columns }, () => Math.round(random.unit() * 254 - 127));
  const scales = Float32Array.from({ length: columns }, () => random.unit());
  const bias = Float32Array.from({ length: columns }, () => random.unit());
  const { hold, multiply } = startKernel(kernel, weights.length, 9, inner);
  const held = hold(inner, columns, weights, { scales, bias });
  for (let rows = 1; rows <= 9; rows++) {
    const numbers = Float32Array.from({ length: rows * inner }, () => random.unit() * 2 - 1);
    const out = multiply(held, numbers, rows);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let k = 0; k < inner; k++) sum += numbers[row * inner + k]! * weights[column * inner + k]!;
        const plain = sum * scales[column]! + bias[column]!;
        expect(Math.abs(out[row * columns + column]! - plain), `${rows} ${row} ${column}`).toBeLessThan(0.02);
      }
  }
});

test("the largest numbers overflow no sum", () => {
  const inner = 1536;
  const { hold, multiply } = startKernel(kernel, inner, 1, inner);
  const parts = { scales: Float32Array.of(1), bias: Float32Array.of(0) };
  const held = hold(inner, 1, new Int8Array(inner).fill(127), parts);
  const [sum = 0] = multiply(held, new Float32Array(inner).fill(5), 1);
  expect(sum / (127 * 5 * inner)).toBeCloseTo(1, 3);
});

test("a text is cut into its likeliest pieces, and unknown signs are one", () => {
  const words = ["?", "\u2581a", "b", "\u2581ab", "c", "\u2581"];
  const pieces = new Pieces(words, Float32Array.of(0, -2, -2, -3, -1, -4), 1);
  expect(pieces.of("ab")).toEqual([3]);
  expect(pieces.of(" ab  c ")).toEqual([3, 5, 4]);
  expect(pieces.of("a\u4e00\u4e01b")).toEqual([1, 0, 2]);
  expect(pieces.of("  ")).toEqual([]);
  expect(pieces.of("c".repeat(10_000)).length).toBe(MOST_PIECES);
});

const intents = [
  { id: "lost", phrases: ["I lost my card", "my card is missing", "somebody took my card"] },
  { id: "balance", phrases: ["how much money do I have", "what is my balance", "show my account"] },
  { id: "hours", phrases: ["when are you open", "opening hours", "are you open on Sunday"] },
];
const meaning = {
  ...meaningOfSentences(encoder.id),
  put: (text: string, into: Float32Array, at: number) => into.set(encoder.encode(text), at),
};

test("what no phrase says in these words is understood by what it means", () => {
  const model = loadModel(train({ intents, meaning }).model);
  expect(model.sentences).toBe(ENCODER);
  const asked = {
    "the plastic was stolen from me": "lost",
    "total funds available": "balance",
    "what time does the branch close": "hours",
  };
  for (const [text, intent] of Object.entries(asked))
    expect(predict(model, text, encoder.encode(text)).candidates[0]?.intentId, text).toBe(intent);
});

test("the same phrases in another order give the same model", () => {
  const turned = intents.toReversed().map(({ id, phrases }) => ({ id, phrases: phrases.toReversed() }));
  expect(train({ intents: turned, meaning }).model).toEqual(train({ intents, meaning }).model);
});

/** Phrases of an English bot, and one of Hindi among them. */
const forty = [
  ...intents,
  ...["menu", "parking", "jobs"].map((id) => ({
    id,
    phrases: Array.from({ length: 10 }, (_, n) => `tell me about your ${id} for day ${n}`),
  })),
];
const withOne = [...forty, { id: "hi", phrases: ["mera khata band kar do"] }];

test("one phrase of Hindi takes from an English bot nothing of what it knows", () => {
  const model = loadModel(train({ intents: withOne, meaning }).model);
  expect(model.sentences).toBe(ENCODER);
  const ask = (text: string) => predict(model, text, encoder.encode(text)).candidates[0]?.intentId;
  expect(ask("the plastic was stolen from me")).toBe("lost");
  expect([ask("mera khata band karo"), ask("मेरा खाता बंद कर दो")]).toEqual(["hi", "hi"]);
});

test("what holds Hindi is judged by its words and sounds, whatever the encoder makes of it", () => {
  const model = loadModel(train({ intents: withOne, meaning }).model);
  const [text, other] = ["mera khata kaise band hoga", "when are you open"];
  expect(predict(model, text, encoder.encode(other))).toEqual(predict(model, text, encoder.encode(text)));
});

test("no text takes much longer than one of as many pieces as are looked at, and one that says nothing is no number", () => {
  const model = loadModel(train({ intents, meaning }).model);
  const most = "please tell me where my new card is ".repeat(8);
  // Of processor, the best of three, as a ratio: other work on the machine is not the engine's. Milliseconds are in `bench hard-turns`.
  const cost = (text: string): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const started = process.cpuUsage();
        const numbers = encoder.encode(text);
        predict(model, text, numbers);
        const { user } = process.cpuUsage(started);
        expect(numbers.length).toBe(SENTENCE);
        expect(numbers.every(Number.isFinite)).toBe(true);
        return user;
      }),
    );
  const usual = cost(most);
  for (const text of HARD_TEXTS) expect(cost(text) / usual, text.slice(0, 20)).toBeLessThan(3);
  expect(encoder.encode("  ").every((each) => each === 0)).toBe(true);
});

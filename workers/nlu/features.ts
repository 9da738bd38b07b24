import { finish, hashStep, hashText, hashTwo } from "./hash.ts";
import { holdsHindi, soundOf } from "./hindi/sound.ts";
import { stem } from "./stem.ts";
import { digitShape, MOST_TOKENS, normalise, saysSomething, tokenise } from "./text.ts";

/**
 * A text as a bag of hashed features. The lowest two bits of a hash say what kind of feature it is, so that
 * no table of kinds has to be kept.
 */
export const WORD = 0;
export const PAIR = 1;
export const CHARACTERS = 2;

export function kindOf(hash: number): number {
  return hash & 3;
}

function ofKind(hash: number, kind: number): number {
  const marked = ((hash & ~3) | kind) >>> 0;
  return marked === 0 ? 4 : marked;
}

const SHORTEST_PIECE = 2;
const LONGEST_PIECE = 5;
/** Words further apart than this make no pair; without a limit a text of n words would have n * n / 2. */
const FURTHEST_PAIR = 12;
const BOUNDARY_LEFT = 2;
const BOUNDARY_RIGHT = 3;
const SENTENCE_START = 0x51ed270b;
const SENTENCE_END = 0x2c9277b5;

export interface Bag {
  /** Different features of the text, ascending. */
  hashes: Uint32Array;
  /** Occurrences of each, at most 255. */
  counts: Uint8Array;
  /** Hashes of the text's word stems, in order, without repeats: "nearest phrase" compares these. */
  stems: Uint32Array;
}

let scratch = new Uint32Array(4096);
let used = 0;

function emit(hash: number, kind: number): void {
  if (used === scratch.length) {
    const larger = new Uint32Array(used * 2);
    larger.set(scratch);
    scratch = larger;
  }
  scratch[used++] = ofKind(hash, kind);
}

/**
 * How much of a bot is Hindi, so that words of it count by their sound as well, in either script: not at all, in the
 * texts that hold Hindi, in all texts. English would be the worse for it.
 */
export type Sounds = "none" | "hindi" | "all";

/** Features of a text (any string): words, stems, bigrams and pairs of stems, pieces of 2 to 5 units. */
export function extract(text: string, sounds: Sounds = "none", soundsOnly = false): Bag {
  used = 0;
  const tokens = tokenise(normalise(text));
  const stems: number[] = [];
  const limit = Math.min(tokens.length, MOST_TOKENS);
  if (soundsOnly) stems.push(...emitSounds(tokens, limit, sounds));
  if (soundsOnly) return { ...countRepeats(), stems: Uint32Array.from(new Set(stems)) };
  for (let i = 0; i < limit; i++) {
    const token = digitShape(tokens[i]!);
    emit(hashText(token, 0x0a), WORD);
    if (saysSomething(token)) {
      const stemmed = stemHash(token);
      emit(stemmed, WORD);
      stems.push(stemmed);
      emitPieces(token);
    }
  }
  let before = SENTENCE_START;
  for (let i = 0; i < stems.length; i++) {
    emit(hashTwo(before, stems[i]!, 0x0c), WORD);
    before = stems[i]!;
    const last = Math.min(stems.length, i + 1 + FURTHEST_PAIR);
    for (let j = i + 1; j < last; j++) {
      const a = stems[i]!;
      const b = stems[j]!;
      emit(a < b ? hashTwo(a, b, 0x0d) : hashTwo(b, a, 0x0d), PAIR);
    }
  }
  if (stems.length > 0) emit(hashTwo(before, SENTENCE_END, 0x0c), WORD);
  if (sounds !== "none") stems.push(...emitSounds(tokens, limit, sounds));
  return { ...countRepeats(), stems: Uint32Array.from(new Set(stems)) };
}

/** Sounds of the words, their neighbours and their pieces. Returns the hashes of the sounds, in order. */
function emitSounds(tokens: readonly string[], limit: number, sounds: Sounds): number[] {
  const words = soundsOf(tokens, limit, sounds);
  const hashes = words.map(soundHash);
  let before = SENTENCE_START;
  for (const [at, hash] of hashes.entries()) {
    emit(hash, WORD);
    emit(hashTwo(before, hash, 0x11), WORD);
    emitPieces(`\u0001${words[at]!}`);
    before = hash;
  }
  return hashes;
}

const soundHash = (sound: string): number => ofKind(hashText(sound, 0x10), WORD);

/** Whether words of a text count by their sound as well. */
export const isHeard = (text: string, sounds: Sounds): boolean =>
  sounds === "all" || (sounds === "hindi" && holdsHindi(tokenise(normalise(text))));

function soundsOf(tokens: readonly string[], limit: number, sounds: Sounds): string[] {
  if (sounds === "none" || (sounds === "hindi" && !holdsHindi(tokens))) return [];
  return tokens
    .slice(0, limit)
    .filter(saysSomething)
    .map(soundOf)
    .filter((sound) => sound !== "");
}

/** The stems of a text only, as in its bag: a twentieth of the work. */
export function extractStems(text: string, sounds: Sounds = "none"): Uint32Array {
  const stems = new Set<number>();
  const tokens = tokenise(normalise(text));
  for (let i = 0; i < Math.min(tokens.length, MOST_TOKENS); i++) {
    const token = digitShape(tokens[i]!);
    if (saysSomething(token)) stems.add(stemHash(token));
  }
  for (const sound of soundsOf(tokens, Math.min(tokens.length, MOST_TOKENS), sounds))
    stems.add(soundHash(sound));
  return Uint32Array.from(stems);
}

/** The sounds of a text only, as they are among its stems; none where its words count by their spelling alone. */
export const extractSounds = (text: string, sounds: Sounds): Uint32Array =>
  Uint32Array.from(new Set(soundsOf(tokenise(normalise(text)), MOST_TOKENS, sounds).map(soundHash)));

function stemHash(token: string): number {
  return ofKind(hashText(stem(token), 0x0b), WORD);
}

function emitPieces(token: string): void {
  const length = token.length;
  for (let start = -1; start < length; start++) {
    let hash = 0x811c9dc5 ^ 0x0e;
    const end = Math.min(start + LONGEST_PIECE, length + 1);
    for (let at = start; at < end; at++) {
      const unit = at < 0 ? BOUNDARY_LEFT : at === length ? BOUNDARY_RIGHT : token.charCodeAt(at);
      hash = hashStep(hash, unit);
      if (at - start + 1 >= SHORTEST_PIECE) emit(finish(hash), CHARACTERS);
    }
  }
}

function countRepeats(): { hashes: Uint32Array; counts: Uint8Array } {
  const sorted = scratch.subarray(0, used).sort();
  let different = 0;
  const counts = new Uint8Array(used);
  for (let i = 0; i < used; i++) {
    if (different > 0 && sorted[different - 1] === sorted[i]) {
      if (counts[different - 1]! < 255) counts[different - 1]!++;
    } else {
      sorted[different] = sorted[i]!;
      counts[different++] = 1;
    }
  }
  return { hashes: sorted.slice(0, different), counts: counts.slice(0, different) };
}

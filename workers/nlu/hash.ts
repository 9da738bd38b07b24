/**
 * 32-bit hashes in place of strings: the 400,000 features of a bot of 15,000 phrases would exceed an isolate's memory
 * as strings in a Map. Among 80,000 kept features less than one pair is expected to collide.
 */

/** One step over a code unit (FNV-1a, Fowler, Noll, Vo). */
export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashText(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = hashStep(hash, text.charCodeAt(i));
  return finish(hash);
}

export function hashTwo(a: number, b: number, seed: number): number {
  return finish(Math.imul(a, 0x85ebca6b) ^ Math.imul((b << 15) | (b >>> 17), 0xc2b2ae35) ^ seed);
}

/** The last mix of MurmurHash3 (Appleby), so that every bit depends on every other. */
export function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** From a non-zero 32-bit key to its place in order of arrival: open addressing over two typed arrays. */
export class HashIndex {
  #keys: Uint32Array;
  #places: Int32Array;
  #mask: number;
  size = 0;

  constructor(expected: number) {
    let capacity = 64;
    while (capacity < expected * 1.6) capacity *= 2;
    this.#keys = new Uint32Array(capacity);
    this.#places = new Int32Array(capacity);
    this.#mask = capacity - 1;
  }

  /** The place of a key, or -1. */
  get(key: number): number {
    const keys = this.#keys;
    const mask = this.#mask;
    for (let slot = (key ^ (key >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const found = keys[slot]!;
      if (found === key) return this.#places[slot]!;
      if (found === 0) return -1;
    }
  }

  /** The place of a key, which is given the next one when it is new. */
  add(key: number): number {
    if (this.size * 1.5 > this.#mask) this.#grow();
    const keys = this.#keys;
    const mask = this.#mask;
    let slot = (key ^ (key >>> 15)) & mask;
    while (keys[slot] !== 0) {
      if (keys[slot] === key) return this.#places[slot]!;
      slot = (slot + 1) & mask;
    }
    keys[slot] = key;
    this.#places[slot] = this.size;
    return this.size++;
  }

  #grow(): void {
    const keys = this.#keys;
    const places = this.#places;
    const capacity = keys.length * 2;
    this.#keys = new Uint32Array(capacity);
    this.#places = new Int32Array(capacity);
    this.#mask = capacity - 1;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]!;
      if (key === 0) continue;
      let slot = (key ^ (key >>> 15)) & this.#mask;
      while (this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#keys[slot] = key;
      this.#places[slot] = places[i]!;
    }
  }
}

import { extract, isHeard, type Sounds } from "./features.ts";
import type { Meant } from "./meaning.ts";

/**
 * All training phrases as bags of hashed features, in a few flat arrays: 15,000 phrases are about 3 million
 * entries, which as objects would not fit into an isolate.
 */
export class Corpus {
  /** The intent of each phrase, by number; -1 for a text that belongs to none. */
  readonly labels: Int32Array;
  readonly starts: Int32Array;
  readonly stemStarts: Int32Array;
  hashes = new Uint32Array(1 << 14);
  counts = new Uint8Array(1 << 14);
  stems = new Uint32Array(1 << 10);
  size = 0;
  readonly sounds: Sounds;
  readonly meaning: Meant | undefined;
  /** The meaning of each phrase. */
  readonly meanings: Float32Array;

  constructor(capacity: number, sounds: Sounds = "none", meaning?: Meant) {
    this.sounds = sounds;
    this.meaning = meaning;
    this.meanings = new Float32Array(meaning ? capacity * meaning.dimensions : 0);
    this.labels = new Int32Array(capacity);
    this.starts = new Int32Array(capacity + 1);
    this.stemStarts = new Int32Array(capacity + 1);
  }

  add(text: string, label: number): void {
    const bag = extract(text, this.sounds);
    const at = this.starts[this.size]!;
    const stemsAt = this.stemStarts[this.size]!;
    const end = at + bag.hashes.length;
    if (end > this.hashes.length) {
      this.hashes = enlarged(this.hashes, end);
      this.counts = enlarged(this.counts, end);
    }
    const stemsEnd = stemsAt + bag.stems.length;
    if (stemsEnd > this.stems.length) this.stems = enlarged(this.stems, stemsEnd);
    this.hashes.set(bag.hashes, at);
    this.counts.set(bag.counts, at);
    this.stems.set(bag.stems, stemsAt);
    // A text that counts by its sound means nothing to who knows English: its numbers stay zero.
    if (this.meaning && !isHeard(text, this.sounds))
      this.meaning.put(text, this.meanings, this.size * this.meaning.dimensions);
    this.labels[this.size++] = label;
    this.starts[this.size] = end;
    this.stemStarts[this.size] = stemsEnd;
  }
}

function enlarged<T extends Uint32Array | Uint8Array>(array: T, needed: number): T {
  // By half rather than twofold: the old and the new array are alive at once.
  const larger = new (array.constructor as new (length: number) => T)(Math.ceil(needed * 1.5));
  larger.set(array);
  return larger;
}

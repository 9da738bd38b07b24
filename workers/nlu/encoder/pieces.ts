/** Stands for a space, and before a text's first word. */
const SPACE = "\u2581";
/** Each token costs a third of a millisecond; what a question is about stands in its first words. */
export const MOST_PIECES = 64;
/** A piece for four signs is usual; what is behind these is not looked at. */
const MOST_SIGNS = 400;
/** The piece of signs that no other knows. */
const UNKNOWN = 0;

interface Node {
  next: Map<string, Node>;
  /** -1 where no piece ends here. */
  piece: number;
}

/** The pieces of words that the encoder knows, and the most likely way to make a text of them (a unigram model: Kudo 2018). */
export class Pieces {
  readonly #root: Node = { next: new Map(), piece: -1 };
  readonly #scores: Float32Array;

  constructor(pieces: readonly string[], scores: Float32Array, reserved: number) {
    this.#scores = scores;
    for (let id = reserved; id < pieces.length; id++) {
      let node = this.#root;
      for (const sign of pieces[id]!) {
        let next = node.next.get(sign);
        if (!next) node.next.set(sign, (next = { next: new Map(), piece: -1 }));
        node = next;
      }
      node.piece = id;
    }
  }

  /** The numbers of the text's pieces, at most MOST_PIECES; none for an empty one. */
  of(text: string): number[] {
    const words = text.normalize("NFKC").trim();
    if (words === "") return [];
    const signs = [...(SPACE + words.replace(/\s+/gu, SPACE))].slice(0, MOST_SIGNS);
    const best = new Float64Array(signs.length + 1).fill(-Infinity);
    const from = new Int32Array(signs.length + 1);
    const pieces = new Int32Array(signs.length + 1).fill(UNKNOWN);
    best[0] = 0;
    for (let start = 0; start < signs.length; start++) {
      let node = this.#root.next.get(signs[start]!);
      let isKnown = false;
      for (let end = start + 1; node; end++) {
        if (node.piece >= 0) {
          isKnown = true;
          reach(start, end, node.piece, this.#scores[node.piece]!);
        }
        node = end < signs.length ? node.next.get(signs[end]!) : undefined;
      }
      if (!isKnown) reach(start, start + 1, UNKNOWN, 0);
    }
    const found: number[] = [];
    for (let end = signs.length; end > 0; end = from[end]!) {
      const piece = pieces[end]!;
      // Several unknown signs are one unknown piece.
      if (piece !== UNKNOWN || found.at(-1) !== UNKNOWN) found.push(piece);
    }
    return found.toReversed().slice(0, MOST_PIECES);

    function reach(start: number, end: number, piece: number, score: number): void {
      const sum = best[start]! + score;
      if (sum < best[end]!) return;
      best[end] = sum;
      from[end] = start;
      pieces[end] = piece;
    }
  }
}

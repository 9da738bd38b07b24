import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Encoder } from "#workers/nlu/encoder/encoder.ts";
import { meaningOfSentences } from "#workers/nlu/meaning.ts";
import { loadWords } from "#workers/nlu/words/words.ts";
import { ENCODER_FILE, ROOT } from "../../scripts/lib/topology.ts";

/** The shipped words, the encoder, and meanings of sentences by it. */
export function shippedMeanings() {
  const words = loadWords(new Uint8Array(readFileSync(join(ROOT, "workers/nlu/words/words.bin"))));
  const kernel = readFileSync(join(ROOT, "workers/nlu/encoder/kernel/multiply.wasm"));
  const encoder = new Encoder(
    new Uint8Array(readFileSync(join(ROOT, ENCODER_FILE))),
    new WebAssembly.Module(kernel),
  );
  const sentences = {
    ...meaningOfSentences(encoder.id),
    put: (text: string, into: Float32Array, at: number) => into.set(encoder.encode(text), at),
  };
  return { words, encoder, sentences };
}

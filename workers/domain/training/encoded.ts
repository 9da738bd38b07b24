import { ModelFormatError, readSections, writeSections } from "#workers/nlu/bytes.ts";
import type { Encoder } from "#workers/nlu/encoder/encoder.ts";
import { meaningOfSentences, type Meant, SENTENCE } from "#workers/nlu/meaning.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import type { Files } from "./files.ts";

/** Phrases between two signs of life, about a tenth of a second. */
const PHRASES_PER_STEP = 20;

interface Meta {
  encoder: number;
  texts: string[];
}

/**
 * The meanings of a bot's phrases, by the encoder. They are kept by their text, so that the next training encodes only
 * new ones; `pulse` says how far it is, 0 to 1. A file that cannot be read, or is of another encoder, counts as none.
 */
export async function encodedPhrases(
  files: Files,
  { file, encoder, phrases }: { file: string; encoder: Encoder; phrases: readonly string[] },
  pulse: HeldJob["pulse"],
): Promise<Meant> {
  const known = await recalled(files, file, encoder.id);
  const texts = [...new Set(phrases)];
  const vectors = new Float32Array(texts.length * SENTENCE);
  const places = new Map(texts.map((text, place) => [text, place * SENTENCE]));
  let done = 0;
  for (const [text, at] of places) {
    vectors.set(known.get(text) ?? encoder.encode(text), at);
    if (++done % PHRASES_PER_STEP === 0) await pulse(done / texts.length);
  }
  if (texts.some((text) => !known.has(text))) {
    const meta: Meta = { encoder: encoder.id, texts };
    await files.put(file, writeSections(meta, { vectors }));
  }
  return {
    ...meaningOfSentences(encoder.id),
    put(text, into, at) {
      const from = places.get(text);
      into.set(from === undefined ? encoder.encode(text) : vectors.subarray(from, from + SENTENCE), at);
    },
  };
}

async function recalled(files: Files, file: string, encoder: number): Promise<Map<string, Float32Array>> {
  const object = await files.get(file);
  if (!object) return new Map();
  try {
    const { meta, read } = readSections(new Uint8Array(await object.arrayBuffer()));
    const { encoder: by, texts } = meta as Meta;
    if (by !== encoder) return new Map();
    const vectors = read("vectors", "f32");
    return new Map(
      texts.map((text, place) => [text, vectors.subarray(place * SENTENCE, (place + 1) * SENTENCE)]),
    );
  } catch (error) {
    if (error instanceof ModelFormatError) return new Map();
    throw error;
  }
}

import { ModelFormatError, readSections, type Section, writeSections } from "./bytes.ts";
import type { Core } from "./core.ts";
import type { Sounds } from "./features.ts";
import { type PackedPhrases, PhraseBook } from "./phrases.ts";
import { SIGNALS } from "./signals.ts";
import { makeVocabulary } from "./vocabulary.ts";
import { meaningOfSentences, meaningOfWords, type Meant } from "./meaning.ts";
import type { Words } from "./words/words.ts";

/** Everything that prediction needs, in memory. */
export interface LoadedModel {
  readonly intents: readonly string[];
  readonly byteLength: number;
  readonly core: Core;
  readonly phrases: PhraseBook;
  readonly sounds: Sounds;
  /** Of the sentence encoder that it was trained with; undefined where it needs none. */
  readonly sentences: number | undefined;
  /** The table of words that it was trained with. */
  readonly words: Meant | undefined;
  /** Of the confidence, one per signal. */
  readonly coefficients: readonly number[];
}

interface Meta {
  intents: string[];
  /** Phrases that the core learnt from. */
  learnt: number;
  unpaired: number;
  dimensions: number;
  /** Absent in models that were trained before Hindi was one language in two scripts. */
  sounds?: Sounds;
  coefficients: number[];
  /** Of the table of words, or of the sentence encoder, that it was trained with; absent where there was none. */
  words?: number;
  sentences?: number;
}

export function packModel(
  intents: readonly string[],
  core: Core,
  phrases: PackedPhrases,
  coefficients: readonly number[],
  sounds: Sounds = "none",
): Uint8Array {
  const { vocabulary, linear, embedding, meanings } = core;
  const meta: Meta = {
    intents: [...intents],
    learnt: core.phrases,
    unpaired: vocabulary.unpaired,
    dimensions: embedding?.dimensions ?? 0,
    ...(sounds !== "none" && { sounds }),
    ...(meanings && { [meanings.meaning.kind]: meanings.meaning.id }),
    coefficients: [...coefficients],
  };
  const perFeature = new Uint16Array(vocabulary.hashes.length);
  for (let f = 0; f < perFeature.length; f++) perFeature[f] = linear.starts[f + 1]! - linear.starts[f]!;
  const sections: Record<string, Section> = {
    hashes: vocabulary.hashes,
    frequencies: vocabulary.frequencies,
    linearCounts: narrowed(perFeature, intents.length),
    linearIntents: narrowed(linear.intents, intents.length),
    linearWeights: linear.weights,
    linearScales: linear.scales,
    linearBiases: linear.biases,
    phraseText: phrases.text,
    phraseStarts: phrases.starts,
    phraseFirsts: phrases.firsts,
    phraseKeys: phrases.keys,
    phraseOfKey: phrases.keyPhrases,
  };
  if (embedding !== undefined) {
    sections["embeddingFeatures"] = embedding.features;
    sections["embeddingScales"] = embedding.scales;
    sections["embeddingIntents"] = embedding.intents;
  }
  if (meanings !== undefined) {
    sections["wordMean"] = meanings.mean;
    sections["wordWeights"] = meanings.weights;
    sections["wordScales"] = meanings.scales;
  }
  return writeSections(meta, sections);
}

export function unpackModel(bytes: Uint8Array, words?: () => Words): LoadedModel {
  const { meta, read } = readSections(bytes);
  const {
    intents,
    learnt,
    unpaired,
    dimensions,
    sounds = "none",
    coefficients,
    words: wordsId,
    sentences,
  } = meta as Meta;
  const table = wordsId === undefined ? undefined : words?.();
  if (wordsId !== table?.id) {
    throw new ModelFormatError("The model was trained with another table of words.");
  }
  const known = table && meaningOfWords(table);
  const meaning = sentences === undefined ? known : meaningOfSentences(sentences);
  const hashes = read("hashes", "u32");
  const small = fitsByte(intents.length);
  const counts = read("linearCounts", small ? "u8" : "u16");
  const starts = new Uint32Array(hashes.length + 1);
  for (let f = 0; f < counts.length; f++) starts[f + 1] = starts[f]! + counts[f]!;
  const core: Core = {
    intents: intents.length,
    phrases: learnt,
    vocabulary: makeVocabulary(hashes, read("frequencies", "u16"), unpaired, learnt),
    linear: {
      starts,
      intents: Uint16Array.from(read("linearIntents", small ? "u8" : "u16")),
      weights: read("linearWeights", "i8"),
      scales: read("linearScales", "f32"),
      biases: read("linearBiases", "f32"),
    },
    meanings:
      meaning === undefined
        ? undefined
        : {
            meaning,
            mean: read("wordMean", "f32"),
            weights: read("wordWeights", "i8"),
            scales: read("wordScales", "f32"),
          },
    embedding:
      dimensions === 0
        ? undefined
        : {
            dimensions,
            features: read("embeddingFeatures", "u8"),
            scales: read("embeddingScales", "f32"),
            intents: read("embeddingIntents", "f32"),
          },
  };
  const phrases = new PhraseBook(
    {
      text: read("phraseText", "u8"),
      starts: read("phraseStarts", "u32"),
      firsts: read("phraseFirsts", "u32"),
      keys: read("phraseKeys", "u32"),
      keyPhrases: read("phraseOfKey", "u32"),
    },
    sounds,
  );
  return {
    intents,
    byteLength: bytes.byteLength,
    core,
    phrases,
    sounds,
    sentences,
    words: known,
    coefficients: SIGNALS.map((_, i) => coefficients[i] ?? 0),
  };
}

/** Counts up to the number of intents, and intents' numbers, fit a byte below 256 intents. */
function fitsByte(intents: number): boolean {
  return intents < 256;
}

function narrowed(numbers: Uint16Array, intents: number): Uint8Array | Uint16Array {
  return fitsByte(intents) ? Uint8Array.from(numbers) : numbers;
}

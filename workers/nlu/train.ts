import { type Core, trainCore } from "./core.ts";
import { Corpus } from "./corpus.ts";
import { crossValidate } from "./crossvalidate.ts";
import { hashText } from "./hash.ts";
import { packModel } from "./model.ts";
import { packPhrases } from "./phrases.ts";
import type { Sounds } from "./features.ts";
import { holdsHindi } from "./hindi/sound.ts";
import { type Thresholds, thresholdsOf } from "./thresholds.ts";
import { exactKey, isBlank, normalise, tokenise } from "./text.ts";
import type { Meant } from "./meaning.ts";

export interface TrainingInput {
  intents: { id: string; phrases: string[] }[];
  /** Texts that belong to none of the intents. */
  outOfScope?: string[];
  /** The source of meanings, for a bot of a language that it knows; texts that hold Hindi have no use for it. */
  meaning?: Meant | undefined;
  /** The bot's own language, where it is known: a Hindi bot hears both scripts, however its phrases are written. */
  language?: "en" | "hi" | undefined;
  /** The same input and seed give the same bytes. */
  seed?: number;
}

export interface TrainingProgress {
  stage: "features" | "linear" | "embedding" | "confidence" | "packing";
  done: number;
  total: number;
}

export interface TrainingReport {
  intents: number;
  /** Different phrases that were learnt from. */
  phrases: number;
  /** Cross-validated, 0..1; 0 where there were too few phrases to keep any back. */
  accuracy: number;
  /** Pairs of intents (ids) that were taken for each other, most often first. */
  confusions: { a: string; b: string; count: number; examples: Mistake[] }[];
  /** By intent: its number of phrases, and the share of the held-out ones that was recognised. */
  perIntent: { intentId: string; phrases: number; tested: number; accuracy: number }[];
  /** Phrases that a model which had not seen them surely took for another intent's, surest first. */
  suspects: { phrase: string; intentId: string; looksLike: string; confidence: number }[];
  /** The effect of each threshold; absent where too few phrases could be kept back. */
  thresholds?: Thresholds | undefined;
}

/** A phrase of an intent that was taken for another's. */
export interface Mistake {
  phrase: string;
  intentId: string;
  takenFor: string;
}

export interface TrainingResult {
  model: Uint8Array;
  report: TrainingReport;
}

/** Start and end of each stage on the way from 0 to 1, by the time it takes for a big bot. */
const STAGES: Record<TrainingProgress["stage"], readonly [number, number]> = {
  features: [0, 0.04],
  linear: [0.04, 0.4],
  embedding: [0.4, 0.65],
  confidence: [0.65, 0.98],
  packing: [0.98, 1],
};

/** The share of the whole training that is done, 0..1; it never falls from one step to the next. */
export function fractionOf({ stage, done, total }: TrainingProgress): number {
  const [from, to] = STAGES[stage];
  return from + (to - from) * (total > 0 ? Math.min(done / total, 1) : 1);
}

const MOST_CONFUSIONS = 50;
const MOST_EXAMPLES = 5;
const MOST_SUSPECTS = 50;
/** From this confidence on, a phrase taken for another intent's looks misplaced. */
const SUSPICIOUS = 0.6;
const PHRASES_PER_STEP = 500;

/**
 * Trains in steps of at most about a quarter of a second, so that the caller can report progress or renew a
 * lease in between. Any strings are accepted; phrases that say nothing are kept for exact matches only.
 */
export function* trainingSteps(input: TrainingInput): Generator<TrainingProgress, TrainingResult, void> {
  const { seed = 1, meaning, language } = input;
  const intents = inOwnOrder(input.intents);
  const kept = intents.map(({ phrases }) => phrases);
  const outOfScope = settled(input.outOfScope ?? []);
  const total = kept.reduce((sum, list) => sum + list.length, outOfScope.length);
  yield { stage: "features", done: 0, total };

  const sounds = language === "hi" ? "all" : soundsFor(kept);
  const corpus = new Corpus(total, sounds, sounds === "all" ? undefined : meaning);
  const texts: string[] = [];
  let done = 0;
  for (let label = -1; label < kept.length; label++) {
    for (const phrase of label < 0 ? outOfScope : kept[label]!) {
      if (!isBlank(normalise(phrase))) {
        corpus.add(phrase, label);
        texts.push(phrase);
      }
      if (++done % PHRASES_PER_STEP === 0) yield { stage: "features", done, total };
    }
  }
  yield { stage: "features", done: total, total };

  const everything = Int32Array.from({ length: corpus.size }, (_, i) => i);
  const labels = corpus.labels.subarray(0, corpus.size);
  const core: Core = yield* trainCore(corpus, everything, labels, intents.length, seed);

  const checking = crossValidate(corpus, intents.length, seed);
  let step = checking.next();
  while (!step.done) {
    yield { stage: "confidence", done: Math.round(step.value * 1000), total: 1000 };
    step = checking.next();
  }
  const { accuracy, confusions, tested, held, strangers, coefficients } = step.value;
  yield { stage: "packing", done: 0, total: 1 };

  const ids = intents.map((intent) => intent.id);
  const model = packModel(ids, core, packPhrases(kept, ranksOf(kept)), coefficients, sounds);
  yield { stage: "packing", done: 1, total: 1 };
  return {
    model,
    report: {
      intents: intents.length,
      phrases: labels.reduce((sum, label) => sum + (label >= 0 ? 1 : 0), 0),
      accuracy,
      confusions: confusions.slice(0, MOST_CONFUSIONS).map(({ a, b, count }) => ({
        a: ids[a]!,
        b: ids[b]!,
        count,
        examples: tested
          .filter(({ row, takenFor }) => {
            const own = labels[row]!;
            return (own === a && takenFor === b) || (own === b && takenFor === a);
          })
          .slice(0, MOST_EXAMPLES)
          .map(({ row, takenFor }) => ({
            phrase: texts[row]!,
            intentId: ids[labels[row]!]!,
            takenFor: ids[takenFor]!,
          })),
      })),
      perIntent: input.intents.map(({ id: intentId }) => {
        const intent = ids.indexOf(intentId);
        const own = tested.filter(({ row }) => labels[row] === intent);
        const right = own.filter(({ takenFor }) => takenFor === intent).length;
        return {
          intentId,
          phrases: kept[intent]!.length,
          tested: own.length,
          accuracy: own.length === 0 ? 0 : right / own.length,
        };
      }),
      suspects: tested
        .filter(({ row, takenFor, confidence }) => takenFor !== labels[row] && confidence >= SUSPICIOUS)
        .toSorted((x, y) => y.confidence - x.confidence)
        .slice(0, MOST_SUSPECTS)
        .map(({ row, takenFor, confidence }) => ({
          phrase: texts[row]!,
          intentId: ids[labels[row]!]!,
          looksLike: ids[takenFor]!,
          confidence,
        })),
      thresholds: thresholdsOf(
        tested.map(({ row, takenFor, confidence }) => ({ right: takenFor === labels[row], confidence })),
        strangers,
        held,
      ),
    },
  };
}

export function train(input: TrainingInput): TrainingResult {
  const steps = trainingSteps(input);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** From this share of phrases in Hindi on, a bot is a Hindi one; with fewer it hears the texts that hold Hindi only. */
const HINDI_SHARE = 0.5;

function soundsFor(kept: readonly (readonly string[])[]): Sounds {
  const phrases = kept.flat();
  const hindi = phrases.filter((phrase) => holdsHindi(tokenise(normalise(phrase)))).length;
  if (hindi === 0) return "none";
  return hindi >= phrases.length * HINDI_SHARE ? "all" : "hindi";
}

const ORDER_SEED = 0x6f;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The intents with their settled phrases, in an order that these alone decide: neither that in which somebody wrote them
 * down nor their ids, which rise with time, may change what is learnt. Only intents of the same phrases go by their ids.
 */
function inOwnOrder(intents: TrainingInput["intents"]): TrainingInput["intents"] {
  return intents
    .map(({ id, phrases: written }) => {
      const phrases = settled(written);
      const content = phrases.map(exactKey).join("\n");
      return { id, phrases, content, place: hashText(content, ORDER_SEED) };
    })
    .toSorted((a, b) => a.place - b.place || compare(a.content, b.content) || compare(a.id, b.id));
}

/** Of intents that share a phrase, the one with the fewest has it: it says the most about that one. */
function ranksOf(kept: readonly (readonly string[])[]): number[] {
  const ranks: number[] = [];
  [...kept.keys()]
    .toSorted((a, b) => kept[a]!.length - kept[b]!.length || a - b)
    .forEach((intent, rank) => (ranks[intent] = rank));
  return ranks;
}

/** The phrases without repeats, in an order of their own: neither their author's nor the alphabet's, which groups them. */
function settled(phrases: readonly string[]): string[] {
  const keyed = phrases.map((phrase) => {
    const key = exactKey(phrase);
    return { phrase, key, place: hashText(key, ORDER_SEED) };
  });
  keyed.sort((a, b) => a.place - b.place || compare(a.key, b.key) || compare(a.phrase, b.phrase));
  return keyed.filter(({ key }, at) => key !== keyed[at - 1]?.key).map(({ phrase }) => phrase);
}

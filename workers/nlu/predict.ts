import { confidenceOf } from "./confidence.ts";
import { type Bag, extract, isHeard, type Sounds } from "./features.ts";
import { type LoadedModel, unpackModel } from "./model.ts";
import { Nearness } from "./nearest.ts";
import { Scorer } from "./score.ts";
import { signalsOf } from "./signals.ts";
import { isBlank, normalise } from "./text.ts";
import type { Words } from "./words/words.ts";

export interface Candidate {
  intentId: string;
  /** Probability that the text means this intent, 0..1. */
  confidence: number;
}

export interface Prediction {
  /** Best first, at most five; none when the text says nothing the model knows. */
  candidates: Candidate[];
  /** The text is a training phrase. */
  exact: boolean;
  nearestPhrase?: { intentId: string; phrase: string };
}

export interface Model {
  readonly intents: readonly string[];
  readonly byteLength: number;
  /** Of the sentence encoder that `predict` is given each text's numbers of; undefined where it needs none. */
  readonly sentences: number | undefined;
}

const MOST_CANDIDATES = 5;

/** Kept outside of the Model, which callers see: its arrays are used again by every prediction. */
const scorers = new WeakMap<Model, Scorer>();

/** The bytes are used where they lie, so they must not change afterwards. `words` gives the table that models of English bots are trained with. */
export function loadModel(bytes: Uint8Array, words?: () => Words): Model {
  const model = unpackModel(bytes, words);
  scorers.set(model, new Scorer(model.core));
  return model;
}

/** `sentence` has what the encoder makes of the text, for a model that was trained with one: without it, it knows less. */
export function predict(model: Model, text: string, sentence?: Float32Array): Prediction {
  const loaded = model as LoadedModel;
  const scorer = scorers.get(model);
  if (scorer === undefined) throw new TypeError("predict needs a model made by loadModel");
  const { phrases, intents, coefficients } = loaded;

  const same = phrases.find(text);
  const exactIntent = same < 0 ? -1 : phrases.intentOf(same);
  const { bag, known } = scored(scorer, text, loaded, sentence);
  if (exactIntent >= 0) {
    const nearestPhrase = { intentId: intents[exactIntent]!, phrase: phrases.textOf(same) };
    const others = known ? rank(scorer, intents, 0.99, exactIntent) : [];
    const first = { intentId: intents[exactIntent]!, confidence: 1 };
    return { candidates: [first, ...others].slice(0, MOST_CANDIDATES), exact: true, nearestPhrase };
  }
  if (!known || isBlank(normalise(text))) return { candidates: [], exact: false };

  const nearest = nearestOf(loaded, scorer.best, bag.stems);
  const confidence = confidenceOf(coefficients, signalsOf(scorer, nearest.similarity));
  const prediction: Prediction = { candidates: rank(scorer, intents, confidence, -1), exact: false };
  if (nearest.phrase >= 0) {
    prediction.nearestPhrase = { intentId: intents[scorer.best]!, phrase: phrases.textOf(nearest.phrase) };
  }
  return prediction;
}

/** By so much more of a text must be known by its sound for it to be heard rather than read. */
const HEARD_BETTER = 0.15;

/**
 * Scores a text. One in a script that training never saw is unknown but for its sound, and is judged by that alone: its
 * spelling would only make the answer look doubtful.
 */
function scored(
  scorer: Scorer,
  text: string,
  { sounds, words }: LoadedModel,
  sentence?: Float32Array,
): { bag: Bag; known: boolean } {
  const bag = extract(text, sounds);
  if (scorer.core.meanings && !isHeard(text, sounds)) {
    const meanings = sentence ?? (words && new Float32Array(words.dimensions));
    if (meanings && !sentence) words?.put(text, meanings, 0);
    return { bag, known: scorer.score(bag.hashes, bag.counts, 0, bag.hashes.length, meanings) };
  }
  const judged = isHeard(text, sounds) ? heardOrRead(scorer, text, bag, sounds) : bag;
  return { bag: judged, known: scorer.score(judged.hashes, judged.counts) };
}

/** Only what is judged is scored: how much of each is known can be told by looking it up. */
function heardOrRead(scorer: Scorer, text: string, read: Bag, sounds: Sounds): Bag {
  const heard = extract(text, sounds, true);
  return scorer.wordsKnownOf(heard) > scorer.wordsKnownOf(read) + HEARD_BETTER ? heard : read;
}

/** The phrase of each of these intents that shares most with the text; none of an intent that shares nothing with it. */
export function nearestPhrases(
  model: Model,
  text: string,
  intentIds: readonly string[],
): Map<string, string> {
  const loaded = model as LoadedModel;
  const { stems } = extract(text, loaded.sounds);
  const found = new Map<string, string>();
  for (const intentId of intentIds) {
    const intent = loaded.intents.indexOf(intentId);
    if (intent < 0) continue;
    const { phrase, similarity } = nearestOf(loaded, intent, stems);
    if (similarity > 0) found.set(intentId, loaded.phrases.textOf(phrase));
  }
  return found;
}

function nearestOf(
  model: LoadedModel,
  intent: number,
  stems: Uint32Array,
): { phrase: number; similarity: number } {
  const nearness = new Nearness(model.core.vocabulary, stems);
  const candidates = model.phrases.stemsOf(intent);
  const weights = model.phrases.weightsOf(intent, (of) => nearness.weightOfAll(of));
  const first = model.phrases.packed.firsts[intent]!;
  let phrase = candidates.length > 0 ? first : -1;
  let similarity = 0;
  for (let i = 0; i < candidates.length; i++) {
    const found = nearness.toWhole(candidates[i]!, weights[i]!);
    if (found > similarity) {
      similarity = found;
      phrase = first + i;
    }
  }
  return { phrase, similarity };
}

/**
 * The winner has the confidence given; the rest of the probability is shared by the others as the scores have
 * it, but none may come nearer to the winner than its own score does.
 */
function rank(scorer: Scorer, intents: readonly string[], confidence: number, without: number): Candidate[] {
  const { joint } = scorer;
  const order = topOf(joint, MOST_CANDIDATES + 1).filter((intent) => intent !== without);
  const best = joint[scorer.best]!;
  let others = 0;
  for (let i = 0; i < joint.length; i++) {
    // An intent e^20 times less likely changes no visible digit.
    if (i !== scorer.best && joint[i]! > best - 20) others += Math.exp(joint[i]! - best);
  }
  const rest = without < 0 ? 1 - confidence : 0.01;
  return order.slice(0, MOST_CANDIDATES).map((intent) => {
    const relative = Math.exp(joint[intent]! - best);
    const isWinner = intent === scorer.best && without < 0;
    const share = Math.min(confidence * relative, (rest * relative) / Math.max(others, relative));
    return { intentId: intents[intent]!, confidence: isWinner ? confidence : share };
  });
}

/** The numbers of the largest scores, falling. */
function topOf(scores: Float64Array, count: number): number[] {
  const top: number[] = [];
  for (let i = 0; i < scores.length; i++) {
    if (top.length === count && scores[i]! <= scores[top[count - 1]!]!) continue;
    let at = top.length;
    while (at > 0 && scores[i]! > scores[top[at - 1]!]!) at--;
    top.splice(at, 0, i);
    if (top.length > count) top.pop();
  }
  return top;
}

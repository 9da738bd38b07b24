import { extractStems } from "./features.ts";
import { type LoadedModel } from "./model.ts";
import { Nearness } from "./nearest.ts";
import type { Model } from "./predict.ts";

export interface Overlap {
  intentId: string;
  /** The other intent's phrase. */
  phrase: string;
  /** 0..1; 1 is the same phrase. */
  similarity: number;
}

/** Nearer than this, two phrases say nearly the same words: people would not know which intent is meant. */
const NEAR = 0.75;
const MOST = 3;

/** The phrases of other intents that a phrase is near to, one an intent, nearest first; at most three. */
export function overlaps(model: Model, phrase: string, ownIntentId?: string): Overlap[] {
  const { phrases, intents, core } = model as LoadedModel;
  const found: Overlap[] = [];
  const same = phrases.find(phrase);
  const stems = extractStems(phrase);
  const nearness = new Nearness(core.vocabulary, stems);
  for (const [intent, intentId] of intents.entries()) {
    if (intentId === ownIntentId) continue;
    if (same >= 0 && phrases.intentOf(same) === intent) {
      found.push({ intentId, phrase: phrases.textOf(same), similarity: 1 });
      continue;
    }
    // One word alone is near to many phrases that only contain it.
    if (stems.length < 2) continue;
    let best = 0;
    let at = -1;
    const others = phrases.stemsOf(intent);
    for (let i = 0; i < others.length; i++) {
      const similarity = nearness.to(others[i]!);
      if (similarity > best) {
        best = similarity;
        at = i;
      }
    }
    if (best >= NEAR) {
      const text = phrases.textOf(phrases.packed.firsts[intent]! + at);
      found.push({ intentId, phrase: text, similarity: Math.min(best, 0.99) });
    }
  }
  return found.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST);
}

import { extractSounds, extractStems } from "./features.ts";
import { hasDevanagari } from "./hindi/roman.ts";
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
/** Of one intent: several, since the nearest may have been deleted since the training. */
const MOST_OF_ONE = 5;
const MOST = 60;

/** The phrases of other intents that a phrase is near to, nearest first, a few of each intent. */
export function overlaps(model: Model, phrase: string, ownIntentId?: string): Overlap[] {
  const { phrases, intents, core, sounds } = model as LoadedModel;
  const found: Overlap[] = [];
  const same = phrases.find(phrase);
  const stems = extractStems(phrase, sounds);
  const nearness = new Nearness(core.vocabulary, stems);
  const heard = extractSounds(phrase, sounds);
  const byEar = heard.length < 2 ? undefined : new Nearness(core.vocabulary, heard);
  const script = hasDevanagari(phrase);
  // One word alone is near to many phrases that only contain it.
  const isOneWord = extractStems(phrase).length < 2;
  for (const [intent, intentId] of intents.entries()) {
    if (intentId === ownIntentId) continue;
    const near: Overlap[] = [];
    if (same >= 0 && phrases.intentOf(same) === intent) {
      near.push({ intentId, phrase: phrases.textOf(same), similarity: 1 });
    }
    const others = isOneWord ? [] : phrases.stemsOf(intent);
    for (let i = 0; i < others.length; i++) {
      const at = phrases.packed.firsts[intent]! + i;
      // In the other script nothing but the sound can be the same.
      const acrossScripts = byEar && hasDevanagari(phrases.textOf(at)) !== script;
      const similarity = Math.max(
        nearness.to(others[i]!),
        acrossScripts ? byEar.to(phrases.soundsOf(intent)[i]!) : 0,
      );
      if (at === same || similarity < NEAR) continue;
      near.push({ intentId, phrase: phrases.textOf(at), similarity: Math.min(similarity, 0.99) });
    }
    found.push(...near.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST_OF_ONE));
  }
  return found.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST);
}

import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { bound, type Phrase } from "./intent-draft.ts";
import { type Span, wordsOf } from "./words.ts";

/** Longer values are rarely said, and each word more makes the search longer. */
const MOST_WORDS = 5;
/** A value of one letter is in half of all phrases. */
const SHORTEST = 2;

/** Where these words stand in a phrase, whole and not bound yet, whatever their case and spaces. */
export function placesOf({ text, refs }: Phrase, words: string): Span[] {
  const wanted = keysOf(words, wordsOf(words));
  if (wanted.length === 0) return [];
  const spans = wordsOf(text);
  const said = keysOf(text, spans);
  const found: Span[] = [];
  for (let at = 0; at + wanted.length <= said.length; at++) {
    if (!wanted.every((key, index) => said[at + index] === key)) continue;
    const span = { start: spans[at]?.start ?? 0, end: spans[at + wanted.length - 1]?.end ?? 0 };
    if (isFree(refs, span)) found.push(span);
    at += wanted.length - 1;
  }
  return found;
}

const keysOf = (text: string, spans: readonly Span[]): string[] =>
  spans.map(({ start, end }) => nameKey(text.slice(start, end)));

const isFree = (refs: Phrase["refs"], { start, end }: Span): boolean =>
  refs.every((ref) => ref.entityEndPos <= start || ref.entityStartPos >= end);

/** Binds these words to the entity wherever they stand unbound; phrases without them stay the same objects. */
export const boundEverywhere = (phrases: Phrase[], words: string, entityId: string): Phrase[] =>
  phrases.map((phrase) =>
    placesOf(phrase, words).reduce(
      (now, { start, end }) => bound(now, { entityId, entityStartPos: start, entityEndPos: end }),
      phrase,
    ),
  );

export interface Suggestion {
  entityId: string;
  /** As the first phrase writes them. */
  words: string;
  phrases: number;
}

/** Unbound words that are a value or a synonym of one of the bot's own entities, those of most phrases first. */
export function suggestionsOf(phrases: readonly Phrase[], entities: readonly Entity[]): Suggestion[] {
  const known = valuesOf(entities);
  if (known.size === 0) return [];
  const found = new Map<string, Suggestion>();
  for (const phrase of phrases) {
    for (const [key, words] of knownIn(phrase, known)) {
      const entityId = known.get(key) ?? "";
      const before = found.get(key);
      found.set(key, { entityId, words: before?.words ?? words, phrases: (before?.phrases ?? 0) + 1 });
    }
  }
  return [...found.values()].toSorted((a, b) => b.phrases - a.phrases);
}

/** Key of each value and synonym → entity. A word that two entities know is left to the author. */
function valuesOf(entities: readonly Entity[]): Map<string, string> {
  const known = new Map<string, string>();
  const shared = new Set<string>();
  for (const { id, type, values } of entities) {
    if (type !== entityTypes.custom) continue;
    for (const each of values) {
      if (each.type !== "synonymns") continue;
      for (const key of [each.value, ...each.synonyms].map(nameKey)) {
        if (key.length < SHORTEST) continue;
        if ((known.get(key) ?? id) !== id) shared.add(key);
        known.set(key, id);
      }
    }
  }
  for (const key of shared) known.delete(key);
  return known;
}

/** The known values that a phrase says unbound, the longest where several begin at one word. */
function knownIn(phrase: Phrase, known: ReadonlyMap<string, string>): Map<string, string> {
  const words = wordsOf(phrase.text);
  const found = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const start = words[at]?.start ?? 0;
    for (let last = Math.min(at + MOST_WORDS, words.length) - 1; last >= at; last--) {
      const end = words[last]?.end ?? 0;
      const here = phrase.text.slice(start, end);
      const key = nameKey(here);
      if (!known.has(key) || !isFree(phrase.refs, { start, end })) continue;
      if (!found.has(key)) found.set(key, here);
      at = last;
      break;
    }
  }
  return found;
}

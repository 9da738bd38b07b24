import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import { type Draft, type Phrase, settled } from "./intent-draft.ts";

/** How many things a draft changes: the name, the response, whether a person goes on, and each phrase and parameter that is new, other or gone. */
export function changesOf(before: Draft, draft: Draft): number {
  const after = settled(draft);
  const said = [
    after.name !== before.name,
    after.response !== before.response,
    (after.handsOver ?? false) !== (before.handsOver ?? false),
  ].filter(Boolean).length;
  return (
    said + changedPhrases(before.phrases, after.phrases) + changedById(before.parameters, after.parameters)
  );
}

/** A restored draft has other keys, so that a phrase which is not known by its key is looked for by its words. */
function changedPhrases(before: readonly Phrase[], after: readonly Phrase[]): number {
  const left = new Map(before.map((phrase) => [phrase.key, phrase]));
  const byWords = new Map(before.map((phrase) => [phraseKey(phrase.text), phrase]));
  let changed = 0;
  for (const phrase of after) {
    const was = left.get(phrase.key) ?? byWords.get(phraseKey(phrase.text));
    if (!was || !left.delete(was.key) || digestOf(was) !== digestOf(phrase)) changed++;
  }
  return changed + left.size;
}

const digestOf = ({ text, refs }: Phrase): string => JSON.stringify([text, refs]);

function changedById(before: readonly { id: string }[], after: readonly { id: string }[]): number {
  const left = new Map(before.map((each) => [each.id, JSON.stringify(each)]));
  let changed = 0;
  for (const each of after) {
    if (left.get(each.id) !== JSON.stringify(each)) changed++;
    left.delete(each.id);
  }
  return changed + left.size;
}

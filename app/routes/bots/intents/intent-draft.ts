import {
  phraseKey,
  type EntityRef,
  type Intent,
  type Parameter,
} from "#workers/contract/endpoints/intents.ts";

export interface Phrase {
  /** React key of the row; not stored. */
  key: number;
  text: string;
  refs: EntityRef[];
}

/** An intent being edited. */
export interface Draft {
  name: string;
  phrases: Phrase[];
  response: string | null;
  parameters: Parameter[];
  /** A person goes on after the answer; left out by older drafts. */
  handsOver?: boolean;
  /** Key of the phrase that is edited in its row, and what its text is to be; left out by older drafts. */
  editing: number | null;
  editedPhrase?: string;
  /** Typed but not added yet; kept so that it is not lost. */
  pendingPhrase: string;
  pendingResponse: string;
}

let lastKey = 0;
export const newPhrase = (text: string, refs: EntityRef[] = []): Phrase => ({ key: ++lastKey, text, refs });

export const draftOf = (intent: Intent | undefined): Draft => ({
  name: intent?.name ?? "",
  phrases: (intent?.utterances ?? []).map(({ utterance, entityRefs }) => newPhrase(utterance, entityRefs)),
  response: intent?.responses[0]?.response ?? null,
  parameters: intent?.entities ?? [],
  handsOver: intent?.handsOver ?? false,
  editing: null,
  editedPhrase: "",
  pendingPhrase: "",
  pendingResponse: "",
});

/** Gives restored rows new keys, as keys from an earlier page load could collide with new ones. */
export function rekeyed({ phrases, editing, ...rest }: Draft): Draft {
  const at = phrases.findIndex(({ key }) => key === editing);
  return {
    ...rest,
    editing: at < 0 ? null : -1 - at,
    phrases: phrases.map(({ text, refs }, index) => ({ key: -1 - index, text, refs })),
  };
}

/** Returns the draft as it would be saved, with pending input applied. */
export function settled(draft: Draft): Draft {
  const { phrases, editing, editedPhrase = "", pendingPhrase, pendingResponse } = draft;
  const text = oneLine(editedPhrase);
  const edited = phrases.map((each) =>
    each.key === editing && text !== "" && text !== each.text ? reworded(each, text) : each,
  );
  return {
    ...draft,
    phrases: withPhrases(edited, linesOf(pendingPhrase)).phrases,
    response: pendingResponse.trim() || draft.response,
    editing: null,
    editedPhrase: "",
    pendingPhrase: "",
    pendingResponse: "",
  };
}

/** A phrase as it is written in one line. */
export const oneLine = (text: string): string => linesOf(text).join(" ");

/** Serializes the fields that would be saved, for comparison; row keys are left out. */
export function digestOf(draft: Draft): string {
  const { phrases, ...rest } = settled(draft);
  return JSON.stringify([rest, phrases.map(({ text, refs }) => [text, refs])]);
}

/** Splits a text into phrases, one per non-empty line. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the request body that saves a draft. */
export const fieldsOf = (
  draft: Draft,
  ids: { agentId: string; storyId: string; id: string | undefined; revision?: number | undefined },
) => ({
  ...ids,
  name: draft.name,
  utterances: draft.phrases.map(({ text, refs }) => ({ utterance: text, entityRefs: refs })),
  responses: draft.response === null ? [] : [{ response: draft.response }],
  entities: draft.parameters,
  handsOver: draft.handsOver,
});

/** Adds phrases that are not in the list yet; also returns how many already were. */
export function withPhrases(phrases: Phrase[], texts: string[]): { phrases: Phrase[]; repeated: number } {
  const known = new Set(phrases.map(({ text }) => phraseKey(text)));
  const added: Phrase[] = [];
  let repeated = 0;
  for (const text of texts) {
    if (known.has(phraseKey(text))) repeated++;
    else added.push(newPhrase(text));
    known.add(phraseKey(text));
  }
  // In front, where people look for what they have just added, and in the order in which they wrote it.
  return { phrases: [...added, ...phrases], repeated };
}

/** Changes a phrase's text: bindings are kept while their words are still in it, and dropped otherwise. */
export function reworded(phrase: Phrase, text: string): Phrase {
  const kept: EntityRef[] = [];
  let from = 0;
  for (const ref of phrase.refs.toSorted((a, b) => a.entityStartPos - b.entityStartPos)) {
    const words = phrase.text.slice(ref.entityStartPos, ref.entityEndPos);
    const at = text.indexOf(words, from);
    if (at < 0) continue;
    from = at + words.length;
    kept.push({ ...ref, entityStartPos: at, entityEndPos: from });
  }
  return { ...phrase, text, refs: kept };
}

/** Binds part of a phrase, replacing any overlapping bindings. */
export function bound(phrase: Phrase, ref: EntityRef): Phrase {
  const others = phrase.refs.filter(
    (other) => other.entityEndPos <= ref.entityStartPos || other.entityStartPos >= ref.entityEndPos,
  );
  return { ...phrase, refs: [...others, ref].toSorted((a, b) => a.entityStartPos - b.entityStartPos) };
}

/** Removes an entity's parameter and its bindings. */
export const withoutEntity = ({ parameters, phrases }: Draft, entityId: string): Partial<Draft> => ({
  parameters: parameters.filter(({ id }) => id !== entityId),
  phrases: phrases.map((phrase) =>
    phrase.refs.some((ref) => ref.entityId === entityId)
      ? { ...phrase, refs: phrase.refs.filter((ref) => ref.entityId !== entityId) }
      : phrase,
  ),
});

/** Adds a parameter for a bound entity that has none yet. */
export function withParameter(parameters: Parameter[], entity: { id: string; name: string }): Parameter[] {
  if (parameters.some(({ id }) => id === entity.id)) return parameters;
  return [...parameters, { id: entity.id, name: entity.name, required: false, value: "", prompts: [] }];
}

import { botsTexts } from "#texts/bots.ts";
import { importExportTexts } from "#texts/import-export.ts";
import type { AgentFile, FileIntent, FilePhrase } from "#workers/contract/agent-file.ts";
import { bindingsFit, MAX_PHRASES, phraseKey } from "#workers/contract/endpoints/intents.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";
import { collapse, nameKey } from "#workers/contract/fields.ts";
import { isSystemEntity } from "#workers/contract/system-entities.ts";
import { checkPattern } from "#workers/nlu/entities/pattern.ts";

const NAME = 100;
const VALUE = 200;
const PATTERN = 500;
const PHRASE = 500;
const { notes: say } = importExportTexts;

/**
 * Applies the rules of the console's forms to a file: unique names of limited length, no duplicate phrases, bindings
 * inside their phrase and to existing entities. Everything dropped is listed in `notes`; nothing is lost silently.
 */
export function tidy(file: AgentFile, notes: string[]): AgentFile {
  const entities = unique(file.entities, notes).flatMap(({ name, values }) => {
    const kept = valuesOf(name, values, notes);
    if (kept.length === 0) notes.push(say.emptyEntity(name));
    return kept.length > 0 ? [{ name, values: kept }] : [];
  });
  const keys = new Map(entities.map(({ name }) => [nameKey(name), name]));
  const known = (entity: string): string | undefined =>
    isSystemEntity(entity) ? entity : keys.get(nameKey(entity));
  const stories = unique(file.stories, notes).map((story) => ({
    name: story.name,
    intents: unique(story.intents, notes).flatMap((intent) => intentOf(intent, notes, known)),
  }));
  return { ...file, entities, stories: stories.filter(({ intents }) => intents.length > 0) };
}

/** Makes names unique and cuts them to the maximum length; a duplicate gets a number. */
function unique<T extends { name: string }>(items: readonly T[], notes: string[]): T[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const wanted = collapse(item.name).slice(0, NAME) || "-";
    let name = wanted;
    for (let number = 2; taken.has(nameKey(name)); number++) name = `${wanted.slice(0, NAME - 6)} ${number}`;
    taken.add(nameKey(name));
    if (name !== collapse(item.name)) notes.push(say.renamed(item.name, name));
    return { ...item, name };
  });
}

function valuesOf(entity: string, values: readonly EntityValue[], notes: string[]): EntityValue[] {
  const taken = new Set<string>();
  return values.slice(0, 500).flatMap(({ value: written, type, synonyms, pattern }): EntityValue[] => {
    const value = collapse(written).slice(0, VALUE);
    if (value === "" || taken.has(nameKey(value))) return [];
    taken.add(nameKey(value));
    if (type === "synonymns") {
      const words = [...new Set(synonyms.map(collapse))].filter(
        (word) => word !== "" && word.length <= VALUE,
      );
      return [{ value, type, synonyms: words.slice(0, 200), pattern: [] }];
    }
    const kept = pattern.filter((each) => {
      const checked = each.length > PATTERN ? ({ ok: false, reason: "" } as const) : checkPattern(each);
      if (!checked.ok) notes.push(say.badPattern(entity, each.slice(0, 60), checked.reason));
      return checked.ok && each !== "";
    });
    return kept.length > 0 ? [{ value, type, synonyms: [], pattern: kept.slice(0, 50) }] : [];
  });
}

function intentOf(
  intent: FileIntent,
  notes: string[],
  known: (entity: string) => string | undefined,
): FileIntent[] {
  const taken = new Set<string>();
  const unknown = new Set<string>();
  let repeated = 0;
  const phrases = intent.phrases.flatMap((phrase) => {
    const { text, entities } = trimmed(phrase);
    if (text === "") return [];
    if (text.length > PHRASE) {
      notes.push(say.tooLongPhrase(intent.name));
      return [];
    }
    if (taken.has(phraseKey(text))) {
      repeated++;
      return [];
    }
    taken.add(phraseKey(text));
    const bound = entities.flatMap((each) => {
      const entity = known(each.entity);
      if (!entity) unknown.add(each.entity);
      return entity ? [{ ...each, entity }] : [];
    });
    const fits = bindingsFit(
      text,
      bound.map(({ start, end }) => ({ entityId: "-", entityStartPos: start, entityEndPos: end })),
    );
    return [{ text, entities: fits ? bound : [] }];
  });
  if (repeated > 0) notes.push(say.repeatedPhrases(intent.name, repeated));
  if (phrases.length === 0) {
    notes.push(say.noPhrases(intent.name));
    return [];
  }
  if (phrases.length < 2) notes.push(say.fewPhrases(intent.name));
  if (phrases.length > MAX_PHRASES) notes.push(botsTexts.tooManyPhrases(MAX_PHRASES));
  const parameters = parametersOf(intent.parameters, known, unknown);
  for (const entity of unknown) notes.push(say.unknownEntity(entity, intent.name));
  const response = intent.response?.trim() ? intent.response.slice(0, 10_000) : null;
  const handsOver = intent.handsOver && { handsOver: true };
  return [{ name: intent.name, phrases: phrases.slice(0, MAX_PHRASES), response, ...handsOver, parameters }];
}

/** Trims a phrase, moves its bindings along and trims those too. */
function trimmed({ text, entities }: FilePhrase): FilePhrase {
  const cut = text.length - text.trimStart().length;
  const kept = text.trim();
  return {
    text: kept,
    entities: entities.flatMap(({ entity, start, end }) => {
      const words = text.slice(start, end);
      const from = start - cut + (words.length - words.trimStart().length);
      const to = Math.min(from + words.trim().length, kept.length);
      return from >= 0 && from < to ? [{ entity, start: from, end: to }] : [];
    }),
  };
}

function parametersOf(
  parameters: FileIntent["parameters"],
  known: (entity: string) => string | undefined,
  unknown: Set<string>,
): FileIntent["parameters"] {
  const taken = new Set<string>();
  return parameters.slice(0, 20).flatMap((parameter) => {
    const name = collapse(parameter.name).slice(0, NAME);
    const entity = known(parameter.entity);
    if (!entity) unknown.add(parameter.entity);
    if (!entity || name === "" || taken.has(nameKey(name))) return [];
    taken.add(nameKey(name));
    const prompts = parameter.prompts
      .map((prompt) => collapse(prompt).slice(0, 500))
      .filter((prompt) => prompt !== "")
      .slice(0, 20);
    return [
      {
        name,
        entity,
        required: parameter.required,
        value: parameter.value.slice(0, VALUE),
        prompts: prompts.length > 0 ? prompts : [botsTexts.promptExample(name)],
      },
    ];
  });
}

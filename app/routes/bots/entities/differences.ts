import { entityListTexts as texts } from "#texts/entity-list.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Entity } from "#workers/contract/endpoints/entities.ts";
import { bodyOf, type EntityDraft } from "./entity-draft.ts";

const NAMED = 8;

/** Describes how another person's saved version of an entity differs from the draft, one sentence per difference. */
export function differencesOf(theirs: Entity, mine: EntityDraft): string[] {
  const { name, values } = bodyOf(mine);
  const own = new Map(values.map((value) => [nameKey(value.value), value]));
  const other = new Map(theirs.values.map((value) => [nameKey(value.value), value]));
  const more = [...other].filter(([key]) => !own.has(key)).map(([, { value }]) => value);
  const less = [...own].filter(([key]) => !other.has(key)).map(([, { value }]) => value);
  const changed = [...other]
    .filter(([key, value]) => own.has(key) && wordsIn(value) !== wordsIn(own.get(key)))
    .map(([, { value }]) => value);
  return [
    ...(theirs.name === name.trim() ? [] : [texts.theirName(theirs.name)]),
    ...(more.length > 0 ? [texts.theirsHave(listed(more))] : []),
    ...(less.length > 0 ? [texts.theirsLack(listed(less))] : []),
    ...(changed.length > 0 ? [texts.theirsDiffer(listed(changed))] : []),
  ];
}

const wordsIn = (value: Entity["values"][number] | undefined): string =>
  JSON.stringify(value && [value.type, value.synonyms, value.pattern]);

const listed = (values: string[]): string =>
  values.length > NAMED
    ? `${values.slice(0, NAMED).join(", ")} ${texts.moreValues(values.length - NAMED)}`
    : values.join(", ");

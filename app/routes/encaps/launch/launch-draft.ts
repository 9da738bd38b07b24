import { type BroadcastDraft, isNarrowed, newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import {
  isSomebodyNamed,
  ofTime,
  requestOf,
  startOf,
  type Variables,
} from "#app/features/broadcasts/broadcast-request.ts";
import { wordsIn, wordsProblem } from "#app/features/automation-instances/words.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { encapsTexts } from "#texts/encaps.ts";
import { MOST_PEOPLE } from "#workers/contract/automation/launch.ts";
import type { GraphProperty, PropertyValue } from "#workers/contract/automation/properties.ts";
import { valueProblems } from "#workers/contract/automation/properties.ts";
import type { getLaunch, launchEncap } from "#workers/contract/endpoints/automation-launch.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";

const texts = encapsTexts.form;

/** A launch as its form has it: what it shares with broadcasts, and its own. */
export interface LaunchDraft extends BroadcastDraft {
  /** As a select has it; '' before one is known. */
  version: string;
  words: string;
  /** As typed: at most so many people of the audience; '' for all. */
  most: string;
  /** As typed, by property. */
  values: Readonly<Record<string, string>>;
}

/** A launch's form has no template. */
export const NO_VARIABLES: Variables = { groups: [], columns: [], media: [] };

export function launchDraft(
  zone: string,
  newest: number,
  again: ReplyOf<typeof getLaunch> | undefined,
): LaunchDraft {
  const base = { ...newDraft(zone), version: String(newest), words: "", most: "", values: {} };
  if (!again) return base;
  const { name, channelId, keywords, audience, most, values } = again;
  const filter = audience?.filter ?? null;
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: "" }));
  const { groups = [], tags = [], fields = [], search = "" } = filter ?? {};
  const isEverybody = filter !== null && search === "" && groups.length + tags.length + fields.length === 0;
  return {
    ...base,
    name,
    channelId,
    words: keywords.join("\n"),
    most: most === null ? "" : String(most),
    people: (audience?.customerIds ?? []).map((id) => ({ id, name: "", phoneNumber: "" })),
    also: filter === null ? "nobody" : isEverybody ? "everybody" : "matching",
    search,
    groups: named(groups),
    tags: named(tags),
    fields,
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])),
  };
}

/** Values as they are sent: what was left empty is not given. */
export function valuesOf(
  properties: readonly GraphProperty[],
  typed: LaunchDraft["values"],
): Record<string, PropertyValue> {
  return Object.fromEntries(
    properties.flatMap(({ name, type }): [string, PropertyValue][] => {
      const value = (typed[name] ?? "").trim();
      if (value === "") return [];
      if (type === "number") {
        const number = Number(value);
        return [[name, Number.isFinite(number) ? number : value]];
      }
      return [[name, type === "boolean" ? value === "true" : value]];
    }),
  );
}

export const audienceOf = (draft: LaunchDraft) => {
  const { filter, customerIds } = requestOf(draft, NO_VARIABLES).audience;
  return { filter, customerIds };
};

/** The limit as it is sent; null for none, undefined for what is none. */
export const mostOf = ({ most }: Pick<LaunchDraft, "most">): number | null | undefined => {
  const typed = most.trim();
  if (typed === "") return null;
  const number = Number(typed);
  return Number.isInteger(number) && number >= 1 && number <= MOST_PEOPLE ? number : undefined;
};

export const hasAudience = (draft: LaunchDraft): boolean =>
  isSomebodyNamed({ ...draft, numbers: "", file: null });

/** A launch's problems, by place. */
export function launchProblems(
  draft: LaunchDraft,
  properties: readonly GraphProperty[],
  now: number,
): Record<string, string> {
  const words = wordsProblem(draft.words);
  const needsGroup = draft.also === "matching" && !isNarrowed(draft);
  const isForNobody = !hasAudience(draft) && wordsIn(draft.words).length === 0;
  const values = valueProblems(properties, valuesOf(properties, draft.values));
  return {
    ...(draft.channelId === "" && { channel: texts.channelMissing }),
    ...(needsGroup && { groups: broadcastsTexts.form.groupNeeded }),
    ...(words !== undefined ? { words } : isForNobody && !needsGroup && { words: texts.audienceMissing }),
    ...Object.fromEntries(Object.entries(values).map(([name, why]) => [`values.${name}`, why])),
    ...(hasAudience(draft) && mostOf(draft) === undefined && { most: texts.mostWrong }),
    ...ofTime(draft, now),
  };
}

export const launchBody = (
  draft: LaunchDraft,
  properties: readonly GraphProperty[],
): InputOf<typeof launchEncap>["body"] => ({
  version: Number(draft.version),
  channelId: draft.channelId,
  name: draft.name.trim(),
  keywords: wordsIn(draft.words),
  audience: hasAudience(draft) ? audienceOf(draft) : null,
  most: (hasAudience(draft) && mostOf(draft)) || null,
  values: valuesOf(properties, draft.values),
  startAt: startOf(draft),
});

const PLACES: Readonly<Record<string, string>> = {
  channelId: "channel",
  keywords: "words",
  audience: "words",
  startAt: "start",
};
/** The place of a field that the server refuses. */
export const launchPlace = (field: string): string =>
  field.startsWith("audience.")
    ? "groups"
    : field.startsWith("keywords.")
      ? "words"
      : (PLACES[field] ?? field);

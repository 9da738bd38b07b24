import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { idOf } from "./broadcast-draft.ts";
import { labelOf } from "#workers/contract/variable-label.ts";
import { recipientWords } from "./recipient-words.ts";
import type { Variables } from "./broadcast-request.ts";
import type { Problems } from "./use-form-of.ts";

/** Places of the form in the order in which they are read, for the list of what is wrong. */
export function placesOf({ media, groups }: Variables): string[] {
  return [
    "channel",
    "template",
    "name",
    ...media.map(({ card }) => (card === null ? "media" : `cards.${card}`)),
    "numbers",
    "file",
    "groups",
    ...groups.flatMap(({ parameters }) => parameters.map(({ name }) => `mapping.${name}`)),
    "start",
    "timezone",
  ];
}

export const labelsOf = ({ groups }: Variables): ReadonlyMap<string, string> =>
  new Map(groups.flatMap(({ parameters }) => parameters.map((each) => [each.name, labelOf(each)] as const)));

const NAMED: Readonly<Record<string, string>> = {
  channel: texts.form.channel,
  template: texts.form.template,
  name: texts.form.name,
  groups: texts.form.groups,
  start: texts.form.start,
  timezone: texts.form.timezone,
};

/** The names of the places whose words depend on the channel type. */
export const recipientPlaces = (channelType: number): Readonly<Record<string, string>> => {
  const { label, column } = recipientWords(channelType);
  return { numbers: label, file: column };
};

/**
 * The problems that are shown, each with the name of its field; `more` are those of fields that a broadcast has not, `prefix`
 * stands before the places of a part of another form.
 */
export function listed(
  shown: Problems,
  variables: Variables,
  more: Readonly<Record<string, string>> = {},
  prefix = "",
): { id: string; text: string }[] {
  const labels = labelsOf(variables);
  const named = { ...NAMED, ...more };
  return [...new Set([...placesOf(variables), ...Object.keys(more)])].flatMap((place) => {
    const text = shown[place];
    if (text === undefined) return [];
    const label = place.startsWith("mapping.") ? labels.get(place.slice("mapping.".length)) : named[place];
    return [{ id: idOf(`${prefix}${place}`), text: label ? `${label}: ${text}` : text }];
  });
}

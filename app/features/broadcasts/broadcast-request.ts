import { readMoment } from "#app/lib/moment.ts";
import { timeIn } from "#workers/contract/zone-moment.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { isAddressTyped, MOST_NUMBERS, numbersIn, type SentMedia } from "#workers/contract/broadcast.ts";
import { type BroadcastRequest, MOST_DAYS_AHEAD } from "#workers/contract/endpoints/broadcasts.ts";
import { type listBroadcastVariables } from "#workers/contract/endpoints/broadcast-variables.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type BroadcastDraft, isNarrowed } from "./broadcast-draft.ts";
import { recipientWords } from "./recipient-words.ts";

export type Variables = ReplyOf<typeof listBroadcastVariables>;

const PDF = "application/pdf";
const FITS: Record<SentMedia["type"], (mime: string) => boolean> = {
  IMAGE: (mime) => mime.startsWith("image/"),
  VIDEO: (mime) => mime.startsWith("video/"),
  DOC: (mime) => mime === PDF,
};
/** Whether a file may be sent as this kind; documents are PDF. */
export const isFitting = (type: SentMedia["type"], mime: string): boolean => FITS[type](mime);

export const parametersIn = ({ groups }: Pick<Variables, "groups">) =>
  groups.flatMap(({ parameters }) => parameters);

/** Whether anybody is named at all; a number that is still being typed is nobody. */
export const isSomebodyNamed = ({ type, numbers, people, file, also, ...filter }: BroadcastDraft): boolean =>
  (file !== null && file.column !== "") ||
  isAddressTyped(type, numbers.trim()) ||
  people.length > 0 ||
  also === "everybody" ||
  (also === "matching" && isNarrowed(filter));

/** The request that sends a draft. */
export function requestOf(draft: BroadcastDraft, variables: Variables): BroadcastRequest {
  const { also, template } = draft;
  const lastCard = Math.max(-1, ...variables.media.map(({ card }) => card ?? -1));
  const isMatching = also === "matching";
  const fields = isMatching ? [...(draft.fields ?? [])] : [];
  return {
    name: draft.name.trim(),
    channelId: draft.channelId,
    phoneNumber: numbersIn(draft.numbers),
    audience: {
      filter:
        also === "nobody"
          ? null
          : {
              search: isMatching ? draft.search : "",
              groups: isMatching ? draft.groups.map(({ id }) => id) : [],
              tags: isMatching ? draft.tags.map(({ id }) => id) : [],
              ...(fields.length > 0 && { fields }),
            },
      customerIds: draft.people.map(({ id }) => id),
      file: draft.file,
    },
    message: {
      template: {
        templateId: template?.name ?? "",
        templateUId: template?.id ?? "",
        media: draft.media,
        cards: Array.from({ length: lastCard + 1 }, (_, card) => ({ media: draft.cards[card] ?? null })),
      },
    },
    columnMapping: parametersIn(variables).flatMap(({ name }) => {
      const { type, value } = draft.mappings[name] ?? { type: "static", value: "" };
      return value.trim() === "" ? [] : [{ variable: name, type, value: value.trim() }];
    }),
    trackClicks: draft.trackClicks,
    resourceId: "",
    resourceType: "",
  };
}

/** When it is to begin, in ISO 8601; null for at once and for a time that is none. */
export function startOf({ isLater, start, timezone }: BroadcastDraft): string | null {
  const moment = isLater ? readMoment(start) : "";
  return moment ? new Date(timeIn(timezone, moment)).toISOString() : null;
}

/** The problems of a draft by place, in the specification's words. */
export function problemsIn(
  draft: BroadcastDraft,
  variables: Variables,
  now: number,
): Readonly<Record<string, string>> {
  return {
    ...ofMessage(draft, variables),
    ...ofRecipients(draft),
    ...ofTime(draft, now),
  };
}

/** Those of the message alone, which a test has too. */
export function ofMessage(draft: BroadcastDraft, variables: Variables): Record<string, string> {
  const problems: Record<string, string> = {};
  if (draft.channelId === "") problems["channel"] = texts.mandatory;
  if (!draft.template) problems["template"] = texts.mandatory;
  for (const { card } of variables.media) {
    if (card === null && !draft.media) problems["media"] = texts.mediaMissing;
    if (card !== null && !draft.cards[card]) problems[`cards.${card}`] = texts.cardMediaMissing(card + 1);
  }
  for (const { name, isRequired } of parametersIn(variables))
    if (isRequired && !draft.mappings[name]?.value.trim()) problems[`mapping.${name}`] = texts.mandatory;
  return problems;
}

export function ofRecipients(draft: BroadcastDraft): Record<string, string> {
  if (draft.also === "matching" && !isNarrowed(draft)) return { groups: texts.form.groupNeeded };
  const words = recipientWords(draft.type);
  if (draft.file?.column === "") return { file: words.columnNeeded };
  const typed = draft.numbers.trim();
  if (typed !== "" && !isAddressTyped(draft.type, typed)) return { numbers: words.short };
  if (numbersIn(typed).length > MOST_NUMBERS) return { numbers: words.most(MOST_NUMBERS) };
  return isSomebodyNamed(draft) ? {} : { numbers: texts.mandatory };
}

const DAY_MS = 24 * 3_600_000;

export function ofTime(draft: BroadcastDraft, now: number): Record<string, string> {
  if (!draft.isLater) return {};
  if (draft.timezone === "") return { timezone: texts.zoneWrong };
  const startAt = startOf(draft);
  if (startAt === null) return { start: texts.startWrong };
  const at = Date.parse(startAt);
  if (at <= now) return { start: texts.startPast };
  return at > now + MOST_DAYS_AHEAD * DAY_MS ? { start: texts.startFar(MOST_DAYS_AHEAD) } : {};
}

const PLACES: readonly (readonly [name: RegExp, place: string])[] = [
  [/^channelId$/, "channel"],
  [/^message\.template\.media(\.|$)/, "media"],
  [/^message\.template\.template/, "template"],
  [/^phoneNumber(\.|$)/, "numbers"],
  [/^audience\.file(\.|$)/, "file"],
  [/^audience(\.|$)/, "groups"],
  [/^startAt$/, "start"],
  [/^timezone$/, "timezone"],
  [/^name$/, "name"],
];

const MAPPING = "columnMapping.";

/** The place of a field that the server refuses; undefined for one that the form has not. */
export function placeOf(name: string, request: BroadcastRequest): string | undefined {
  const card = /^message\.template\.cards\.(\d+)/.exec(name)?.[1];
  if (card) return `cards.${card}`;
  if (name.startsWith(MAPPING)) {
    // The server names the variable; a value of a wrong shape is named by its place among them.
    const of = name.slice(MAPPING.length);
    const shape = /^(\d+)(\.|$)/.exec(of)?.[1];
    return `mapping.${(shape && request.columnMapping[Number(shape)]?.variable) ?? of}`;
  }
  return PLACES.find(([pattern]) => pattern.test(name))?.[1];
}

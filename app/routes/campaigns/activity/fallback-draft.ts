import type { afterUnits, Fallback } from "#workers/contract/fallback.ts";
import { MOST_AFTER_DAYS, msOf } from "#workers/contract/fallback.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { type BroadcastDraft, newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import {
  ofMessage,
  placeOf as placeOfMessage,
  requestOf,
  type Variables,
} from "#app/features/broadcasts/broadcast-request.ts";
import { messageOf } from "./message-of.ts";
import { numberIn } from "./number-in.ts";

type Message = Pick<
  BroadcastDraft,
  "type" | "channelId" | "template" | "media" | "cards" | "mappings" | "trackClicks"
>;

/** The form's values of a fallback: a message of its own, and after how long. */
export interface FallbackDraft extends Message {
  /** As typed. */
  count: string;
  unit: (typeof afterUnits)[number];
}

/** The place of its fields in the form, before their own. */
export const FALLBACK = "fallback.";

/** Of what is offered another channel type than the first one, SMS before all others. */
export const newFallback = (
  first: BroadcastDraft["type"],
  types: readonly BroadcastDraft["type"][],
): FallbackDraft => {
  const { channelId, template, media, cards, mappings, trackClicks } = newDraft("UTC");
  const others = types.filter((each) => each !== first);
  const type = others.find((each) => each === channelTypes.sms) ?? others[0] ?? first;
  return { type, channelId, template, media, cards, mappings, trackClicks, count: "1", unit: "hour" };
};

export const fallbackDraftOf = (stored: NonNullable<Activity["fallback"]>): FallbackDraft => ({
  ...messageOf(stored, stored.channelType, stored.template),
  trackClicks: stored.trackClicks,
  count: String(stored.after.count),
  unit: stored.after.unit,
});

/** It as the fields of a broadcast's form read it. */
export const asDraft = ({ count: _, unit: __, ...message }: FallbackDraft): BroadcastDraft => ({
  ...newDraft("UTC"),
  ...message,
});

/** The part of the request that saves a fallback. */
export function fallbackOf(draft: FallbackDraft, variables: Variables): Fallback {
  const { channelId, message, columnMapping, trackClicks } = requestOf(asDraft(draft), variables);
  const { count, unit } = draft;
  return { channelId, message, columnMapping, trackClicks, after: { count: numberIn(count), unit } };
}

function ofAfter({ count, unit }: FallbackDraft): Record<string, string> {
  const typed = numberIn(count);
  if (!(typed >= 1)) return { count: campaignsTexts.afterWrong };
  const most = { count: MOST_AFTER_DAYS, unit: "day" as const };
  return msOf({ count: typed, unit }) > msOf(most) ? { count: campaignsTexts.afterFar(MOST_AFTER_DAYS) } : {};
}

/** Whether its time is one. */
export const hasTime = (draft: FallbackDraft): boolean => Object.keys(ofAfter(draft)).length === 0;

/** The problems of a fallback, by place in the form. */
export function ofFallback(
  draft: FallbackDraft | null | undefined,
  firstChannel: string,
  { variables, isKnown }: { variables: Variables; isKnown: boolean },
): Record<string, string> {
  if (!draft) return {};
  const problems = {
    ...ofMessage(asDraft(draft), variables),
    ...(draft.channelId !== "" &&
      draft.channelId === firstChannel && { channel: campaignsTexts.fallbackSame }),
    ...(!isKnown && { template: broadcastsTexts.form.variablesLate }),
    ...ofAfter(draft),
  };
  return Object.fromEntries(
    Object.entries(problems).map(([place, problem]) => [`${FALLBACK}${place}`, problem]),
  );
}

/** The place of a field of it that the server refuses; undefined for one that the form has not. */
export function placeOfFallback(
  name: string,
  draft: FallbackDraft,
  variables: Variables,
): string | undefined {
  const own = name.slice(FALLBACK.length);
  const place = own.startsWith("after") ? "count" : placeOfMessage(own, requestOf(asDraft(draft), variables));
  return place && `${FALLBACK}${place}`;
}

import { campaignsTexts } from "#texts/campaigns.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import {
  boundsText,
  type Comparison,
  type Decider,
  isLongEnough,
  MOST_SHARE,
} from "#workers/contract/comparison.ts";
import type { AfterUnit } from "#workers/contract/fallback.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { type BroadcastDraft, newDraft, withoutTemplate } from "#app/features/broadcasts/broadcast-draft.ts";
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
  "channelId" | "template" | "media" | "cards" | "mappings" | "trackClicks"
>;

/** The form's values of a comparison: message B, its share of the people, and how it is decided. */
export interface ComparisonDraft extends Message {
  /** As typed. */
  share: string;
  by: Decider;
  count: string;
  unit: AfterUnit;
}
/** A form in which two messages may be compared. */
export interface Comparing extends BroadcastDraft {
  comparison: ComparisonDraft | null;
}

/** The place of its fields in the form, before their own. */
export const COMPARISON = "comparison.";

export const newComparison = ({ channelId, trackClicks }: BroadcastDraft): ComparisonDraft => ({
  ...withoutTemplate,
  channelId,
  trackClicks,
  share: "10",
  by: "replied",
  count: "4",
  unit: "hour",
});

export function comparisonDraftOf(
  stored: NonNullable<Activity["comparison"]>,
  { request, channelType }: Pick<Activity, "request" | "channelType">,
): ComparisonDraft {
  const { channelId } = request;
  const { type: _, ...message } = messageOf({ ...stored, channelId }, channelType, stored.template);
  return {
    ...message,
    trackClicks: stored.trackClicks,
    share: String(stored.share),
    by: stored.by,
    count: String(stored.after.count),
    unit: stored.after.unit,
  };
}

/** Message B as it is now: another channel of the first message takes its template away. */
export function comparisonIn({ comparison, channelId }: Comparing): ComparisonDraft | null {
  if (!comparison || comparison.channelId === channelId) return comparison;
  return { ...comparison, ...withoutTemplate, channelId };
}

/** It as the fields of a broadcast's form read it. */
export function comparedDraft(
  { share: _, by: __, count: ___, unit: ____, ...message }: ComparisonDraft,
  { type }: Pick<BroadcastDraft, "type">,
): BroadcastDraft {
  return { ...newDraft("UTC"), ...message, type };
}

/** The part of the request that saves a comparison. */
export function comparisonOf(
  draft: ComparisonDraft,
  first: BroadcastDraft,
  variables: Variables,
): Comparison {
  const { message, columnMapping, trackClicks } = requestOf(comparedDraft(draft, first), variables);
  const { share, by, count, unit } = draft;
  return {
    message,
    columnMapping,
    trackClicks,
    share: numberIn(share),
    by,
    after: { count: numberIn(count), unit },
  };
}

function ofRule({ share, by, count, unit, trackClicks }: ComparisonDraft, first: BroadcastDraft) {
  const [typed, people] = [numberIn(count), numberIn(share)];
  return {
    ...(!(people >= 1 && people <= MOST_SHARE) && {
      share: campaignsTexts.comparison.shareWrong(MOST_SHARE),
    }),
    ...(by === "clicked" &&
      !(trackClicks && first.trackClicks) && { by: campaignsTexts.comparison.noClicks }),
    ...(!(typed >= 1)
      ? { count: campaignsTexts.afterWrong }
      : !isLongEnough({ count: typed, unit }) && { count: boundsText }),
  };
}

/** Whether its rule is one, so that it can be asked about. */
export const hasRule = (draft: ComparisonDraft, first: BroadcastDraft): boolean =>
  Object.keys(ofRule(draft, first)).length === 0;

/** The problems of a comparison, by place in the form. */
export function ofComparison(
  draft: Comparing,
  { variables, isKnown }: { variables: Variables; isKnown: boolean },
): Record<string, string> {
  const comparison = comparisonIn(draft);
  if (!comparison) return {};
  const { channel: _, ...message } = ofMessage(comparedDraft(comparison, draft), variables);
  const problems = {
    ...message,
    ...(!isKnown && { template: broadcastsTexts.form.variablesLate }),
    ...ofRule(comparison, draft),
  };
  return Object.fromEntries(
    Object.entries(problems).map(([place, problem]) => [`${COMPARISON}${place}`, problem]),
  );
}

/** The place of a field of it that the server refuses; undefined for one that the form has not. */
export function placeOfComparison(name: string, draft: Comparing, variables: Variables): string | undefined {
  const comparison = comparisonIn(draft);
  if (!comparison) return undefined;
  const own = name.slice(COMPARISON.length);
  const rule = own.startsWith("after") ? "count" : own === "share" || own === "by" ? own : undefined;
  const place = rule ?? placeOfMessage(own, requestOf(comparedDraft(comparison, draft), variables));
  return place && `${COMPARISON}${place}`;
}

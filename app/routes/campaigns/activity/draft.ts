import { momentText, readMoment } from "#app/lib/moment.ts";
import type { Plan, repeatUnits } from "#workers/contract/campaign.ts";
import { type Activity, type ActivityRequest } from "#workers/contract/endpoints/activities.ts";
import { type Also, newDraft } from "#app/features/broadcasts/broadcast-draft.ts";
import { requestOf, type Variables } from "#app/features/broadcasts/broadcast-request.ts";
import { type Comparing, comparisonDraftOf } from "./comparison-draft.ts";
import { type FallbackDraft, fallbackDraftOf } from "./fallback-draft.ts";
import { messageOf } from "./message-of.ts";
import { numberIn } from "./number-in.ts";

export type RepeatUnit = (typeof repeatUnits)[number];

/** An activity as the form has it: a broadcast's message and recipients, and a plan. */
export interface ActivityDraft extends Comparing {
  repeats: boolean;
  unit: RepeatUnit;
  /** As typed. */
  every: string;
  runs: string;
  /** The message on another channel for people who are not reached. */
  fallback: FallbackDraft | null;
}

const noRepeat = { repeats: false, unit: "week", every: "1", runs: "4" } as const;

export const newActivity = (timezone: string): ActivityDraft => ({
  ...newDraft(timezone),
  ...noRepeat,
  fallback: null,
  comparison: null,
});

function alsoOf(filter: ActivityRequest["audience"]["filter"]): Also {
  if (!filter) return "nobody";
  const { fields = [] } = filter;
  return filter.search || filter.groups.length + filter.tags.length + fields.length > 0
    ? "matching"
    : "everybody";
}

const unnamed = (id: string) => ({ id, name: "" });

export function draftOf(stored: Activity): ActivityDraft {
  const { request, plan, template } = stored;
  const { filter, customerIds, file } = request.audience;
  const { repeat } = plan;
  return {
    ...messageOf(request, stored.channelType, template),
    name: stored.name,
    numbers: request.phoneNumber.join(", "),
    people: customerIds.map((id) => ({ ...unnamed(id), phoneNumber: "" })),
    also: alsoOf(filter),
    search: filter?.search ?? "",
    groups: (filter?.groups ?? []).map(unnamed),
    tags: (filter?.tags ?? []).map(unnamed),
    fields: filter?.fields ?? [],
    isLater: plan.startAt !== null,
    start: plan.startAt === null ? "" : momentText(`${plan.startAt}:00`),
    timezone: plan.timezone,
    ...(repeat
      ? { repeats: true, unit: repeat.unit, every: String(repeat.every), runs: String(repeat.runs) }
      : noRepeat),
    file,
    trackClicks: request.trackClicks,
    fallback: stored.fallback ? fallbackDraftOf(stored.fallback) : null,
    comparison: stored.comparison ? comparisonDraftOf(stored.comparison, stored) : null,
  };
}

/** The request that saves an activity. */
export function activityRequestOf(draft: ActivityDraft, variables: Variables): ActivityRequest {
  const { name: _, resourceId: __, resourceType: ___, ...request } = requestOf(draft, variables);
  return request;
}

export function planOf({ isLater, start, timezone, repeats, unit, every, runs }: ActivityDraft): Plan {
  const moment = isLater ? readMoment(start) : "";
  return {
    startAt: moment ? moment.slice(0, 16) : null,
    timezone: timezone || "UTC",
    repeat: repeats ? { unit, every: numberIn(every), runs: numberIn(runs) } : null,
  };
}

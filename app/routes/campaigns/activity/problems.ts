import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { campaignsTexts } from "#texts/campaigns.ts";
import { MOST_RUNS } from "#workers/contract/campaign.ts";
import type { BroadcastRequest } from "#workers/contract/endpoints/broadcasts.ts";
import {
  ofMessage,
  ofRecipients,
  ofTime,
  placeOf as placeOfMessage,
  type Variables,
} from "#app/features/broadcasts/broadcast-request.ts";
import { listed } from "#app/features/broadcasts/form-places.ts";
import type { Problems } from "#app/features/broadcasts/use-form-of.ts";
import type { ActivityDraft } from "./draft.ts";
import { COMPARISON, ofComparison, placeOfComparison } from "./comparison-draft.ts";
import { numberIn } from "./number-in.ts";
import { FALLBACK, ofFallback, placeOfFallback } from "./fallback-draft.ts";

const texts = campaignScreensTexts.plan;
const fallbackTexts = campaignScreensTexts.fallback;
const comparisonTexts = campaignScreensTexts.comparison;
const MOST_EVERY = 60;
const NO_SECOND: Second = { variables: { groups: [], columns: [], media: [] }, isKnown: true };

/** Places that a broadcast's form has not, with their names. */
export const PLAN_PLACES = { every: texts.everyLabel, runs: texts.runsLabel };

const within = (typed: string, least: number, most: number): boolean =>
  numberIn(typed) >= least && numberIn(typed) <= most;

function ofRepeat({ repeats, every, runs }: ActivityDraft): Record<string, string> {
  if (!repeats) return {};
  return {
    ...(!within(every, 1, MOST_EVERY) && { every: texts.everyWrong(MOST_EVERY) }),
    ...(!within(runs, 2, MOST_RUNS) && { runs: texts.runsWrong(MOST_RUNS) }),
  };
}

const ofName = ({ name }: ActivityDraft): Record<string, string> =>
  name.trim() === "" ? { name: campaignsTexts.nameMissing } : {};

/** The variables of the second message's template, and whether they are known yet. */
export interface Second {
  variables: Variables;
  isKnown: boolean;
}

/** The problems of an activity that is to be approved. */
export const problemsIn = (
  draft: ActivityDraft,
  variables: Variables,
  now: number,
  second: Second = NO_SECOND,
): Problems => ({
  ...ofName(draft),
  ...ofMessage(draft, variables),
  ...ofRecipients(draft),
  ...ofTime(draft, now),
  ...ofRepeat(draft),
  ...ofFallback(draft.fallback, draft.channelId, second),
  ...ofComparison(draft, second),
});

/** Places that even a draft must fill: without them there is nothing to keep. */
const DRAFT_PLACES = [
  "name",
  "channel",
  "template",
  "start",
  "timezone",
  "every",
  "runs",
  ...["channel", "template", "count"].map((each) => `${FALLBACK}${each}`),
  ...["template", "share", "by", "count"].map((each) => `${COMPARISON}${each}`),
];
export const ofDraft = (problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([place]) => DRAFT_PLACES.includes(place)));

const PLAN: Readonly<Record<string, string>> = {
  "plan.startAt": "start",
  "plan.timezone": "timezone",
  "plan.repeat": "every",
  "plan.repeat.every": "every",
  "plan.repeat.unit": "every",
  "plan.repeat.runs": "runs",
};

/** The place of a field that the server refuses; undefined for one that the form has not. */
export function placeOf(
  name: string,
  request: BroadcastRequest,
  draft?: ActivityDraft,
  { variables }: Second = NO_SECOND,
): string | undefined {
  if (name.startsWith(FALLBACK))
    return draft?.fallback ? placeOfFallback(name, draft.fallback, variables) : undefined;
  if (name.startsWith(COMPARISON)) return draft && placeOfComparison(name, draft, variables);
  return PLAN[name] ?? placeOfMessage(name.replace(/^request\./, ""), request);
}

const SECONDS = {
  [FALLBACK]: { more: { count: fallbackTexts.after }, problem: fallbackTexts.problem },
  [COMPARISON]: {
    more: { share: comparisonTexts.share, by: comparisonTexts.by, count: comparisonTexts.after },
    problem: comparisonTexts.problem,
  },
};

/** The problems of the second message that are shown, each with the name of its field. */
export const listedSecond = (shown: Problems, variables: Variables): { id: string; text: string }[] =>
  Object.entries(SECONDS).flatMap(([prefix, { more, problem }]) => {
    const own = Object.fromEntries(
      Object.entries(shown).flatMap(([place, text]) =>
        place.startsWith(prefix) ? [[place.slice(prefix.length), text] as const] : [],
      ),
    );
    return listed(own, variables, more, prefix).map(({ id, text }) => ({ id, text: problem(text) }));
  });

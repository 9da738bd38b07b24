import { localMoment } from "#app/lib/zone.ts";
import { momentText, readMoment } from "#app/lib/moment.ts";
import { campaignDialogTexts as texts } from "#texts/campaign-dialog.ts";
import type { Campaign } from "#workers/contract/endpoints/campaigns.ts";

/** Everything that a dialog can ask for; each mode names its fields. Times are as typed, in the reader's zone. */
export type Values = Record<"name" | "description" | "startAt" | "endAt" | "reason", string>;

const typed = (time: string | null): string => (time ? momentText(localMoment(new Date(time))) : "");
/** ISO 8601 of what was typed; null for nothing. */
export function timeOf(text: string): string | null {
  const moment = readMoment(text);
  return moment ? new Date(moment).toISOString() : null;
}

export const startingAt = (campaign: Campaign | undefined): Values => ({
  name: campaign?.name ?? "",
  description: campaign?.description ?? "",
  startAt: typed(campaign?.startAt ?? null),
  endAt: typed(campaign?.endAt ?? null),
  reason: "",
});

const CHECKS: { [Name in keyof Values]?: (values: Values) => string | false } = {
  name: ({ name }) => name.trim() === "" && texts.nameMissing,
  reason: ({ reason }) => reason.trim() === "" && texts.reasonMissing,
  startAt: ({ startAt }) => readMoment(startAt) === null && texts.invalidDate,
  endAt: ({ startAt, endAt }) => {
    const [start, end] = [readMoment(startAt), readMoment(endAt)];
    if (end === null) return texts.invalidDate;
    return Boolean(start && end && end <= start) && texts.endBeforeStart;
  },
};

/** The problems of the fields that a mode asks for. */
export const problemsOf = (values: Values, fields: readonly (keyof Values)[]): Partial<Values> =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const problem = CHECKS[name]?.(values);
      return problem ? [[name, problem] as const] : [];
    }),
  );

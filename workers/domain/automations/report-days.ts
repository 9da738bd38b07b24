import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import { REPORT_DAYS } from "#workers/contract/endpoints/journey-report.ts";
import { DomainError } from "../error.ts";

export const DAY_MS = 86_400_000;

export interface Days {
  from: string;
  to: string;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The days (UTC) that are asked for, the last thirty without any; those that can't be are refused. */
export function daysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): Days {
  const last = to ?? dayOf(from === undefined ? now : Math.max(now, Date.parse(from)));
  const first = from ?? dayOf(Date.parse(last) - (REPORT_DAYS.usual - 1) * DAY_MS);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1 || days > REPORT_DAYS.most) {
    throw new DomainError("invalid", { message: texts.daysWrong, errors: { from: texts.daysWrong } });
  }
  return { from: first, to: last };
}

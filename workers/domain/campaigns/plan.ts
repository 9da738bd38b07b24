import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { Plan } from "#workers/contract/campaign.ts";
import { MOST_DAYS_AHEAD } from "#workers/contract/endpoints/broadcasts.ts";
import { momentIn, timeIn } from "#workers/contract/zone-moment.ts";
import { DomainError } from "../error.ts";

const DAY_MS = 86_400_000;
const MINUTES = "yyyy-MM-ddTHH:mm".length;

/** Times of all runs of a plan; one without a start begins at `now`. The clock of its zone is the same at each. */
export function runsOf({ startAt, timezone, repeat }: Plan, now: number): number[] {
  const first = startAt === null ? now : timeIn(timezone, `${startAt}:00`);
  if (!repeat) return [first];
  const local = startAt ?? momentIn(timezone, now).slice(0, MINUTES);
  const later = Array.from({ length: repeat.runs - 1 }, (_, at) =>
    timeIn(timezone, `${laterBy(local, repeat.unit, repeat.every * (at + 1))}:00`),
  );
  return [first, ...later];
}

/** A moment so many units later; the end of a month that is too short for its day. */
function laterBy(moment: string, unit: NonNullable<Plan["repeat"]>["unit"], count: number): string {
  const then = new Date(`${moment}:00Z`);
  if (unit !== "month") then.setUTCDate(then.getUTCDate() + count * (unit === "week" ? 7 : 1));
  else {
    const day = then.getUTCDate();
    then.setUTCDate(1);
    then.setUTCMonth(then.getUTCMonth() + count);
    const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
    then.setUTCDate(Math.min(day, last));
  }
  return then.toISOString().slice(0, MINUTES);
}

/** Refuses a start that is none, or so far ahead that nobody means it. */
export function refuseWrongStart({ startAt, timezone }: Plan, now: number): void {
  if (startAt === null) return;
  const then = timeIn(timezone, `${startAt}:00`);
  if (Number.isNaN(then)) throw wrong(texts.startWrong);
  if (then > now + MOST_DAYS_AHEAD * DAY_MS) throw wrong(texts.startFar(MOST_DAYS_AHEAD));
}

/** Refuses a start that has passed: it would never come. */
export function refusePastStart({ startAt, timezone }: Plan, now: number): void {
  if (startAt !== null && timeIn(timezone, `${startAt}:00`) <= now) throw wrong(texts.planPast);
}

const wrong = (message: string) =>
  new DomainError("invalid", { message, errors: { "plan.startAt": message } });

import { dayOf, daysOf, monthOf, startOf } from "./usage.ts";

const DAY_MS = 86_400_000;
/** Whole days whose average goes on until the month is over. */
const AVERAGED = 7;

/** The use of a kind, a row a day. */
export interface UsedDay {
  day: number;
  count: number;
}

export const usedIn = (days: readonly UsedDay[], month: number): number => {
  const { from, to } = daysOf(month);
  return days.reduce((sum, { day, count }) => (day >= from && day < to ? sum + count : sum), 0);
};

/**
 * The total of a month that goes on as in the last seven whole days, or in those since its first use. On the very first
 * day, as since that day began. The use that counts may begin within the month.
 */
export function forecastOf(
  days: readonly UsedDay[],
  now: number,
  used: number = usedIn(days, monthOf(now)),
): number {
  const month = monthOf(now);
  const today = dayOf(now);
  const first = Math.min(today, ...days.map(({ day }) => day));
  const whole = Math.min(AVERAGED, today - first);
  const before = days.reduce(
    (sum, { day, count }) => (day < today && day >= today - whole ? sum + count : sum),
    0,
  );
  const sinceMidnight = Math.max((now - startOf(today)) / DAY_MS, 1 / 24);
  const perDay = whole === 0 ? used / sinceMidnight : before / whole;
  const left = (startOf(daysOf(month).to) - now) / DAY_MS;
  return Math.max(used, Math.round(used + perDay * left));
}

/** The count at which a meter is full: its limit, else the included amount; null where there is neither. */
export const fullAt = (
  term: { included: number; limit: { at: number } | null } | undefined,
): number | null => {
  const most = term?.limit?.at ?? term?.included ?? 0;
  return most > 0 ? most : null;
};

export const alertLevels = [80, 100] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** The levels that so much of a meter has come to. */
export const levelsOf = (used: number, full: number | null): AlertLevel[] =>
  full === null ? [] : alertLevels.filter((level) => used * 100 >= full * level);

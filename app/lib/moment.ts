/** Moments as the date-time picker has them: yyyy-MM-ddTHH:mm:ss, in whatever zone its screen means. */

/** year/month/day hour:minute:second with an optional fraction, as the specification writes it. */
const TEXT = /^(\d{4})\/(\d{1,2})\/(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?$/;

/** How far a press of a stepper goes, by the specification. */
export const STEPS = { hour: 3_600_000, minute: 15 * 60_000, second: 30_000 } as const;
export type MomentUnit = keyof typeof STEPS;

/** Formats "2026-11-14T00:00:00" as "2026/11/14 00:00:00". */
export const momentText = (moment: string): string => moment.replaceAll("-", "/").replace("T", " ");

/** Parses the typed text; empty stays empty, null is no moment. */
export function readMoment(text: string): string | null {
  if (text.trim() === "") return "";
  const parts = TEXT.exec(text.trim())?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const real =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return real ? momentOf(at) : null;
}

export const steppedMoment = (moment: string, unit: MomentUnit, by: 1 | -1): string =>
  momentOf(new Date(Date.parse(`${moment}Z`) + by * STEPS[unit]));

const momentOf = (at: Date): string => at.toISOString().slice(0, 19);

/** The days of a month (yyyy-MM) in weeks from Monday; null where a week reaches beyond it. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const before = (first.getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((before + count) / 7) * 7 }, (_, at) => {
    const day = at - before + 1;
    return day < 1 || day > count ? null : `${month}-${String(day).padStart(2, "0")}`;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export const monthBeside = (month: string, by: 1 | -1): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return momentOf(new Date(Date.UTC(year, number - 1 + by, 1))).slice(0, 7);
};

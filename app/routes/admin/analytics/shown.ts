import { formatCount, formatSeconds, formatShare } from "#app/lib/format.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import { dayOf } from "#app/lib/zone.ts";
import { dashboardsTexts as texts } from "#texts/dashboards.ts";
import { MOST_DASHBOARD_DAYS } from "#workers/contract/endpoints/dashboards.ts";
import { dashboardNames, type Measure, measureOf } from "#workers/contract/dashboards.ts";

/** Days of the periods that a button chooses, up to today. */
export const dashboardPeriods = ["7", "30", "90"] as const;

export const lastDays = (count: number, now = new Date()) => ({
  fromDate: dayOf(now, 1 - count),
  toDate: dayOf(now),
});

const DAY_MS = 86_400_000;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const sooner = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** The range with one of its days moved: the other follows where it would be too far away, or on the wrong side. */
export function movedRange(
  { fromDate, toDate }: { fromDate: string; toDate: string },
  moved: { from: string } | { to: string },
): { from: string; to: string } {
  const most = MOST_DASHBOARD_DAYS - 1;
  if ("from" in moved) {
    const from = moved.from || fromDate;
    return { from, to: sooner(later(toDate, from), dayAfter(from, most)) };
  }
  const to = moved.to || toDate;
  return { from: later(sooner(fromDate, to), dayAfter(to, -most)), to };
}

/** What a dashboard is asked for, from its address: a week up to today without days in it. */
export function queryIn(search: URLSearchParams) {
  const usual = lastDays(7);
  const name = search.get("name") ?? "";
  const known = dashboardNames.find((each) => each === name);
  return {
    name: known ?? "messages",
    /** Of a dashboard that somebody has made; '' for one that everybody has. */
    ownId: known ? "" : name,
    fromDate: search.get("from") ?? usual.fromDate,
    toDate: search.get("to") ?? usual.toDate,
    channelId: search.get("channel") ?? "",
    timeZone: readerZone(),
  };
}

/** A value as its unit is said; a dash where there is none. */
export function said(measure: Measure, value: number | null): string {
  if (value === null) return texts.nothing;
  const { unit } = measureOf(measure);
  if (unit === "share") return formatShare(value);
  if (unit === "seconds") return formatSeconds(value);
  return formatCount(unit === "rating" ? Math.round(value * 100) / 100 : value);
}

interface Change {
  text: string;
  /** Null: neither better nor worse. */
  isBetter: boolean | null;
}

/** The change since the days before; null where one of the two has nothing to compare. */
export function changeOf(measure: Measure, value: number | null, before: number | null): Change | null {
  const { unit, isBad } = measureOf(measure);
  if (value === null || before === null || (unit === "count" && before === 0)) return null;
  const difference = unit === "count" ? (value - before) / before : value - before;
  if (difference === 0) return { text: texts.same, isBetter: null };
  const size = Math.abs(difference);
  // A share that goes from 90 to 45 % loses 45 points, or a half: "45 %" would be read as either.
  const amount =
    unit === "count"
      ? formatShare(size)
      : unit === "share"
        ? texts.points(formatCount(Math.round(size * 100)))
        : said(measure, size);
  const isUp = difference > 0;
  return { text: isUp ? texts.up(amount) : texts.down(amount), isBetter: isUp !== (isBad === true) };
}

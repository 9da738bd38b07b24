import type { ChartProps } from "./chart-props.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Days above which a chart shows weeks. */
const MOST_DAYS = 120;
const DAY_MS = 86_400_000;

/** The Monday of a day's week. */
function weekOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Weeks in place of days where these are too many to be told apart; undefined where they are not. */
export function inWeeks({
  labels,
  series,
}: Pick<ChartProps, "labels" | "series">): Pick<ChartProps, "labels" | "series"> | undefined {
  if (labels.length <= MOST_DAYS || !labels.every((label) => DAY.test(label))) return undefined;
  const weeks = [...Map.groupBy(labels.keys(), (at) => weekOf(labels[at] ?? "")).entries()];
  return {
    labels: weeks.map(([monday]) => monday),
    series: series.map((one) => ({
      ...one,
      values: weeks.map(([, days]) => {
        const known = days.map((at) => one.values[at]).filter((value) => typeof value === "number");
        if (known.length === 0) return null;
        return one.week === "mean" ? sum(known) / known.length : sum(known);
      }),
    })),
  };
}

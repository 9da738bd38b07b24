/** People by the week in which they came in, and how many of them got somewhere by which week. */

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday. */
const MONDAY_MS = 3 * DAY_MS;
/** Weeks after the first that have a column of their own. */
export const COHORT_WEEKS = 12;

export type CohortGoal = "entered" | "completed" | "milestone";

/** A moment as the number of its week, which begins on a Monday (UTC). */
export const weekOf = (at: number): number => Math.floor((at + MONDAY_MS) / WEEK_MS);

/** The Monday of a week. */
const mondayOf = (week: number): string => new Date(week * WEEK_MS - MONDAY_MS).toISOString().slice(0, 10);

export interface CohortRow {
  week: number;
  goal: CohortGoal;
  after: number;
  runs: number;
}

export interface Cohort {
  /** Its Monday. */
  week: string;
  entered: number;
  /** How many had got there by the end of each week, the first is the one in which they came in; null for weeks to come. */
  reached: (number | null)[];
  /** Also later than the last column. */
  ever: number;
}

/** Rows of a roll-up as cohorts, the latest week first; a week in which nobody came in has none. */
export function cohortsOf(rows: readonly CohortRow[], thisWeek: number): Cohort[] {
  const entered = new Map(
    rows.filter(({ goal }) => goal === "entered").map(({ week, runs }) => [week, runs]),
  );
  const goals = Map.groupBy(
    rows.filter(({ goal }) => goal !== "entered"),
    ({ week }) => week,
  );
  const weeks = [...entered.keys()].toSorted((one, other) => other - one);
  const columns = Math.min(COHORT_WEEKS, thisWeek - (weeks.at(-1) ?? thisWeek)) + 1;
  return weeks.map((week) => {
    const hits = goals.get(week) ?? [];
    const by = (after: number) => hits.reduce((sum, each) => sum + (each.after <= after ? each.runs : 0), 0);
    return {
      week: mondayOf(week),
      entered: entered.get(week) ?? 0,
      reached: Array.from({ length: columns }, (_, after) => (week + after > thisWeek ? null : by(after))),
      ever: by(Number.MAX_SAFE_INTEGER),
    };
  });
}

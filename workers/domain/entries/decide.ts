import { INSTANCE, type InstanceState } from "#workers/contract/automation/instance-states.ts";
import type { EntryResult } from "#workers/contract/automation/triggers.ts";
import type { Condition } from "#workers/contract/expression.ts";
import { holds } from "../expression/condition.ts";
import type { Known } from "../expression/names.ts";

/** Entries of one person in one instance within an hour: whoever is above it runs in a circle of journeys. */
export const MOST_AN_HOUR = 25;

export interface Asked {
  state: InstanceState;
  /** The channel reaches them. */
  isReached: boolean;
  isBlocked: boolean;
  reentry: "never" | "afterEnd" | "always";
  filter: Condition | undefined;
  /** Runs of theirs in the instance: all, those that go on, those of the last hour. */
  runs: { all: number; open: number; lately: number };
  known: Known;
  values: unknown;
  now: number;
}

export interface Decision {
  result: EntryResult;
  /** The row of the filter that did not hold, in words. */
  detail: string;
}

/** Whether somebody enters an instance, and the first reason against it. */
export function decideEntry(asked: Asked): Decision {
  const { state, isReached, isBlocked, reentry, runs } = asked;
  const no = (result: EntryResult, detail = ""): Decision => ({ result, detail });
  if (state === INSTANCE.paused) return no("paused");
  if (state !== INSTANCE.started) return no("stopped");
  if (!isReached) return no("unreachable");
  if (isBlocked) return no("blocked");
  if (reentry === "never" && runs.all > 0) return no("wasIn");
  if (reentry === "afterEnd" && runs.open > 0) return no("inIt");
  if (runs.lately >= MOST_AN_HOUR) return no("tooOften");
  const failing = failingRow(asked);
  return failing === undefined ? no("entered") : no("filter", failing);
}

/** The row that keeps somebody out; of rows of which one is enough, all of them. A row that can't be asked keeps them out. */
export function failingRow({
  filter,
  known,
  values,
  now,
}: Pick<Asked, "filter" | "known" | "values" | "now">): string | undefined {
  if (!filter || filter.rows.length === 0) return undefined;
  const failing = filter.rows.filter((row) => {
    const held = holds({ match: "all", rows: [row] }, known, values, now);
    return !held.ok || !held.value;
  });
  if (filter.match === "any")
    return failing.length < filter.rows.length ? undefined : failing.map(inWords).join(" / ").slice(0, 500);
  const [first] = failing;
  return first && inWords(first).slice(0, 500);
}

const inWords = ({ field, operator, value }: Condition["rows"][number]): string =>
  [
    field.replace(/^contact\./, ""),
    operator,
    ...(value === undefined ? [] : [[value].flat().join(" – ")]),
  ].join(" ");

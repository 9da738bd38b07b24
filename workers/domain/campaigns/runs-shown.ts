import { and, desc, eq, sql } from "drizzle-orm";
import { broadcasts } from "#db/tenant/broadcasts.ts";
import type { ComparedRun, Comparison } from "#workers/contract/comparison.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { COUNTS, countsIn } from "../broadcasts/list.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { calledOf } from "./figures.ts";
import { differenceOf } from "../audience/winner.ts";

const MOST_RUNS_SHOWN = 50;
/** A run has a fallback beside it, or is in three parts. */
const MOST_BROADCASTS = 3;

/** A statement that reads the broadcasts of an activity's latest runs, for `runsIn`. */
export const readingRuns = ({ db, enterpriseId }: Ctx, id: string) =>
  db
    .select({
      id: broadcasts.id,
      run: broadcasts.run,
      status: broadcasts.state,
      startAt: broadcasts.startAt,
      startedAt: broadcasts.startedAt,
      fallbackOf: broadcasts.fallbackOf,
      part: broadcasts.part,
      testOf: broadcasts.testOf,
      decision: broadcasts.decision,
      counts: COUNTS.as("counts_json"),
      called:
        sql<number>`CASE WHEN broadcasts.part IS NULL THEN 0 ELSE ${sql.raw(calledOf("broadcasts.id"))} END`.as(
          "called",
        ),
    })
    .from(broadcasts)
    .where(and(eq(broadcasts.activityId, id), eq(broadcasts.enterpriseId, enterpriseId)))
    .orderBy(desc(broadcasts.run), broadcasts.fallbackOf)
    .limit(MOST_RUNS_SHOWN * MOST_BROADCASTS);
export type RunRow = Awaited<ReturnType<typeof readingRuns>>[number];

/** Runs, the latest first, each with its fallback and its other parts. */
export function runsIn(all: readonly RunRow[], comparison: Comparison | null): Activity["broadcasts"] {
  const fallbacks = new Map(all.map((each) => [each.fallbackOf, each]));
  const parts = Map.groupBy(all, ({ testOf }) => testOf);
  return all
    .filter(({ fallbackOf, testOf }) => fallbackOf === null && testOf === null)
    .slice(0, MOST_RUNS_SHOWN)
    .map((first) => {
      const fallback = fallbacks.get(first.id);
      return {
        id: first.id,
        run: first.run,
        status: first.status,
        startedAt: isoOrNull(first.startedAt),
        counts: countsIn(first.counts, 0),
        fallback: fallback ? waiting(fallback) : null,
        comparison: comparison && comparedOf([first, ...(parts.get(first.id) ?? [])], comparison),
      };
    });
}

const waiting = ({ id, status, startAt, counts }: RunRow) => ({
  id,
  status,
  startAt: isoOrNull(startAt),
  counts: countsIn(counts, 0),
});

function comparedOf(run: readonly RunRow[], { by }: Comparison): ComparedRun | null {
  const [a, b, rest] = (["a", "b", "rest"] as const).map((each) => run.find(({ part }) => part === each));
  if (!a || !b || !rest) return null;
  const testedOf = ({ id, status, counts: json, called }: RunRow) => {
    const counts = countsIn(json, 0);
    return { id, status, counts, called, hits: Math.min(counts[by], called) };
  };
  const [first, second] = [testedOf(a), testedOf(b)];
  const { decision } = rest;
  return {
    a: first,
    b: second,
    difference: differenceOf(first, second),
    rest: waiting(rest),
    decision: decision && {
      ...decision,
      at: iso(decision.at),
      a: { called: decision.a[0], hits: decision.a[1] },
      b: { called: decision.b[0], hits: decision.b[1] },
    },
  };
}

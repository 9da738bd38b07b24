import type { TenantDb } from "#db/client.ts";
import { type CohortGoal, weekOf } from "#workers/contract/automation/cohorts.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { stayClassOf } from "#workers/contract/automation/stay-classes.ts";
import type { Ctx } from "../ctx.ts";
import type { Json } from "../flow/json.ts";
import type { Carried } from "./carried.ts";
import type { RunRow } from "./run-row.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const COUNTS = `INSERT INTO node_daily (enterprise_id, instance_id, version_id, day, node, port, entered, left, errors, timed_out, expired)
  SELECT ?2, value->>0, value->>1, ?3, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8 FROM json_each(?1) WHERE true
  ON CONFLICT (instance_id, version_id, day, node, port) DO UPDATE SET entered = entered + excluded.entered, left = left + excluded.left,
    errors = errors + excluded.errors, timed_out = timed_out + excluded.timed_out, expired = expired + excluded.expired`;
const STAYS = `INSERT INTO node_stays (enterprise_id, instance_id, version_id, day, node, class, runs)
  SELECT ?2, value->>0, value->>1, ?3, value->>2, value->>3, value->>4 FROM json_each(?1) WHERE true
  ON CONFLICT (instance_id, version_id, day, node, class) DO UPDATE SET runs = runs + excluded.runs`;
const HOURS = `INSERT INTO entry_hours (enterprise_id, instance_id, hour, entered) SELECT ?2, value->>0, ?3, value->>1 FROM json_each(?1) WHERE true
  ON CONFLICT (instance_id, hour) DO UPDATE SET entered = entered + excluded.entered`;
const MINUTES = `INSERT INTO run_minutes (enterprise_id, instance_id, minute, entered, steps, ended, failed)
  SELECT ?2, value->>0, ?3, value->>1, value->>2, value->>3, value->>4 FROM json_each(?1) WHERE true
  ON CONFLICT (instance_id, minute) DO UPDATE SET entered = entered + excluded.entered, steps = steps + excluded.steps,
    ended = ended + excluded.ended, failed = failed + excluded.failed`;
/** Counts a run in its minute that has failed without a step that could say so; after the guard that it had not yet. */
export const failedInMinute = (
  { $client }: Pick<TenantDb, "$client">,
  { enterpriseId, instanceId }: Pick<RunRow, "enterpriseId" | "instanceId">,
  isNew: boolean,
  at: number,
): D1PreparedStatement =>
  $client
    .prepare(MINUTES)
    .bind(JSON.stringify([[instanceId, isNew ? 1 : 0, 0, 0, 1]]), enterpriseId, Math.floor(at / MINUTE_MS));

/** Before the hits are written: of those that are there already nothing is counted again. */
const MILESTONES = `INSERT INTO milestone_daily (enterprise_id, instance_id, day, milestone_id, reached, value)
  SELECT ?2, value->>2, ?3, value->>1, 1, value->>4 FROM json_each(?1)
  WHERE NOT EXISTS (SELECT 1 FROM milestone_hits h WHERE h.run_id = value->>0 AND h.milestone_id = value->>1)
  ON CONFLICT (instance_id, day, milestone_id) DO UPDATE SET reached = reached + 1,
    value = CASE WHEN excluded.value IS NULL THEN value ELSE coalesce(value, 0) + excluded.value END`;

/** Before the hits are written, too: a row that names a run counts for the first time alone. */
const WEEKS = `INSERT INTO entry_weeks (enterprise_id, instance_id, week, goal, milestone_id, after, runs)
  SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?1)
  WHERE value->>6 IS NULL OR NOT EXISTS (SELECT 1 FROM milestone_hits h WHERE h.run_id = value->>6 AND h.milestone_id = value->>3)
  ON CONFLICT (instance_id, week, goal, milestone_id, after) DO UPDATE SET runs = runs + excluded.runs`;

/** Adds a page of runs to all roll-ups, in the page's own transaction; before its hits of milestones are written. */
export function rollingUp(
  { db: { $client }, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  used: readonly Carried[],
  at: number,
): D1PreparedStatement[] {
  const day = new Date(at).toISOString().slice(0, 10);
  const some = (rows: readonly unknown[], text: string, ...values: unknown[]) =>
    rows.length === 0 ? [] : [$client.prepare(text).bind(JSON.stringify(rows), enterpriseId, ...values)];
  return [
    ...some(countsOf(used), COUNTS, day),
    ...some(staysOf(used), STAYS, day),
    ...some(entriesOf(used), HOURS, Math.floor(at / HOUR_MS)),
    ...some(minutesOf(used), MINUTES, Math.floor(at / MINUTE_MS)),
    ...some(firstHitsOf(used), MILESTONES, day),
    ...some(weeksOf(used, at), WEEKS),
  ];
}

/** The additions of all runs of a page to each node's day, in one row each. */
function countsOf(used: readonly Carried[]): Json[][] {
  const sums = new Map<string, [string, string, string, string, number, number, number, number, number]>();
  for (const { due, advanced } of used) {
    const { instanceId, versionId } = due.row;
    for (const { node, port, entered, left, errors, timedOut, expired } of advanced.counters) {
      const key = `${instanceId} ${versionId} ${node} ${port}`;
      const sum = sums.get(key) ?? [instanceId, versionId, node, port, 0, 0, 0, 0, 0];
      sum[4] += entered;
      sum[5] += left;
      sum[6] += errors;
      sum[7] += timedOut;
      sum[8] += expired;
      sums.set(key, sum);
    }
  }
  return [...sums.values()];
}

/** How often which node kept somebody for how long. */
function staysOf(used: readonly Carried[]): Json[][] {
  const sums = new Map<string, [string, string, string, number, number]>();
  for (const { due, advanced } of used) {
    const { instanceId, versionId } = due.row;
    for (const { node, ms } of advanced.stays) {
      const stayClass = stayClassOf(ms);
      const key = `${instanceId} ${versionId} ${node} ${stayClass}`;
      const sum = sums.get(key) ?? [instanceId, versionId, node, stayClass, 0];
      sum[4] += 1;
      sums.set(key, sum);
    }
  }
  return [...sums.values()];
}

/** Whoever was gone before the first step has not come in. */
const isEntry = ({ due, advanced }: Carried): boolean =>
  due.cause.kind === "start" && advanced.counters.length > 0;

/** How many entered which instance. */
function entriesOf(used: readonly Carried[]): Json[][] {
  return [...Map.groupBy(used.filter(isEntry), ({ due }) => due.row.instanceId)].map(([instanceId, runs]) => [
    instanceId,
    runs.length,
  ]);
}

/** People who came in, got to an end, or to a milestone, by the week in which they came in. */
function weeksOf(used: readonly Carried[], at: number): Json[][] {
  const summed = (goal: CohortGoal, some: readonly Carried[]) =>
    [
      ...Map.groupBy(some, ({ due, advanced: { run } }) => {
        const week = weekOf(run.startedAt);
        const after = goal === "entered" ? 0 : weekOf(at) - week;
        return JSON.stringify([due.row.instanceId, week, goal, "", after]);
      }),
    ].map(([key, runs]) => [...(JSON.parse(key) as Json[]), runs.length, null]);
  const started = new Map(used.map(({ advanced: { run } }) => [run.id, run.startedAt]));
  const hits = firstHitsOf(used).map(([runId, milestoneId, instanceId, hitAt]) => {
    const week = weekOf((typeof runId === "string" ? started.get(runId) : undefined) ?? at);
    return [instanceId, week, "milestone", milestoneId, weekOf(Number(hitAt)) - week, 1, runId] as Json[];
  });
  return [
    ...summed("entered", used.filter(isEntry)),
    ...summed(
      "completed",
      used.filter(({ advanced }) => advanced.run.state === "completed"),
    ),
    ...hits,
  ];
}

/** Counts of each instance's runs: started, steps, ended and failed. */
const minutesOf = (used: readonly Carried[]): Json[][] =>
  [...Map.groupBy(used, ({ due }) => due.row.instanceId)].map(([instanceId, runs]) => {
    const over = (isFailed: boolean) =>
      runs.filter(({ advanced: { run } }) => isOver(run.state) && (run.state === "failed") === isFailed)
        .length;
    return [
      instanceId,
      runs.filter(({ due }) => due.cause.kind === "start").length,
      runs.reduce((sum, { advanced }) => sum + advanced.steps.length, 0),
      over(false),
      over(true),
    ];
  });

/** Hits of milestones as rows; a run that came to one twice is there once. */
export const hitsOf = (used: readonly Carried[]): Json[][] =>
  used.flatMap(({ due, advanced: { run, milestones } }) =>
    milestones.map((hit) => [run.id, hit.milestoneId, due.row.instanceId, hit.at, hit.value]),
  );

const firstHitsOf = (used: readonly Carried[]): Json[][] => [
  ...new Map(
    hitsOf(used)
      .toReversed()
      .map((hit) => [JSON.stringify(hit.slice(0, 2)), hit]),
  ).values(),
];

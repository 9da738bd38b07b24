import { LEAST_CALLED } from "#workers/contract/comparison.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";
import {
  type journeyReportParts,
  REPORT_PATHS,
  REPORT_PEOPLE,
} from "#workers/contract/endpoints/journey-report.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { differenceOf } from "../audience/winner.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { localOf, zoneOf } from "../reports/zone.ts";
import { DAY_MS, daysOf } from "./report-days.ts";
import { idAt, LAUNCH_THERE, LAUNCHES, latestRuns } from "./report-scope.ts";

type Parts = ReplyOf<typeof journeyReportParts>;

const HOUR_MS = 3_600_000;
/** Steps of one way that are looked at. */
const STEPS = 60;

const SAMPLE = latestRuns(REPORT_PEOPLE);
const PATHS = `SELECT w.way, w.state, count(*) AS runs FROM (
    SELECT p.state, (SELECT group_concat(s.node, ' ') FROM (SELECT t.node FROM run_steps t WHERE t.run_id = p.id ORDER BY t.seq LIMIT ${STEPS}) s) AS way
    FROM (${SAMPLE}) p) w GROUP BY w.way, w.state`;
const VARIANTS = `SELECT u.node, u.port, count(*) AS runs, sum(EXISTS (SELECT 1 FROM milestone_hits h WHERE h.run_id = u.id)) AS hits, sum(u.state = 'completed') AS completed
  FROM (SELECT DISTINCT p.id, p.state, s.node, s.port FROM (${SAMPLE}) p CROSS JOIN run_steps s ON s.run_id = p.id AND s.port GLOB 'variant:*') u
  GROUP BY u.node, u.port`;
/** From the roll-ups, a sum for each launch. */
const CHANNELS = `SELECT i.channel_id AS id, c.name,
    (SELECT coalesce(sum(h.entered), 0) FROM entry_hours h WHERE h.instance_id = i.id AND h.hour >= ?4 AND h.hour < ?5) AS entered,
    (SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND r.state = 'waiting') AS here,
    (SELECT coalesce(sum(m.reached), 0) FROM milestone_daily m WHERE m.instance_id = i.id AND m.day BETWEEN ?6 AND ?7) AS reached
  ${LAUNCHES} LEFT JOIN channels c ON c.id = i.channel_id AND c.enterprise_id = ?1`;
const HOURS = `SELECT h.hour, sum(h.entered) AS entered ${LAUNCHES} CROSS JOIN entry_hours h ON h.instance_id = i.id AND h.hour >= ?4 AND h.hour < ?5 GROUP BY h.hour`;

interface VariantRow {
  node: string;
  port: string;
  runs: number;
  hits: number;
  completed: number;
}

/**
 * The other tables of a journey's report. Ways and variants are of the latest people alone, by their logged steps; channels and
 * hours are of all, from roll-ups.
 */
export async function reportPartsOf(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  { id, instanceId, timezone, ...days }: InputOf<typeof journeyReportParts>["query"],
): Promise<Parts & { graph: Graph | null }> {
  const { from, to } = daysOf(days, now());
  const [begin, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const bound = (text: string, ...values: unknown[]) =>
    $client.prepare(text).bind(enterpriseId, id, instanceId, ...values);
  const between = [idAt(begin), idAt(end)];
  const [there, paths, variants, channels, hours] = await $client.batch([
    bound(LAUNCH_THERE),
    bound(PATHS, ...between),
    bound(VARIANTS, ...between),
    bound(CHANNELS, begin / HOUR_MS, end / HOUR_MS, from, to),
    bound(HOURS, begin / HOUR_MS, end / HOUR_MS),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const [found] = rowsOf<{ id: string; graph: string | null; isThere: 0 | 1 }>(there);
  if ((id !== "" && !found) || found?.isThere === 0) throw new DomainError("notFound");
  const graph = found?.graph ? (JSON.parse(found.graph) as Graph) : null;
  const ways = rowsOf<{ way: string | null; state: RunState; runs: number }>(paths);
  const goal = graph?.nodes.some(({ type }) => type === "milestone") ? "milestone" : "completed";
  return {
    graph,
    people: ways.reduce((sum, { runs }) => sum + runs, 0),
    paths: pathsOf(ways),
    goal,
    splits: splitsOf(rowsOf<VariantRow>(variants), goal),
    channels: channelsOf(rowsOf<Parts["channels"][number]>(channels)),
    hours: hoursOf(rowsOf<{ hour: number; entered: number }>(hours), timezone),
  };
}

/** A node that has a step for its wait and one for its end is there once. */
function pathsOf(ways: readonly { way: string | null; state: RunState; runs: number }[]): Parts["paths"] {
  const paths = new Map<string, Parts["paths"][number]>();
  for (const { way, state, runs } of ways) {
    if (way === null) continue;
    const steps = way.split(" ");
    const nodes = steps.filter((node, at) => node !== steps[at - 1]);
    const key = `${state} ${nodes.join(" ")}`;
    paths.set(key, { nodes, state, runs: runs + (paths.get(key)?.runs ?? 0) });
  }
  return [...paths.values()].toSorted((one, other) => other.runs - one.runs).slice(0, REPORT_PATHS);
}

/**
 * Variants of each split against its first one. A difference whose interval has zero in it may be chance, and of a few people
 * nothing is said.
 */
export function splitsOf(rows: readonly VariantRow[], goal: Parts["goal"]): Parts["splits"] {
  const testedOf = ({ runs, hits, completed }: VariantRow) => ({
    called: runs,
    hits: goal === "milestone" ? hits : completed,
  });
  return [...Map.groupBy(rows, ({ node }) => node)].map(([node, variants]) => {
    const first = variants[0] && testedOf(variants[0]);
    return {
      node,
      variants: variants.map((each, at) => {
        const tested = testedOf(each);
        const difference = at === 0 || !first ? null : differenceOf(first, tested);
        const isEnough = Math.min(first?.called ?? 0, tested.called) >= LEAST_CALLED;
        return {
          port: each.port,
          runs: tested.called,
          reached: tested.hits,
          difference,
          tells: difference !== null && isEnough && (difference.low > 0 || difference.high < 0),
        };
      }),
    };
  });
}

/** Launches on one channel are one row. */
function channelsOf(rows: readonly Parts["channels"][number][]): Parts["channels"] {
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .map((each) => {
      const sum = (key: "entered" | "here" | "reached") => each.reduce((total, row) => total + row[key], 0);
      return {
        id: each[0]?.id ?? "",
        name: each[0]?.name ?? null,
        entered: sum("entered"),
        here: sum("here"),
        reached: sum("reached"),
      };
    })
    .toSorted((one, other) => other.entered - one.entered);
}

/** Hours since 1970 as hours of a week by a clock; where that is half an hour off, an hour is the one in which it begins. */
function hoursOf(rows: readonly { hour: number; entered: number }[], timezone: string): Parts["hours"] {
  const zone = zoneOf({ timeZone: timezone });
  const sums = new Map<number, number>();
  for (const { hour, entered } of rows) {
    const local = new Date(localOf(zone, hour * HOUR_MS));
    const slot = ((local.getUTCDay() + 6) % 7) * 24 + local.getUTCHours();
    sums.set(slot, (sums.get(slot) ?? 0) + entered);
  }
  return [...sums]
    .toSorted(([one], [other]) => one - other)
    .map(([slot, entered]) => ({ weekday: Math.floor(slot / 24), hour: slot % 24, entered }));
}

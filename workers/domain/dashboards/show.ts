import {
  type DashboardSource,
  type DashboardTile,
  dashboards,
  type Measure,
  measureOf,
  measuresOf,
} from "#workers/contract/dashboards.ts";
import { MOST_DASHBOARD_ROWS, type showDashboard } from "#workers/contract/endpoints/dashboards.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DAY_MS } from "../reports/grain.ts";
import { momentOf, zoneOf } from "../reports/zone.ts";
import { statementsOf } from "./sources.ts";

type Query = InputOf<typeof showDashboard>["query"];
type Sums = Record<string, number>;
type DaySums = Sums & { day: string; isBefore: 0 | 1 };
type PartSums = Sums & { id: string; name: string };
type Table = Extract<DashboardTile, { kind: "table" }>;

const CHANNELS = "SELECT id, name FROM channels WHERE enterprise_id = ?1 ORDER BY name_key, id LIMIT 200";

const nameOf = (local: number): string => iso(local).slice(0, 10);

/** The days of a dashboard and as many before them: name, bounds in the zone, and number since 1970 of the day so named. */
function daysOf({ fromDate, toDate, ...zoned }: Query): [string, number, number, number][] {
  const zone = zoneOf(zoned);
  const [first, last] = [Date.parse(fromDate), Date.parse(toDate)];
  const count = (last - first) / DAY_MS + 1;
  return Array.from({ length: 2 * count }, (_, at) => {
    const local = first + (at - count) * DAY_MS;
    return [nameOf(local), momentOf(zone, local), momentOf(zone, local + DAY_MS), local / DAY_MS];
  });
}

/** All tiles of a dashboard from roll-ups, in one batch: a source that several tiles show is read once. */
export async function dashboardShown(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  query: Query,
): Promise<ReplyOf<typeof showDashboard>> {
  const tiles = dashboards[query.name];
  const shown = [...new Set(tiles.filter(({ kind }) => kind !== "table").flatMap(measuresOf))];
  const sources = [...new Set(shown.map((measure) => measureOf(measure).source))];
  const tables = tiles.filter((tile): tile is Table => tile.kind === "table");
  const days = daysOf(query);
  const values = [enterpriseId, JSON.stringify(days), query.channelId, "", query.fromDate];
  const [channels, ...results] = await $client.batch([
    $client.prepare(CHANNELS).bind(enterpriseId),
    ...sources.map((source) => $client.prepare(statementsOf[source].byDay).bind(...values)),
    ...tables.map(({ source }) =>
      $client.prepare(statementsOf[source].byPart).bind(...values, MOST_DASHBOARD_ROWS),
    ),
  ]);
  const rowsAt = <Row>(at: number) => (results[at]?.results ?? []) as Row[];
  const daysIn = new Map(sources.map((source, at) => [source, rowsAt<DaySums>(at)]));
  const names = days.slice(days.length / 2).map(([name]) => name);
  return {
    days: names,
    figures: shown.map((measure) => figureOf(measure, names, daysIn)),
    tables: tables.map(({ source, measures }, at) => ({
      source,
      rows: rowsAt<PartSums>(sources.length + at).map(({ id, name, ...sums }) => ({
        id,
        name,
        values: measures.map((measure) => valueOf(measure, [sums as Sums])),
      })),
    })),
    channels: (channels?.results ?? []) as { id: string; name: string }[],
    updatedAt: iso(now()),
  };
}

function figureOf(measure: Measure, names: readonly string[], daysIn: Map<DashboardSource, DaySums[]>) {
  const rows = daysIn.get(measureOf(measure).source) ?? [];
  const of = new Map(rows.map((row) => [row.day, row]));
  return {
    measure,
    value: valueOf(
      measure,
      rows.filter(({ isBefore }) => isBefore === 0),
    ),
    before: valueOf(
      measure,
      rows.filter(({ isBefore }) => isBefore === 1),
    ),
    days: names.map((name) => valueOf(measure, [of.get(name) ?? {}])),
  };
}

/** A measure of some sums: a count is 0 without any, a rate or an average is then null. */
function valueOf(measure: Measure, rows: readonly Sums[]): number | null {
  const { of, per } = measureOf(measure);
  const sum = (name: string) => rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  if (per === undefined) return sum(of);
  const count = sum(per);
  return count === 0 ? null : sum(of) / count;
}

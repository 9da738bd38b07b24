import {
  type DashboardSource,
  type DashboardTile,
  type Measure,
  measureOf,
  sourcesOf,
} from "#workers/contract/dashboards.ts";
import { MOST_DASHBOARD_ROWS } from "#workers/contract/endpoints/dashboards.ts";
import type { TileFilter, TileKind } from "#workers/contract/own-dashboards.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DAY_MS } from "../reports/grain.ts";
import { momentOf, zoneOf } from "../reports/zone.ts";
import { statementsOf } from "./sources.ts";

type Sums = Record<string, number>;
type DaySums = Sums & { day: string; isBefore: 0 | 1 };
type PartSums = Sums & { id: string; name: string };

export interface DaysAsked {
  fromDate: string;
  toDate: string;
  timeZone?: string | undefined;
  timeZoneOffset?: string | number | undefined;
}

/** Figures of one tile, and what they are narrowed down to. */
export interface TileAsked {
  kind: TileKind;
  measures: readonly Measure[];
  filter: TileFilter;
}
export const askedOf = (tile: DashboardTile, filter: TileFilter): TileAsked => ({
  kind: tile.kind,
  measures: tile.kind === "number" ? [tile.measure] : tile.measures,
  filter,
});

export interface Figure {
  measure: Measure;
  value: number | null;
  before: number | null;
  days: (number | null)[];
}
export interface TileRead {
  figures: Figure[];
  rows: { id: string; name: string; values: (number | null)[] }[];
}

const nameOf = (local: number): string => iso(local).slice(0, 10);

/** The days asked for and as many before them: name, bounds in the zone, and number since 1970 of the day so named. */
function daysOf({ fromDate, toDate, ...zoned }: DaysAsked): [string, number, number, number][] {
  const zone = zoneOf(zoned);
  const [first, last] = [Date.parse(fromDate), Date.parse(toDate)];
  const count = (last - first) / DAY_MS + 1;
  return Array.from({ length: 2 * count }, (_, at) => {
    const local = first + (at - count) * DAY_MS;
    return [nameOf(local), momentOf(zone, local), momentOf(zone, local + DAY_MS), local / DAY_MS];
  });
}

/** Statements by what they read: tiles that ask for the same are answered by one. */
type Asking = Map<string, { source: DashboardSource; filter: TileFilter; of: "byDay" | "byPart" }>;
const keyOf = (source: DashboardSource, of: "byDay" | "byPart", filter: TileFilter): string =>
  [source, of, filter.channelId, filter.botId, filter.departmentId].join("\n");
const formOf = ({ kind }: TileAsked) => (kind === "table" ? "byPart" : "byDay");

/** All tiles from roll-ups in one batch, with other statements `beside` them: what several tiles show is read once. */
export async function tilesRead(
  { db: { $client }, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  tiles: readonly TileAsked[],
  asked: DaysAsked,
  beside: readonly D1PreparedStatement[] = [],
): Promise<{ days: string[]; tiles: TileRead[]; beside: D1Result[] }> {
  const days = daysOf(asked);
  const asking: Asking = new Map(
    tiles.flatMap((tile) =>
      sourcesOf(tile.measures).map((source) => {
        const of = formOf(tile);
        return [keyOf(source, of, tile.filter), { source, of, filter: tile.filter }] as const;
      }),
    ),
  );
  const range = JSON.stringify(days);
  const statements = [...asking.values()].map(({ source, of, filter }) => {
    const { channelId, botId, departmentId } = filter;
    const values = [enterpriseId, range, channelId, "", asked.fromDate, botId, departmentId];
    return $client
      .prepare(statementsOf[source][of])
      .bind(...values, ...(of === "byPart" ? [MOST_DASHBOARD_ROWS] : []));
  });
  const results =
    statements.length + beside.length === 0 ? [] : await $client.batch([...beside, ...statements]);
  const rowsOf = new Map(
    [...asking.keys()].map((key, at) => [key, (results[beside.length + at]?.results ?? []) as unknown[]]),
  );
  const names = days.slice(days.length / 2).map(([name]) => name);
  const read = (tile: TileAsked): TileRead => {
    const rowsAt = (source: DashboardSource) => rowsOf.get(keyOf(source, formOf(tile), tile.filter)) ?? [];
    if (tile.kind !== "table") {
      const figures = tile.measures.map((measure) =>
        figureOf(measure, names, rowsAt(measureOf(measure).source) as DaySums[]),
      );
      return { figures, rows: [] };
    }
    const [source = "sent"] = sourcesOf(tile.measures);
    const rows = (rowsAt(source) as PartSums[]).map(({ id, name, ...sums }) => ({
      id,
      name,
      values: tile.measures.map((measure) => valueOf(measure, [sums as Sums])),
    }));
    return { figures: [], rows };
  };
  return { days: names, tiles: tiles.map(read), beside: results.slice(0, beside.length) };
}

function figureOf(measure: Measure, names: readonly string[], rows: readonly DaySums[]): Figure {
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

import {
  type DashboardSource,
  type DashboardTile,
  type Measure,
  measureOf,
  sourcesOf,
} from "#workers/contract/dashboards.ts";
import { MOST_DASHBOARD_ROWS } from "#workers/contract/endpoints/dashboards.ts";
import type { TileFilter, TileKind } from "#workers/contract/own-dashboards.ts";
import { type Ctx, type DirectoryCtx, iso } from "../ctx.ts";
import { DAY_MS } from "../reports/grain.ts";
import { momentOf, zoneOf } from "../reports/zone.ts";
import { type Billed, billedOf, spentByDay, spentByPart, type UsedRow } from "./spent.ts";
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
/** Use at its prices is read by the day for tables, too. */
const formOf = ({ kind }: TileAsked, source: DashboardSource) =>
  kind === "table" && source !== "spending" ? "byPart" : "byDay";

/** The databases that tiles are read from; of the directory only prices are read, and only for tiles that show money. */
export type Reading = Pick<Ctx, "db" | "enterpriseId"> & { directoryCtx: Pick<DirectoryCtx, "db" | "now"> };

/**
 * All tiles from roll-ups in one batch, with other statements `beside` them: what several tiles show is read once. Amounts are
 * in `currency`, which is '' where no plan was chosen, and none is made.
 */
export async function tilesRead(
  { db: { $client }, enterpriseId, directoryCtx }: Reading,
  tiles: readonly TileAsked[],
  asked: DaysAsked,
  beside: readonly D1PreparedStatement[] = [],
): Promise<{ days: string[]; tiles: TileRead[]; currency: string; beside: D1Result[] }> {
  const days = daysOf(asked);
  const asking: Asking = new Map(
    tiles.flatMap((tile) =>
      sourcesOf(tile.measures).map((source) => {
        const of = formOf(tile, source);
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
  const isPriced = [...asking.values()].some(({ source }) => source === "spending");
  const [results, billed] = await Promise.all([
    statements.length + beside.length === 0 ? [] : $client.batch([...beside, ...statements]),
    isPriced ? billedOf(directoryCtx, enterpriseId) : null,
  ]);
  const rowsOf = new Map(
    [...asking.keys()].map((key, at) => [key, (results[beside.length + at]?.results ?? []) as unknown[]]),
  );
  const names = days.slice(days.length / 2).map(([name]) => name);
  const read = (tile: TileAsked): TileRead => {
    const rowsAt = (source: DashboardSource) => {
      const rows = rowsOf.get(keyOf(source, formOf(tile, source), tile.filter)) ?? [];
      return source === "spending" ? spentRows(tile, rows as UsedRow[], days, billed) : rows;
    };
    if (tile.kind !== "table") {
      const figures = tile.measures.map((measure) => {
        const { source } = measureOf(measure);
        const figure = figureOf(measure, names, rowsAt(source) as DaySums[]);
        return source === "spending" && !billed ? unpriced(figure) : figure;
      });
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
  const currency = billed?.currency ?? "";
  return { days: names, tiles: tiles.map(read), currency, beside: results.slice(0, beside.length) };
}

/** Amounts as a source's rows are: by the day with those before, or by kind since the days began. */
function spentRows(
  { kind }: TileAsked,
  used: readonly UsedRow[],
  days: readonly [string, number, number, number][],
  billed: Billed | null,
): unknown[] {
  const shown = days.slice(days.length / 2);
  const [[, , , from] = ["", 0, 0, 0]] = kind === "table" ? shown : days;
  const spent = spentByDay(used, { from, to: days.at(-1)?.[3] ?? from }, billed);
  if (kind === "table") return spentByPart(spent);
  return days.map(([day, , , number], at) => ({
    day,
    isBefore: at < shown.length ? 1 : 0,
    ...spent.get(number),
  }));
}

/** A figure of money without a plan: nothing has a price, which is not the same as costing nothing. */
const unpriced = (figure: Figure): Figure => ({
  ...figure,
  value: null,
  before: null,
  days: figure.days.map(() => null),
});

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

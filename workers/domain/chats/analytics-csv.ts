import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type {
  chatAnalytics,
  chatAnalyticsCsv,
  EndedChats,
} from "#workers/contract/endpoints/chat-analytics.ts";
import { csvLine, UTF8_MARK } from "../csv-cells.ts";
import { type Ctx, iso } from "../ctx.ts";
import { localOf, type Zone, zoneOf } from "../reports/zone.ts";
import { analysed } from "./analytics.ts";
import { hourAt } from "./hour-at.ts";

type Figures = ReplyOf<typeof chatAnalytics>;
type Counted = Pick<EndedChats, "started" | "closed" | "missed">;

/** The analytics' figures, a row an item, in the order of the screen; a cell is empty where there is nothing to average. */
export async function analyticsCsv(
  ctx: Ctx,
  { timeZone, timeZoneOffset, ...query }: InputOf<typeof chatAnalyticsCsv>["query"],
): Promise<{ name: string; csv: string }> {
  const zone = zoneOf({ timeZone, timeZoneOffset });
  const figures = await analysed(ctx, query);
  const dayAt = (at: number) => iso(localOf(zone, at)).slice(0, 10);
  const days = [dayAt(Date.parse(query.since)), dayAt(Date.parse(query.until) - 1)] as const;
  const lines = [texts.csv.columns, ...rowsOf(figures, query, zone)];
  return {
    name: texts.csv.name(...days),
    csv: UTF8_MARK + lines.map((cells) => csvLine(cells)).join(""),
  };
}

function rowsOf(
  { total, before, hours, ...lists }: Figures,
  { since, until }: { since: string; until: string },
  zone: Zone,
): string[][] {
  const { csv, by } = texts;
  const dayAt = (at: number) => iso(localOf(zone, at)).slice(0, 10);
  const pickup = ({ attended, pickupSeconds }: Figures["total"]) => average(attended, pickupSeconds);
  return [
    [csv.all, csv.period, ...cellsOf(total), pickup(total)],
    [csv.all, csv.before, ...cellsOf(before), pickup(before)],
    ...summed(hours, daysOf(Date.parse(since), Date.parse(until), dayAt), dayAt).map((cells) => [
      csv.byDay,
      ...cells,
    ]),
    ...summed(hours, HOURS_OF_DAY, (at) => clock(hourAt(zone, at))).map((cells) => [csv.byHour, ...cells]),
    ...(["departments", "agents", "channels", "labels"] as const).flatMap((list) =>
      lists[list].map((row) => [by[list], row.name || texts.noDepartment, ...cellsOf(row)]),
    ),
  ];
}

const average = (count: number, seconds: number): string => (count === 0 ? "" : String(seconds));

const cellsOf = (row: Omit<EndedChats, "id" | "name">): string[] => [
  String(row.started),
  average(row.firstResponses, row.firstResponseSeconds),
  String(row.closed),
  String(row.missed),
  average(row.closed, row.durationSeconds),
  String(row.rated),
  row.rating === null ? "" : String(row.rating),
];

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => clock(hour));

/** The days of a time by their names, those without chats too. */
function daysOf(since: number, until: number, nameOf: (at: number) => string): string[] {
  const names = new Set<string>();
  // Half days, as one of them may have 23 hours.
  for (let at = since; at < until; at += 12 * 3_600_000) names.add(nameOf(at));
  return [...names.add(nameOf(until - 1))];
}

/** Hours summed up under names: an hour of none, which an edge of the time cuts, is left out as on the screen. */
function summed(
  hours: Figures["hours"],
  names: readonly string[],
  nameOf: (at: number) => string,
): string[][] {
  const sums = new Map<string, Counted>(names.map((name) => [name, { started: 0, closed: 0, missed: 0 }]));
  for (const { at, started, closed, missed } of hours) {
    const sum = sums.get(nameOf(Date.parse(at)));
    if (!sum) continue;
    sum.started += started;
    sum.closed += closed;
    sum.missed += missed;
  }
  return [...sums].map(([name, sum]) => [
    name,
    String(sum.started),
    "",
    String(sum.closed),
    String(sum.missed),
  ]);
}

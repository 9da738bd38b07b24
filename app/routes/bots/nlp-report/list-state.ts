import { dayOf, localMoment } from "#app/lib/zone.ts";
import { emotionsTexts } from "#texts/emotions.ts";
import { reportsTexts } from "#texts/reports.ts";
import { tryItTexts } from "#texts/try-it.ts";

/** State of a report, as kept in the URL. */
export const presets = ["today", "week", "halfMonth", "month", "year"] as const;
export type Preset = (typeof presets)[number] | "custom";
/** The range that a report begins with. */
export const usualPreset = "week";

/** Message filters set by a click on a figure; names accompany ids for display. */
const narrowings = [
  "intent",
  "intentName",
  "talk",
  "emotion",
  "feeling",
  "kind",
  "went",
  "story",
  "storyName",
  "after",
  "afterName",
] as const;
const flags = ["weak", "begins", "ends"] as const;
type Narrowing = (typeof narrowings)[number];
type Flag = (typeof flags)[number];

/** Filters with a fixed set of values; unknown values in the URL are ignored. */
const known: Partial<Record<Narrowing, object>> = {
  emotion: emotionsTexts,
  feeling: reportsTexts.feelingNames,
  kind: tryItTexts.kinds,
  went: reportsTexts.classNames,
};

export interface ListState extends Record<Narrowing, string>, Record<Flag, boolean> {
  /** Used only by the page that covers all bots. */
  agent: string;
  preset: Preset;
  /** yyyy-MM-ddTHH:mm:ss in the reader's local time. */
  start: string;
  end: string;
  compare: boolean;
  tab: "overview" | "messages";
  scope: 0 | 1 | 2;
  /** A single day within the range. */
  day: string;
  from: number;
}

const DAYS_BACK: Record<(typeof presets)[number], number> = {
  today: 0,
  week: 7,
  halfMonth: 14,
  month: 30,
  year: 365,
};

/** Returns the current range of a preset: whole days up to the end of today. */
export function rangeOf(preset: (typeof presets)[number], now: Date): { start: string; end: string } {
  return { start: `${dayOf(now, -DAYS_BACK[preset])}T00:00:00`, end: `${dayOf(now)}T23:59:59` };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

export function listStateOf(search: URLSearchParams, now: Date): ListState {
  const get = (name: string): string => search.get(name) ?? "";
  const [start, end] = [get("start"), get("end")];
  const own = MOMENT.test(start) && MOMENT.test(end);
  const preset = presets.find((one) => one === get("range")) ?? usualPreset;
  const scope = Number(get("scope"));
  return {
    agent: get("agent"),
    ...(own ? { preset: "custom" as const, start, end } : { preset, ...rangeOf(preset, now) }),
    compare: search.has("compare"),
    tab: get("tab") === "messages" ? "messages" : "overview",
    scope: scope === 1 || scope === 2 ? scope : 0,
    ...each(narrowings, (name) => {
      const value = get(name).slice(0, 100);
      const among = known[name];
      return among && !Object.hasOwn(among, value) ? "" : value;
    }),
    ...each(flags, (name) => search.has(name)),
    day: /^\d{4}-\d\d-\d\d$/.test(get("day")) ? get("day") : "",
    from: Math.min(Math.max(Number(get("from")) || 0, 0), 10_000_000),
  };
}

export function searchOf(listState: ListState): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string | number | boolean) => {
    if (value) search.set(name, value === true ? "1" : String(value));
  };
  set("agent", listState.agent);
  if (listState.preset === "custom") {
    set("start", listState.start);
    set("end", listState.end);
  } else if (listState.preset !== usualPreset) set("range", listState.preset);
  set("compare", listState.compare);
  if (listState.tab === "messages") {
    set("tab", listState.tab);
    set("scope", listState.scope);
    for (const name of [...narrowings, ...flags]) set(name, listState[name]);
    set("day", listState.day);
    set("from", listState.from);
  }
  return search;
}

const each = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** No filters: the base to which a click on a figure adds its own. */
export const wide = {
  tab: "messages",
  scope: 0,
  ...each(narrowings, () => ""),
  ...each(flags, () => false),
  day: "",
  from: 0,
} as const;

const QUARTER_MS = 900_000;

/**
 * Returns the period of the same length that ends where this one begins. Of one that goes on, it ends as long before that
 * as is still to come, to the quarter of an hour: what has just begun is compared with as much of what was.
 */
export function before(
  { start, end }: { start: string; end: string },
  now = new Date(),
): { start: string; end: string } {
  const inQuarters = (ms: number) => Math.ceil(ms / QUARTER_MS) * QUARTER_MS;
  const from = Date.parse(start);
  const length = inQuarters(Date.parse(end) - from);
  const passed = Math.min(length, inQuarters(Math.max(0, now.getTime() - from)));
  const first = from - length;
  return { start: localMoment(new Date(first)), end: localMoment(new Date(first + passed)) };
}

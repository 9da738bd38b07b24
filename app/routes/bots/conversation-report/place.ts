import * as messages from "#app/messages.ts";

/** What a report shows, as the address says it. */
export const presets = ["today", "week", "halfMonth", "month", "year"] as const;
export type Preset = (typeof presets)[number] | "custom";

/** What a click on a figure leaves of the messages; a name goes with an id, to be shown. */
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
const marks = ["weak", "begins", "ends"] as const;
type Narrowing = (typeof narrowings)[number];
type Mark = (typeof marks)[number];

/** Of some there are only so many; an address that says another says nothing. */
const known: Partial<Record<Narrowing, object>> = {
  emotion: messages.emotions,
  feeling: messages.reports.feelingNames,
  kind: messages.tryIt.kinds,
  went: messages.reports.classNames,
};

export interface Place extends Record<Narrowing, string>, Record<Mark, boolean> {
  /** Of the page that is about any agent. */
  agent: string;
  preset: Preset;
  /** yyyy-MM-ddTHH:mm:ss, the reader's clock. */
  start: string;
  end: string;
  compare: boolean;
  tab: "overview" | "messages";
  scope: 0 | 1 | 2;
  /** One day of the range. */
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

const two = (number: number): string => String(number).padStart(2, "0");
export const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The range that a preset means now: whole days up to the end of today. */
export function rangeOf(preset: (typeof presets)[number], now: Date): { start: string; end: string } {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS_BACK[preset]);
  return { start: `${dayOf(first)}T00:00:00`, end: `${dayOf(now)}T23:59:59` };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

export function placeOf(search: URLSearchParams, now: Date): Place {
  const get = (name: string): string => search.get(name) ?? "";
  const [start, end] = [get("start"), get("end")];
  const own = MOMENT.test(start) && MOMENT.test(end);
  const preset = presets.find((one) => one === get("range")) ?? "week";
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
    ...each(marks, (name) => search.has(name)),
    day: /^\d{4}-\d\d-\d\d$/.test(get("day")) ? get("day") : "",
    from: Math.min(Math.max(Number(get("from")) || 0, 0), 10_000_000),
  };
}

export function searchOf(place: Place): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string | number | boolean) => {
    if (value) search.set(name, value === true ? "1" : String(value));
  };
  set("agent", place.agent);
  if (place.preset === "custom") {
    set("start", place.start);
    set("end", place.end);
  } else if (place.preset !== "week") set("range", place.preset);
  set("compare", place.compare);
  if (place.tab === "messages") {
    set("tab", place.tab);
    set("scope", place.scope);
    for (const name of [...narrowings, ...marks]) set(name, place[name]);
    set("day", place.day);
    set("from", place.from);
  }
  return search;
}

const each = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** Nothing narrowed: what a click on a figure begins from. */
export const wide = {
  tab: "messages",
  scope: 0,
  ...each(narrowings, () => ""),
  ...each(marks, () => false),
  day: "",
  from: 0,
} as const;

const minus = (moment: string, milliseconds: number): string => {
  const date = new Date(new Date(moment).getTime() - milliseconds);
  return `${dayOf(date)}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** The period of the same length that ends where this one begins. */
export function before({ start, end }: { start: string; end: string }): { start: string; end: string } {
  const length = Math.ceil((Date.parse(end) - Date.parse(start)) / 900_000) * 900_000;
  return { start: minus(start, length), end: start };
}

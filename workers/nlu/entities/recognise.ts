import { systemEntities, type SystemEntityId } from "#workers/contract/system-entities.ts";
import { findEmails, findPhones, findUrls } from "./contact.ts";
import { type CustomEntity, CustomMatcher } from "./custom.ts";
import { findDates } from "./dates.ts";
import { clockAt } from "./clock-digits.ts";
import { writtenDays } from "./date-items.ts";
import { findMeasures } from "./measures.ts";
import { findCurrencies, findMoney } from "./money.ts";
import { findNumbers } from "./find-numbers.ts";
import { numbersIn } from "./number.ts";
import { findOrdinals } from "./ordinal.ts";
import { findLanguages, findLocations } from "./places.ts";
import { type Found, type Token, tokensOf } from "./tokens.ts";
import { findAges } from "./ages.ts";
import { durationsIn, findDurations, findPercentages, findTemperatures } from "./units.ts";

export interface Recognised {
  entityId: string;
  /** UTF-16 units of the text; the end is exclusive. */
  start: number;
  end: number;
  text: string;
  /** The resolved value: a synonym's value, "25" for "twenty five", "2026-11-22" for "tomorrow". */
  value: string;
  resolution: Record<string, string | number | boolean>;
}

export interface Recogniser {
  readonly custom: readonly { id: string; matcher: CustomMatcher }[];
  readonly system: ReadonlySet<SystemEntityId>;
}

/** Context that the text itself does not give. */
export interface Circumstances {
  /** Milliseconds since 1970: the moment that "today" refers to. */
  now?: number;
  timeZone?: string;
  /** The country of phone numbers that are dialled without one. */
  country?: string;
}

/** Only so much of a message is searched, so that time stays bounded. */
const LONGEST_TEXT = 4_000;

/** Compiles a bot's entities once; the order given decides between equally long matches, system entities last. */
export function compileEntities(
  custom: readonly CustomEntity[],
  system: readonly SystemEntityId[] = systemEntities.map(({ id }) => id),
): Recogniser {
  return {
    custom: custom.map((entity) => ({ id: entity.id, matcher: new CustomMatcher(entity) })),
    system: new Set(system),
  };
}

const SLASHED = /\p{Nd}\/\p{Nd}/u;

/** Every match of every entity, by place; they may overlap. */
export function recogniseAll(
  { custom, system }: Recogniser,
  whole: string,
  { now = Date.now(), timeZone = "UTC", country = "IN" }: Circumstances = {},
): Recognised[] {
  const text = whole.slice(0, LONGEST_TEXT);
  // Digits inside an address are part of the address.
  const masked = mask(text);
  const tokens = tokensOf(masked);
  const found: Recognised[] = [];
  const add = (entityId: string, matches: readonly Omit<Found, "resolution">[]): void => {
    for (const match of matches) {
      const resolution = (match as Partial<Found>).resolution ?? {};
      const { start, end, value } = match;
      found.push({ entityId, start, end, text: text.slice(start, end), value, resolution });
    }
  };
  for (const { id, matcher } of custom) add(id, matcher.find(text, tokensOf(text)));
  if (system.size > 0) {
    const numbers = numbersIn(tokens);
    const durations = durationsIn(tokens, numbers);
    // A number may be a day: 15/08 is one in "15/08 ko".
    const mayBeDay = system.has("sys.number") && SLASHED.test(masked);
    const isDated = ["sys.date", "sys.time", "sys.datetime", "sys.period"].some((id) =>
      system.has(id as SystemEntityId),
    );
    const dates = isDated || mayBeDay ? findDates(masked, tokens, numbers, { now, timeZone, country }) : [];
    const finders: Record<SystemEntityId, () => Found[]> = {
      "sys.email": () => findEmails(text),
      "sys.url": () => findUrls(text),
      "sys.phone": () => findPhones(text, country),
      "sys.datetime": () => dates.filter(({ kind }) => kind === "datetime"),
      "sys.date": () => dates.filter(({ kind }) => kind === "date"),
      "sys.time": () => dates.filter(({ kind }) => kind === "time"),
      "sys.period": () => dates.filter(({ kind }) => kind === "period"),
      "sys.money": () => findMoney(tokens, numbers),
      "sys.distance": () => findMeasures(tokens, numbers, "distance"),
      "sys.volume": () => findMeasures(tokens, numbers, "volume"),
      "sys.weight": () => findMeasures(tokens, numbers, "weight"),
      "sys.percentage": () => findPercentages(tokens, numbers),
      "sys.temperature": () => findTemperatures(tokens, numbers),
      "sys.age": () => findAges(tokens, numbers, durations),
      "sys.duration": () => findDurations(tokens, numbers, durations, text),
      "sys.ordinal": () => findOrdinals(tokens, numbers),
      "sys.number": () =>
        outsideOf(findNumbers(tokens, numbers), [
          ...datesInDigits(masked, tokens, country),
          ...dates.filter(({ start, end }) => SLASHED.test(masked.slice(start, end))),
        ]),
      "sys.currency": () => findCurrencies(tokens),
      "sys.location": () => findLocations(tokens, text),
      "sys.language": () => findLanguages(tokens),
    };
    for (const [id, find] of Object.entries(finders) as [SystemEntityId, () => Found[]][]) {
      if (system.has(id)) add(id, find());
    }
  }
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Days and clocks in digits: 15/08/2026 has no number inside. */
function datesInDigits(
  text: string,
  tokens: readonly Token[],
  country: string,
): { start: number; end: number }[] {
  const clocks = tokens.flatMap((token, at) => {
    const clock = clockAt(tokens, at);
    return clock ? [{ start: token.start, end: tokens[clock.to - 1]?.end ?? token.end }] : [];
  });
  // Which century a short year is in changes no place.
  return [...writtenDays(text, country, 0), ...clocks];
}

const outsideOf = (found: readonly Found[], places: readonly { start: number; end: number }[]): Found[] =>
  found.filter(({ start, end }) => !places.some((place) => start < place.end && place.start < end));

/** The text with its web addresses blanked out, of the same length. */
const mask = (text: string): string =>
  text.replace(/(?:https?|ftp):\/\/\S+/giu, (address) => " ".repeat(address.length));

/** Without overlaps: the longer match wins, then the entity that comes first, then the earlier place. */
export function recognise(recogniser: Recogniser, text: string, circumstances?: Circumstances): Recognised[] {
  const rank = new Map(
    [...recogniser.custom.map(({ id }) => id), ...PRECEDENCE].map((id, index) => [id, index]),
  );
  const rankOf = ({ entityId }: Recognised): number => rank.get(entityId) ?? rank.size;
  const kept: Recognised[] = [];
  const all = recogniseAll(recogniser, text, circumstances).toSorted(
    (a, b) => b.end - b.start - (a.end - a.start) || rankOf(a) - rankOf(b) || a.start - b.start,
  );
  for (const each of all) {
    if (!kept.some((other) => each.start < other.end && other.start < each.end)) kept.push(each);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}

/** Between system entities of the same words: the one that says more. */
const PRECEDENCE: readonly SystemEntityId[] = [
  "sys.email",
  "sys.url",
  "sys.period",
  "sys.datetime",
  "sys.date",
  "sys.time",
  "sys.phone",
  "sys.money",
  "sys.temperature",
  "sys.percentage",
  "sys.age",
  "sys.duration",
  "sys.distance",
  "sys.volume",
  "sys.weight",
  "sys.ordinal",
  "sys.number",
  "sys.currency",
  "sys.language",
  "sys.location",
];

/** The best match of one entity, whatever else the same words mean: for a bot that asked for this entity. */
export function recogniseOne(
  recogniser: Recogniser,
  text: string,
  entityId: string,
  circumstances?: Circumstances,
): Recognised | undefined {
  const only: Recogniser = {
    custom: recogniser.custom.filter(({ id }) => id === entityId),
    system: new Set([...recogniser.system].filter((id) => id === entityId)),
  };
  return recognise(only, text, circumstances).toSorted(
    (a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start,
  )[0];
}

import { getCountries, getCountryCallingCode } from "libphonenumber-js";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { endOfQuiet, type Rules } from "./offer-rules.ts";

/** Numbers that begin so are in their quiet hours until then. */
export interface Quiet {
  prefix: string;
  until: number;
}

/** Of countries that share a code, the one by whose clocks all are judged. */
export const MAIN: Readonly<Record<string, string>> = {
  1: "US",
  7: "RU",
  39: "IT",
  44: "GB",
  47: "NO",
  61: "AU",
  212: "MA",
  262: "RE",
  358: "FI",
  590: "GP",
  599: "CW",
};
const INDIA = "+91";
/** Promotional SMS in India leave between 10:00 and 21:00 (TCCCPR 2018), whatever the enterprise's own rules say. */
const INDIAN_SMS = { from: 21 * 60, until: 10 * 60, timezone: "Asia/Kolkata" };

/** Until when no promotional SMS may reach an Indian number; 0 while one may, and on every other channel. */
export const indianSmsUntil = (channelType: number, now: number): number =>
  channelType === channelTypes.sms
    ? endOfQuiet(INDIAN_SMS.from, INDIAN_SMS.until, INDIAN_SMS.timezone, now)
    : 0;

/** The zones of each calling code, by the numbers' first digits; made once. */
let zones: ReadonlyMap<string, readonly string[]> | undefined;
function zonesByPrefix(): ReadonlyMap<string, readonly string[]> {
  zones ??= new Map(
    getCountries().flatMap((country) => {
      const code = getCountryCallingCode(country);
      const main = MAIN[code];
      if (main !== undefined && main !== country) return [];
      const of = new Intl.Locale(`und-${country}`) as Intl.Locale & {
        getTimeZones?: () => string[] | undefined;
      };
      return [[`+${code}`, of.getTimeZones?.() ?? []] as const];
    }),
  );
  return zones;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
let kept: { key: string; quiet: Quiet[] } | undefined;

/**
 * Numbers in their quiet hours by their own clocks, computed once a minute: a country is quiet while any of its zones is.
 * The enterprise's clock decides where that leaves no hour of a day, or a country's zones are not known.
 */
export function quietNumbers(rules: Rules | undefined, channelType: number, now: number): Quiet[] {
  const minute = now - (now % MINUTE_MS);
  const isSms = channelType === channelTypes.sms;
  const key = JSON.stringify([rules, isSms, minute]);
  if (kept?.key !== key) kept = { key, quiet: quietAt(rules, isSms, minute) };
  return kept.quiet;
}

function quietAt(rules: Rules | undefined, isSms: boolean, now: number): Quiet[] {
  const quiet = new Map<string, number>();
  if (rules && rules.quietFrom !== null && rules.quietUntil !== null) {
    const { quietFrom, quietUntil, timezone } = rules;
    const endIn = (of: readonly string[], at: number) =>
      Math.max(0, ...of.map((zone) => endOfQuiet(quietFrom, quietUntil, zone, at)));
    for (const [prefix, own] of zonesByPrefix()) {
      const end = endIn(own, now);
      if (own.length > 0 && end === 0) continue;
      const hasHours =
        own.length === 1 || (own.length > 1 && HOURS.some((hour) => endIn(own, now + hour * HOUR_MS) === 0));
      const until = hasHours ? end : endIn([timezone], now);
      if (until > 0) quiet.set(prefix, until);
    }
  }
  if (isSms) {
    const until = indianSmsUntil(channelTypes.sms, now);
    if (until > 0) quiet.set(INDIA, Math.max(until, quiet.get(INDIA) ?? 0));
  }
  return [...quiet].map(([prefix, until]) => ({ prefix, until }));
}

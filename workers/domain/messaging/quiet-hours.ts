import { sendClasses } from "#db/tenant/messages.ts";
import { timezoneNames } from "#workers/contract/timezones.ts";
import { kindOn } from "./address-on.ts";
import { endOfQuiet, offerLimits, type Rules } from "./offer-rules.ts";
import { indianSmsUntil, quietNumbers } from "./quiet-numbers.ts";

/**
 * The one rule of when an offer may reach somebody, for messages and for recipients of broadcasts. It is judged by the clock of
 * the zone that a field of their customer names, else by that of their number's country, else by the enterprise's.
 */

/** As many that wait are put off by one claim, so that a country that sleeps costs a claim for each thousand and not for each block. */
export const MOST_PUT_OFF = 1_000;

/** The statements' argument: who sleeps until when, in milliseconds since 1970. */
interface Asleep {
  /** First digits of numbers, of those countries that sleep. */
  numbers: [prefix: string, until: number][];
  /** All zones by their names in small letters, 0 where it is day; only where a field names them. */
  zones: Record<string, number>;
  /** Of the field's value in the customer's data. */
  path: string | null;
  /** The enterprise's own clock, for whoever has no number on the channel. */
  ours: number;
  /** Promotional SMS to India, whatever zone their customer has. */
  indianSms: number;
}

let kept: { key: string; asleep: string | undefined } | undefined;

/** Those who sleep at a moment, as the statements below read it; undefined while it is day everywhere. Once a minute. */
export function asleepAt(rules: Rules | undefined, channelType: number, now: number): string | undefined {
  const minute = now - (now % 60_000);
  const key = JSON.stringify([rules, channelType, minute]);
  if (kept?.key !== key) kept = { key, asleep: foundAsleep(rules, channelType, minute) };
  return kept.asleep;
}

function foundAsleep(rules: Rules | undefined, channelType: number, now: number): string | undefined {
  const asleep: Asleep = {
    numbers:
      kindOn(channelType) === "number"
        ? quietNumbers(rules, channelType, now).map(({ prefix, until }) => [prefix, until])
        : [],
    ...zonesAsleep(rules, now),
    ours: offerLimits(rules, now).quietUntil,
    indianSms: indianSmsUntil(channelType, now),
  };
  const { numbers, zones, ours, indianSms } = asleep;
  const isAnybody = numbers.length > 0 || ours > 0 || indianSms > 0 || Object.values(zones).some(Boolean);
  return isAnybody ? JSON.stringify(asleep) : undefined;
}

function zonesAsleep(rules: Rules | undefined, now: number): Pick<Asleep, "zones" | "path"> {
  const { quietFrom = null, quietUntil = null, zoneField = null } = rules ?? {};
  if (quietFrom === null || quietUntil === null || zoneField === null) return { zones: {}, path: null };
  zoneNames ??= [...new Set([...timezoneNames(), ...Intl.supportedValuesOf("timeZone")])];
  const zones = zoneNames.map((zone) => [zone.toLowerCase(), endOfQuiet(quietFrom, quietUntil, zone, now)]);
  return { zones: Object.fromEntries(zones) as Record<string, number>, path: `$."${zoneField}"` };
}
let zoneNames: string[] | undefined;

/** Without other signs than those of zones a name is safe in a path. */
const ZONE = (identity: string, asleep: string) => `(SELECT CASE WHEN z.name NOT GLOB '*[^a-z0-9/_+-]*'
    THEN json_extract(${asleep}, '$.zones."' || z.name || '"') END
  FROM (SELECT lower(trim(json_extract(u.data, ${asleep} ->> '$.path'))) AS name FROM identities i
      CROSS JOIN identities p ON p.id = coalesce(i.merged_into, i.id)
      CROSS JOIN customers u ON u.number = p.customer AND u.enterprise_id = p.enterprise_id WHERE i.id = ${identity}) z)`;

/** SQL of until when somebody sleeps, 0 while they may have offers; `asleep` is the argument's place. */
const untilOf = (
  identity: string,
  address: string,
  asleep: string,
) => `max(coalesce(${ZONE(identity, asleep)},
    CASE WHEN ${address} GLOB '+*' THEN (SELECT e.value->>1 FROM json_each(${asleep}, '$.numbers') e
        WHERE substr(${address}, 1, length(e.value->>0)) = e.value->>0 LIMIT 1) ELSE ${asleep} ->> '$.ours' END, 0),
  CASE WHEN ${address} GLOB '+91*' THEN ${asleep} ->> '$.indianSms' ELSE 0 END)`;

const NUMBER = (
  row: string,
) => `(SELECT a.address FROM identities i CROSS JOIN addresses a ON a.enterprise_id = i.enterprise_id
    AND a.identity_id = coalesce(i.merged_into, i.id) AND a.kind = 'number' WHERE i.id = ${row}.identity_id LIMIT 1)`;

/** Until when the person of a row of a table sleeps. */
export const QUIET_UNTIL = {
  messages: (row: string, asleep: string): string => untilOf(`${row}.identity_id`, NUMBER(row), asleep),
  broadcast_recipients: (row: string, asleep: string): string =>
    untilOf(`${row}.identity_id`, `${row}.address`, asleep),
} as const;

const MINE = QUIET_UNTIL.messages("messages", "?2");
/** Where one of a block sleeps, others behind them do, too. */
const PUT_OFF_SLEEPERS = `UPDATE messages SET not_before = ${MINE} WHERE id IN (
    SELECT m.id FROM messages m WHERE m.channel_id = ?4 AND m.status = 'queued' AND m.claimed_by IS NULL
      AND m.send_class = ${sendClasses.marketing} AND m.not_before <= ?3
      AND EXISTS (SELECT 1 FROM messages o WHERE o.claimed_by = ?1 AND o.send_class = ${sendClasses.marketing}
        AND ${QUIET_UNTIL.messages("o", "?2")} > 0)
    ORDER BY m.id LIMIT ${MOST_PUT_OFF}) AND ${MINE} > 0`;
const PUT_OFF = `UPDATE messages SET claimed_by = NULL, attempts = attempts - 1, not_before = ${MINE}
  WHERE claimed_by = ?1 AND send_class = ${sendClasses.marketing} AND ${MINE} > 0 RETURNING 1`;

/** Statements that put off those offers among the marked messages of a channel whose people sleep, and what waits behind them. */
export const puttingOff = (
  $client: D1Database,
  mark: string,
  asleep: string,
  now: number,
  channelId: string,
): [D1PreparedStatement, D1PreparedStatement] => [
  $client.prepare(PUT_OFF_SLEEPERS).bind(mark, asleep, now, channelId),
  $client.prepare(PUT_OFF).bind(mark, asleep),
];

import { type HealthFactName, UNLIMITED } from "#workers/contract/channel-facts.ts";
import type { HealthFact } from "#workers/contract/channel-health.ts";
import { type Json, list, number, record, seconds, text } from "../json.ts";

/** Reads Meta's news of an account and its numbers as facts. News that is no fact stays in its own words. */

/** The facts in the value of a change. */
export function healthOf(field: string, value: Json): HealthFact[] {
  switch (field) {
    case "phone_number_quality_update":
      return qualityOf(value);
    case "business_capability_update":
      return limitIn(
        value["max_daily_conversations_per_business"] ?? value["max_daily_conversation_per_phone"],
      );
    case "account_update":
      return accountOf(value);
    default:
      return [];
  }
}

/** The facts in a number's own fields, as the Graph API answers them. */
export function healthOfNumber(fields: Json): HealthFact[] {
  const quality = named(QUALITY, fields["quality_rating"]);
  const status = text(fields["status"], 20);
  return [
    ...(quality === undefined ? [] : [fact("quality", quality)]),
    ...(status === "FLAGGED" ? [fact("flag", "yes")] : []),
    ...(status === "CONNECTED" ? [fact("flag", "no")] : []),
    ...limitIn(fields["whatsapp_business_manager_messaging_limit"] ?? fields["messaging_limit_tier"]),
  ];
}

/** The end of a token, as `debug_token` answers it: 0 is never. */
export function tokenEnd(fields: Json): HealthFact[] {
  const ends = number(fields["expires_at"]);
  if (ends === undefined || ends < 0) return [];
  return [ends === 0 ? fact("token", "never") : fact("token", "ends", seconds(ends))];
}

const fact = (name: HealthFactName, value: string, until: number | null = null): HealthFact => ({
  fact: name,
  value,
  until,
});

/** The entry of that name; undefined for any other value. */
const named = <Value>(words: Readonly<Record<string, Value>>, value: unknown): Value | undefined =>
  typeof value === "string" && Object.hasOwn(words, value) ? words[value] : undefined;

const QUALITY: Readonly<Record<string, string>> = {
  GREEN: "green",
  YELLOW: "yellow",
  RED: "red",
  UNKNOWN: "unknown",
  NA: "unknown",
};

function qualityOf(value: Json): HealthFact[] {
  const event = text(value["event"], 64);
  // TIER_UNLIMITED of a throughput says how fast a number may be, not how many people it may reach.
  if (event === "THROUGHPUT_UPGRADE" || event === "ONBOARDING") return [];
  const limit = limitIn(value["max_daily_conversations_per_business"] ?? value["current_limit"]);
  if (event === "FLAGGED") return [fact("flag", "yes"), ...limit];
  if (event === "UNFLAGGED") return [fact("flag", "no"), ...limit];
  return limit;
}

/** A limit as a number of people, -1 for none, or by the name of its tier, such as TIER_2K. */
function limitIn(value: unknown): HealthFact[] {
  const tier = text(value, 64) ?? "";
  if (tier === "-1" || tier === "TIER_UNLIMITED") return [fact("limit", UNLIMITED)];
  const [, digits, thousands] = /^(?:TIER_)?(\d{1,9})(K?)$/.exec(tier) ?? [];
  if (digits === undefined || Number(digits) === 0) return [];
  return [fact("limit", String(Number(digits) * (thousands === "K" ? 1_000 : 1)))];
}

const BANS: Readonly<Record<string, string>> = {
  DISABLE: "banned",
  SCHEDULE_FOR_DISABLE: "scheduled",
  REINSTATE: "none",
};
/** Facts of restrictions, as far as they concern messages. */
const RESTRICTIONS: Readonly<Record<string, HealthFactName>> = {
  RESTRICTED_BIZ_INITIATED_MESSAGING: "start",
  RESTRICTED_CUSTOMER_INITIATED_MESSAGING: "answer",
  RESTRICTED_UTILITY_TEMPLATES: "utility",
  RESTRICTED_DIRECT_SEND_UTILITY_TEMPLATES: "utility",
};

function accountOf(value: Json): HealthFact[] {
  const state = record(value["ban_info"])["waba_ban_state"];
  const ban = value["event"] === "ACCOUNT_DELETED" ? "deleted" : named(BANS, state);
  const refused = new Map<HealthFactName, HealthFact>();
  for (const each of list(value["restriction_info"]).map(record)) {
    const type = text(each["restriction_type"], 100);
    if (type === undefined) continue;
    const name = named(RESTRICTIONS, type) ?? "other";
    const until = endOf(each["expiration"]);
    const before = refused.get(name);
    // Two of a kind hold until the later one ends, and one without an end holds.
    const both = before && (before.until === null || until === null ? null : Math.max(before.until, until));
    refused.set(name, fact(name, "yes", before ? (both ?? null) : until));
  }
  return [...(ban === undefined ? [] : [fact("ban", ban)]), ...refused.values()];
}

/** The end of a restriction: seconds, or a date as text; null where there is none that can be read. */
function endOf(value: unknown): number | null {
  const at = seconds(value) || Date.parse(text(value, 64) ?? "");
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}

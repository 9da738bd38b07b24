/** Keeps a vendor's news of a channel's account fact by fact, so that news of one leaves the others as they are. */

/**
 * quality: green, yellow, red or unknown · flag: yes or no · limit: people a day, or unlimited · ban: none, scheduled,
 * banned or deleted · token: ends (at `until`) or never · start, answer, utility, other: "yes", what is refused until then
 * (conversations that we begin, answers, utility templates, something that is no message).
 */
export const healthFacts = [
  "quality",
  "flag",
  "limit",
  "ban",
  "token",
  "start",
  "answer",
  "utility",
  "other",
] as const;
export type HealthFactName = (typeof healthFacts)[number];

/** Facts of the whole account: they hold for each of its numbers. */
const OF_ACCOUNT: readonly HealthFactName[] = ["limit", "ban", "start", "answer", "utility", "other"];
export const isOfAccount = (fact: HealthFactName): boolean => OF_ACCOUNT.includes(fact);

export const UNLIMITED = "unlimited";

/** Kinds of alerts that ask somebody to act, the gravest first. */
export const alertKinds = [
  "banned",
  "deleted",
  "banComing",
  "tokenEnded",
  "answer",
  "start",
  "utility",
  "flagged",
  "qualityRed",
  "limitUsed",
  "tokenEnds",
  "lastError",
] as const;
export type AlertKind = (typeof alertKinds)[number];

import { alertKinds, type AlertKind } from "./channel-facts.ts";
import type { ChannelAlert, ShownFact } from "./channel-health.ts";

/** Derives from a channel's condition the alerts that ask somebody to act. */

const DAY_MS = 24 * 3_600_000;
export const TOKEN_WARNING_MS = 7 * DAY_MS;
/** Part of the limit from which on it is told. */
const LIMIT_WARNING = 0.8;

/** How a channel is, as far as alerts need it. */
export interface Condition {
  health: readonly ShownFact[];
  /** People who count towards the limit; null where nobody counted. */
  used: number | null;
  lastError: string | null;
  lastErrorAt: string | null;
  lastSuccessAt: string | null;
}

/** Alerts of a channel, without those that are over by `now`, in milliseconds, the gravest first. Pure. */
export function alertsOf(
  { health, used, lastError, lastErrorAt, lastSuccessAt }: Condition,
  now: number,
): ChannelAlert[] {
  const found: ChannelAlert[] = [];
  const add = (alert: AlertKind, more: Partial<ChannelAlert> = {}) =>
    found.push({ alert, until: null, used: null, limit: null, text: null, ...more });
  for (const { fact, value, until } of health) {
    const ends = until === null ? null : Date.parse(until);
    const isOver = ends !== null && ends <= now;
    if (fact === "ban" && value === "banned") add("banned");
    if (fact === "ban" && value === "deleted") add("deleted");
    if (fact === "ban" && value === "scheduled") add("banComing");
    if (fact === "flag" && value === "yes") add("flagged");
    if (fact === "quality" && value === "red") add("qualityRed");
    if ((fact === "start" || fact === "answer" || fact === "utility") && !isOver) add(fact, { until });
    if (fact === "token" && isOver) add("tokenEnded", { until });
    if (fact === "token" && ends !== null && !isOver && ends - now <= TOKEN_WARNING_MS) {
      add("tokenEnds", { until });
    }
    const limit = fact === "limit" ? limitOf(value) : null;
    if (limit !== null && used !== null && used >= limit * LIMIT_WARNING) add("limitUsed", { used, limit });
  }
  if (
    lastError !== null &&
    Date.parse(lastErrorAt ?? "") > (lastSuccessAt === null ? 0 : Date.parse(lastSuccessAt))
  ) {
    add("lastError", { text: lastError, until: lastErrorAt });
  }
  return found.toSorted(byGravity);
}

const GRAVE: readonly AlertKind[] = ["banned", "deleted", "tokenEnded", "answer", "start"];
/** Whether something does not go out already. */
export const isGrave = ({ alert }: ChannelAlert): boolean => GRAVE.includes(alert);

export const byGravity = (a: ChannelAlert, b: ChannelAlert): number =>
  alertKinds.indexOf(a.alert) - alertKinds.indexOf(b.alert);

/** People a day; null for without a limit, and for a value that nobody knows. */
export function limitOf(value: string): number | null {
  const limit = Number(value);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : null;
}

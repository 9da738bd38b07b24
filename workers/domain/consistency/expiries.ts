import type { expiryChecks } from "#workers/contract/data-checks.ts";
import { type Check, rowOf } from "./check.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows that one page of a repair takes. */
const MOST = 5_000;

interface Expiry {
  kind: (typeof expiryChecks)[number];
  database: "tenant" | "directory";
  table: string;
  /** Rows of the enterprise, ?1. */
  own: string;
  /** Their time is over, with room for who takes them away: ?2 is now. */
  isOver: string;
  mend?: string;
}

/** With a plus, so that rows are found by their time: few are over, whoever has how many. */
const OWN = "+enterprise_id = ?1";
const tenant = (kind: Expiry["kind"], table: string, isOver: string): Expiry => ({
  kind,
  database: "tenant",
  table,
  own: OWN,
  isOver,
});
const directory = (kind: Expiry["kind"], table: string, isOver: string): Expiry => ({
  ...tenant(kind, table, isOver),
  database: "directory",
});

const EXPIRIES: readonly Expiry[] = [
  { ...tenant("downloadSlots", "places", `until < ?2 - ${HOUR_MS}`), own: "enterprise_id = ?1" },
  { ...tenant("floors", "floors", `until < ?2 - ${DAY_MS}`), own: "enterprise_id = ?1" },
  tenant("taggingChanges", "mark_changes", `at < ?2 - ${2 * DAY_MS}`),
  tenant("liveEvents", "live_events", `at < ?2 - ${DAY_MS}`),
  tenant("inboundEvents", "inbound_events", `at < ?2 - ${32 * DAY_MS} AND state = 'done'`),
  directory("codes", "one_time_codes", `expires_at < ?2 - ${2 * DAY_MS}`),
  directory("challenges", "login_challenges", `expires_at < ?2 - ${2 * DAY_MS}`),
  directory("ssoAttempts", "sso_attempts", `expires_at < ?2 - ${2 * DAY_MS}`),
  {
    ...directory("sessions", "login_sessions", `ended_at IS NULL AND expires_at < ?2 - ${HOUR_MS}`),
    mend: "UPDATE login_sessions SET ended_at = ?2",
  },
  {
    ...directory("tickets", "tickets", `expires_at < ?2 - ${2 * DAY_MS}`),
    own: "+session_id IN (SELECT id FROM login_sessions WHERE enterprise_id = ?1)",
  },
];

export const expiries: readonly Check[] = EXPIRIES.map(({ kind, database, table, own, isOver, mend }) => ({
  kind,
  async page({ enterpriseId, now, repair, ...databases }) {
    const where = `${own} AND ${isOver}`;
    // Those of the enterprise that are in time are not counted: there may be very many.
    const over = await rowOf<{ wrong: number }>(
      databases[database],
      `SELECT count(*) AS wrong FROM ${table} WHERE ${where}`,
      enterpriseId,
      now,
    );
    const all = over?.wrong ?? 0;
    // Rows that one repair has left are the next page's.
    const wrong = repair ? Math.min(all, MOST) : all;
    if (repair && wrong > 0) {
      const those = `WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${MOST})`;
      await databases[database].batch([
        databases[database].prepare(`${mend ?? `DELETE FROM ${table}`} ${those}`).bind(enterpriseId, now),
      ]);
    }
    return { looked: wrong, wrong, example: null, next: all > wrong ? "more" : null };
  },
}));

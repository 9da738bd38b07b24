import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as reportsTexts } from "#texts/reports-of-messages.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { lastOf } from "#workers/contract/recipient-ids.ts";
import { masked } from "#workers/contract/mask.ts";

/** The vendor's words for a code of the counts `of`, as one of the first who failed has them: rare codes of very many are left without. */
export const saidOf = (
  of: string,
): string => `(SELECT t.reason FROM (SELECT r.code, r.reason FROM broadcast_recipients r INDEXED BY broadcast_recipients_trouble
    WHERE r.id > ${of}.broadcast_id AND r.id < ${lastOf(`${of}.broadcast_id`)}
      AND r.status IN ('failed', 'unknown', 'expired') ORDER BY r.id LIMIT 1000) t WHERE t.code = ${of}.code LIMIT 1)`;

export interface FailureRow {
  code: string;
  count: number;
  reason: string | null;
}

const OF_ACTIVITY = `(SELECT json_group_array(json_object('code', f.code, 'count', f.n, 'by', json(f.by), 'reason', ${saidOf("f")})) FROM (
    SELECT c.code, sum(c.count) AS n, max(c.broadcast_id) AS broadcast_id, json_group_array(json_object('id', c.broadcast_id, 'count', c.count)) AS by FROM broadcasts b CROSS JOIN broadcast_counts c ON c.broadcast_id = b.id
      AND c.count > 0 AND c.status IN ('failed', 'expired', 'cancelled')
    WHERE b.activity_id = activities.id AND b.fallback_of IS NULL GROUP BY c.code ORDER BY n DESC) f)`;
/** SQL for why messages of all runs of an activity of the surrounding query failed, as JSON for `failuresIn`. */
export const FAILURES_OF_ACTIVITY = sql<string>`${sql.raw(OF_ACTIVITY)}`;

/** Failures in plain words, with what to do about them. */
export const failuresOf = (rows: readonly FailureRow[]): BroadcastDetail["failures"] =>
  rows.map(({ code, count, reason: said }) => {
    const [reason, hint] = texts.reasons[code] ?? [
      // One person's words stand for all: their number is no reader's business.
      said ? masked(said) : texts.vendorSaid(code),
      reportsTexts.codeHint[code] ?? texts.vendorHint,
    ];
    return { code, reason, hint, count };
  });
/** Those of an activity, each with the broadcasts of whose people it is true. */
export const failuresIn = (json: string): Activity["failures"] => {
  const rows = JSON.parse(json) as (FailureRow & { by: Activity["failures"][number]["by"] })[];
  return failuresOf(rows).map((each, at) => ({ ...each, by: rows[at]?.by ?? [] }));
};

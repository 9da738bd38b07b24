import { leftOutCodes } from "#workers/contract/broadcast.ts";

/** SQL for what became of everybody in some broadcasts `b`: counts as JSON by status. */
export const countsOf = (which: string): string =>
  `(SELECT json_group_object(k.status, k.n) FROM (SELECT c.status, sum(c.count) AS n FROM broadcasts b
    CROSS JOIN broadcast_counts c ON c.broadcast_id = b.id WHERE ${which} GROUP BY c.status) k)`;
export const doublesOf = (which: string): string =>
  `(SELECT coalesce(sum(b.doubles), 0) FROM broadcasts b WHERE ${which})`;

/** Of broadcasts `b` the runs in all their parts, whose recipients are people; and their fallbacks, whose recipients are some of the same. */
export const runsOf = (which: string): string => `${which} AND b.fallback_of IS NULL`;
/** Of a run in several parts the first alone, which counts the runs. */
export const firstsOf = (which: string): string => `${runsOf(which)} AND b.test_of IS NULL`;
const fallbacksOf = (which: string): string => `${which} AND b.fallback_of IS NOT NULL`;
/** Counts of fallbacks; NULL where there are none. */
export const fallbackCountsOf = (which: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM broadcasts b WHERE ${fallbacksOf(which)}) THEN ${countsOf(fallbacksOf(which))} END`;

/** Broadcasts `b` of the activity of the surrounding query, and of all activities of its campaign. */
export const OF_ACTIVITY = "b.activity_id = activities.id";
export const OF_CAMPAIGN =
  "b.activity_id IN (SELECT a.id FROM activities a WHERE a.campaign_id = campaigns.id)";

const NOT_CALLED = leftOutCodes.map((each) => `'${each}'`).join();
/** SQL for how many people of a broadcast were called, as far as is known. */
export const calledOf = (id: string): string =>
  `(SELECT coalesce(sum(c.count), 0) FROM broadcast_counts c WHERE c.broadcast_id = ${id}
    AND (c.status IN ('sent', 'delivered', 'read', 'unknown') OR c.status = 'failed' AND c.code NOT IN (${NOT_CALLED})))`;
/** SQL for how many of them did something, a status of the counts by SQL for its name. */
export const hitsOf = (id: string, what: string): string =>
  `(SELECT coalesce(sum(c.count), 0) FROM broadcast_counts c WHERE c.broadcast_id = ${id} AND c.status = ${what})`;

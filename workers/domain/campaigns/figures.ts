/** SQL for what became of everybody in some broadcasts `b`: counts as JSON by status. */
export const countsOf = (which: string): string =>
  `(SELECT json_group_object(k.status, k.n) FROM (SELECT c.status, sum(c.count) AS n FROM broadcasts b
    CROSS JOIN broadcast_counts c ON c.broadcast_id = b.id WHERE ${which} GROUP BY c.status) k)`;
export const doublesOf = (which: string): string =>
  `(SELECT coalesce(sum(b.doubles), 0) FROM broadcasts b WHERE ${which})`;

/** Of broadcasts `b` the runs, whose recipients are people; and their fallbacks, whose recipients are some of the same. */
export const runsOf = (which: string): string => `${which} AND b.fallback_of IS NULL`;
const fallbacksOf = (which: string): string => `${which} AND b.fallback_of IS NOT NULL`;
/** Counts of fallbacks; NULL where there are none. */
export const fallbackCountsOf = (which: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM broadcasts b WHERE ${fallbacksOf(which)}) THEN ${countsOf(fallbacksOf(which))} END`;

/** Broadcasts `b` of the activity of the surrounding query, and of all activities of its campaign. */
export const OF_ACTIVITY = "b.activity_id = activities.id";
export const OF_CAMPAIGN =
  "b.activity_id IN (SELECT a.id FROM activities a WHERE a.campaign_id = campaigns.id)";

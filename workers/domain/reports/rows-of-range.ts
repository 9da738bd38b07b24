import { DAY_MS, QUARTER_MS } from "./grain.ts";
import type { Range } from "./range.ts";

/** Rows of one length, from a time to a time. */
export interface Stretch {
  grain: number;
  since: number;
  until: number;
}

/** The rows that make up a range: ?1 is the enterprise, ?2 the bot, ?3 the range's stretches as JSON. */
export const rowsOfRange = `
  SELECT r.* FROM (SELECT value->>'grain' AS length, value->>'since' AS since, value->>'until' AS until FROM json_each(?3))
  CROSS JOIN report_sums r
    ON r.enterprise_id = ?1 AND r.agent_id = ?2 AND r.grain = length AND r.at >= since AND r.at < until`;

/** Whole days (UTC), and the quarters of an hour before the first and after the last. */
export function stretches({ from, to }: Pick<Range, "from" | "to">): Stretch[] {
  const firstDay = Math.min(to, Math.ceil(from / DAY_MS) * DAY_MS);
  const lastDay = Math.max(firstDay, Math.floor(to / DAY_MS) * DAY_MS);
  return [
    { grain: QUARTER_MS, since: from, until: firstDay },
    { grain: DAY_MS, since: firstDay, until: lastDay },
    { grain: QUARTER_MS, since: lastDay, until: to },
  ];
}

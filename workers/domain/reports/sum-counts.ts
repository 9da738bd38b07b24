import type { reportCountKinds } from "#db/tenant/reports.ts";
import type { Scope } from "../scope.ts";
import { DAY_MS, QUARTER_MS } from "./grain.ts";
import type { Range } from "./range.ts";

interface Counted {
  key: string;
  /** What it was called when it was last counted. */
  name: string;
  count: number;
}

/** How often each thing of a kind was counted in the range, most first: whole days from days, the ends from quarters. */
export async function sumCounts(
  { db, enterpriseId }: Scope,
  kind: (typeof reportCountKinds)[number],
  { agentId, from, to }: Pick<Range, "agentId" | "from" | "to">,
): Promise<Counted[]> {
  const firstDay = Math.min(to, Math.ceil(from / DAY_MS) * DAY_MS);
  const lastDay = Math.max(firstDay, Math.floor(to / DAY_MS) * DAY_MS);
  const rows = (grain: number, since: string, until: string): string =>
    `SELECT at, key, name, count FROM report_counts
     WHERE enterprise_id = ?1 AND agent_id = ?2 AND kind = ?3 AND grain = ${grain} AND at >= ${since} AND at < ${until}`;
  const { results } = await db.$client
    .prepare(
      `SELECT key, name, sum(count) AS count, max(at) AS last FROM (
         ${rows(DAY_MS, "?5", "?6")}
         UNION ALL ${rows(QUARTER_MS, "?4", "?5")}
         UNION ALL ${rows(QUARTER_MS, "?6", "?7")})
       GROUP BY key HAVING sum(count) > 0 ORDER BY count DESC, key`,
    )
    .bind(enterpriseId, agentId, kind, from, firstDay, lastDay, to)
    .all<Counted>();
  return results;
}

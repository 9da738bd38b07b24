import type { reportCountKinds } from "#db/tenant/reports.ts";
import { readingAgent } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { daysAndParts } from "./grain.ts";
import type { Range } from "./range.ts";

interface Counted {
  key: string;
  /** Its name when it was last counted. */
  name: string;
  count: number;
}

type Kind = (typeof reportCountKinds)[number];

const OF = "enterprise_id = ?1 AND agent_id = ?2";
const turnsOf = (columns: string, having = "true"): string =>
  `SELECT ${columns}, sign, at FROM parts CROSS JOIN turns t INDEXED BY turns_agent
     ON ${OF} AND at >= since AND at < until WHERE ${having}`;
/** The turn before or after one in its conversation. */
const beside = (t: string, column: string, which: "before" | "after"): string =>
  `(SELECT b.${column} FROM turns b WHERE b.enterprise_id = ${t}.enterprise_id AND b.conversation_id = ${t}.conversation_id
     AND ${which === "after" ? `b.at >= ${t}.at AND (b.at > ${t}.at OR b.rowid > ${t}.rowid)` : `b.at <= ${t}.at AND (b.at < ${t}.at OR b.rowid < ${t}.rowid)`}
    ORDER BY ${which === "after" ? "b.at, b.rowid" : "b.at DESC, b.rowid DESC"} LIMIT 1)`;

/** Counts of each kind within parts of a day, straight from the messages: `key`, `name`, `sign`, `at`. */
const inParts: Record<Kind, string> = {
  intent: turnsOf("intent_id AS key, intent_name AS name", "intent_id IS NOT NULL"),
  emotion: turnsOf("emotion AS key, '' AS name", "emotion IS NOT NULL"),
  outcome: turnsOf("kind AS key, '' AS name"),
  class: `SELECT CASE scoped WHEN 0 THEN 'notUnderstood' WHEN turns THEN 'understood' ELSE 'partly' END AS key, '' AS name,
       sign, started_at AS at
     FROM parts CROSS JOIN conversations INDEXED BY conversations_agent
     ON ${OF} AND started_at >= since AND started_at < until`,
  // A step counts when the intent it leaves was said; the first step of a conversation when its own intent was said.
  flow: `WITH said AS (${turnsOf("t.enterprise_id, t.conversation_id, t.rowid, coalesce(intent_id, '-') AS intent")})
     SELECT intent || '>' || coalesce(${beside("said", "intent_id", "after")}, '-') AS key, '' AS name, sign, at
     FROM said WHERE ${beside("said", "rowid", "after")} IS NOT NULL
     UNION ALL SELECT '>' || intent, '', sign, at FROM said WHERE ${beside("said", "rowid", "before")} IS NULL`,
};

/**
 * Frequency of each thing of these kinds in the range, most frequent first: whole days from their rows, the parts of
 * days at either end of the range from the turns themselves. notFound for a bot that is not there.
 */
export async function sumsOf(ctx: Ctx, range: CountedRange, ...kinds: Kind[]): Promise<Counted[][]> {
  const [found, ...sums] = await ctx.db.$client.batch<Counted>([
    bindable(ctx, readingAgent(ctx, range.agentId)),
    ...kinds.map((kind) => summing(ctx, kind, range)),
  ]);
  if (found?.results.length === 0) throw new DomainError("notFound");
  return sums.map(({ results }) => results);
}

type CountedRange = Pick<Range, "agentId" | "from" | "to">;

function summing({ db, enterpriseId }: Ctx, kind: Kind, { agentId, from, to }: CountedRange) {
  const { days, parts } = daysAndParts({ from, to });
  return db.$client
    .prepare(
      `WITH parts AS MATERIALIZED (
         SELECT value->>'since' AS since, value->>'until' AS until, value->>'sign' AS sign FROM json_each(?6))
       SELECT key, name, sum(count) AS count, max(at) AS last FROM (
         SELECT key, name, count, at FROM report_days
         WHERE ${OF} AND kind = ?3 AND at >= ?4 AND at < ?5
         UNION ALL SELECT key, name, sign, at FROM (${inParts[kind]}))
       GROUP BY key HAVING sum(count) > 0 ORDER BY count DESC, key`,
    )
    .bind(enterpriseId, agentId, kind, days.since, days.until, JSON.stringify(parts));
}

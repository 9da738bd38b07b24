import type { conversationsReport as contract, ReportRange } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../bots/agent.ts";
import { iso, type Ctx } from "../ctx.ts";
import { QUARTER_MS } from "./grain.ts";
import { readRange } from "./range.ts";
import { rowsOfRange, stretches } from "./rows-of-range.ts";

interface Sums {
  turns: number;
  scoped: number;
  weak: number;
  conversations: number;
  messages: number;
  longest: number;
  /** The row in whose time the longest began: SQLite takes the other columns of a row from where max() is. */
  grain: number;
  at: number;
}

/** The figures of a range. A conversation with all its messages counts when it began, so that averages are of whole ones. */
export async function reportSummary(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const { agentId, from, to } = range;
  const { db, enterpriseId } = ctx;
  const [, sums] = await Promise.all([
    agentRow(ctx, agentId),
    db.$client
      .prepare(
        `SELECT coalesce(sum(turns), 0) AS turns, coalesce(sum(scoped), 0) AS scoped, coalesce(sum(weak), 0) AS weak,
         coalesce(sum(conversations), 0) AS conversations, coalesce(sum(messages), 0) AS messages,
         coalesce(max(longest), 0) AS longest, grain, at
       FROM (${rowsOfRange})`,
      )
      .bind(enterpriseId, agentId, JSON.stringify(stretches(range)))
      .first<Sums>(),
  ]);
  const longest = sums && sums.longest > 0 ? await longestOf(ctx, agentId, sums) : null;
  const { turns = 0, scoped = 0, weak = 0, conversations = 0, messages = 0 } = sums ?? {};
  return {
    totalConversations: conversations,
    averageMessages: conversations === 0 ? 0 : messages / conversations,
    maximumConversations: { maximumConversationsValue: sums?.longest ?? 0, conversationId: longest },
    weakUnderstanding: weak,
    totalMessages: turns,
    scoped,
    nonScoped: turns - scoped,
    range: { from: iso(from), to: iso(to) },
  };
}

/** The longest conversation of a row's time: of a day, in the quarter of it that has one so long. */
async function longestOf(
  { db, enterpriseId }: Ctx,
  agentId: string,
  { longest, grain, at }: Sums,
): Promise<string | null> {
  const found = await db.$client
    .prepare(
      `SELECT c.id FROM report_sums q
       JOIN conversations c ON c.enterprise_id = ?1 AND c.agent_id = ?2
         AND c.started_at >= q.at AND c.started_at < q.at + ${QUARTER_MS}
       WHERE q.enterprise_id = ?1 AND q.agent_id = ?2 AND q.grain = ${QUARTER_MS} AND q.at >= ?3 AND q.at < ?4
         AND q.longest = ?5 AND c.turns = ?5
       LIMIT 1`,
    )
    .bind(enterpriseId, agentId, at, at + grain, longest)
    .first<{ id: string }>();
  return found?.id ?? null;
}

import { and, desc, eq, gte, lt } from "drizzle-orm";
import { conversations } from "#db/tenant/conversations.ts";
import type { conversationsReport as contract, ReportRange } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { agentRow } from "../agents/agent.ts";
import { iso, type Scope } from "../scope.ts";
import { QUARTER_MS } from "./grain.ts";
import { readRange } from "./range.ts";

interface Sums {
  turns: number;
  scoped: number;
  weak: number;
  conversations: number;
  messages: number;
  longest: number;
  /** The quarter in which the longest began: SQLite takes the other columns of a row from where max() is. */
  at: number;
}

/** The figures of a range. A conversation with all its messages counts when it began, so that averages are of whole ones. */
export async function reportSummary(scope: Scope, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const { agentId, from, to } = range;
  const { db, enterpriseId } = scope;
  await agentRow(scope, agentId);
  const { results } = await db.$client
    .prepare(
      `SELECT coalesce(sum(turns), 0) AS turns, coalesce(sum(scoped), 0) AS scoped, coalesce(sum(weak), 0) AS weak,
         coalesce(sum(conversations), 0) AS conversations, coalesce(sum(messages), 0) AS messages,
         coalesce(max(longest), 0) AS longest, at
       FROM report_quarters WHERE enterprise_id = ?1 AND agent_id = ?2 AND at >= ?3 AND at < ?4`,
    )
    .bind(enterpriseId, agentId, from, to)
    .all<Sums>();
  const sums = results[0] ?? {
    turns: 0,
    scoped: 0,
    weak: 0,
    conversations: 0,
    messages: 0,
    longest: 0,
    at: 0,
  };
  const [longest] =
    sums.longest === 0
      ? []
      : await db
          .select({ id: conversations.id })
          .from(conversations)
          .where(
            and(
              eq(conversations.enterpriseId, enterpriseId),
              eq(conversations.agentId, agentId),
              gte(conversations.startedAt, sums.at),
              lt(conversations.startedAt, sums.at + QUARTER_MS),
            ),
          )
          .orderBy(desc(conversations.turns))
          .limit(1);
  return {
    totalConversations: sums.conversations,
    averageMessages: sums.conversations === 0 ? 0 : sums.messages / sums.conversations,
    maximumConversations: {
      maximumConversationsValue: sums.longest,
      conversationId: longest?.id ?? null,
    },
    weakUnderstanding: sums.weak,
    totalMessages: sums.turns,
    scoped: sums.scoped,
    nonScoped: sums.turns - sums.scoped,
    range: { from: iso(from), to: iso(to) },
  };
}

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
  offered: number;
  conversations: number;
  messages: number;
  longest: number;
}

const summing = `SELECT coalesce(sum(turns), 0) AS turns, coalesce(sum(scoped), 0) AS scoped, coalesce(sum(weak), 0) AS weak,
    coalesce(sum(offered), 0) AS offered,
    coalesce(sum(conversations), 0) AS conversations, coalesce(sum(messages), 0) AS messages,
    coalesce(max(longest), 0) AS longest
  FROM (${rowsOfRange})`;

/**
 * The longest conversation: of the row in whose time it began (SQLite takes the other columns of a row from where max()
 * is), in the quarter of that time that has one so long. CROSS JOIN keeps the order.
 */
const findingLongest = `SELECT c.id FROM (SELECT max(longest) AS longest, grain, at FROM (${rowsOfRange})) s
  CROSS JOIN report_sums q ON q.enterprise_id = ?1 AND q.agent_id = ?2 AND q.grain = ${QUARTER_MS}
    AND q.at >= s.at AND q.at < s.at + s.grain AND q.longest = s.longest
  CROSS JOIN conversations c ON c.enterprise_id = ?1 AND c.agent_id = ?2
    AND c.started_at >= q.at AND c.started_at < q.at + ${QUARTER_MS} AND c.turns = s.longest
  WHERE s.longest > 0 LIMIT 1`;

/** The figures of a range. A conversation with all its messages counts when it began, so that averages are of whole ones. */
export async function reportSummary(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const { agentId, from, to } = range;
  const { $client } = ctx.db;
  const bound = [ctx.enterpriseId, agentId, JSON.stringify(stretches(range))];
  const [, [figures, longest]] = await Promise.all([
    agentRow(ctx, agentId),
    $client.batch([$client.prepare(summing).bind(...bound), $client.prepare(findingLongest).bind(...bound)]),
  ]);
  const [sums] = (figures?.results ?? []) as Sums[];
  const [conversation] = (longest?.results ?? []) as { id: string }[];
  const { turns = 0, scoped = 0, weak = 0, offered = 0, conversations = 0, messages = 0 } = sums ?? {};
  return {
    totalConversations: conversations,
    averageMessages: conversations === 0 ? 0 : messages / conversations,
    maximumConversations: {
      maximumConversationsValue: sums?.longest ?? 0,
      conversationId: conversation?.id ?? null,
    },
    weakUnderstanding: weak,
    totalMessages: turns,
    scoped,
    offered,
    nonScoped: turns - scoped - offered,
    range: { from: iso(from), to: iso(to) },
  };
}

import type { Ctx } from "../ctx.ts";
import { SESSION_GAP_MS } from "#workers/contract/endpoints/bot-sessions.ts";

/**
 * Number of people who wrote within a period of any length. Each of them began a conversation in it, or continued one
 * before the silence that ends a conversation was over; the time an answer took may come on top.
 */
export async function activeWithin(
  { db, enterpriseId }: Ctx,
  agentId: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const found = await db.$client
    .prepare(
      `SELECT count(*) AS people FROM (
         SELECT sender_id FROM conversations INDEXED BY conversations_agent
         WHERE enterprise_id = ?1 AND agent_id = ?2 AND started_at >= ?3 AND started_at < ?4
         UNION
         SELECT sender_id FROM (
           SELECT DISTINCT conversation_id FROM turns INDEXED BY turns_agent
           WHERE enterprise_id = ?1 AND agent_id = ?2 AND at >= ?3 AND at < ?5)
         JOIN conversations c ON c.id = conversation_id)`,
    )
    .bind(enterpriseId, agentId, from, to, Math.min(to, from + 2 * SESSION_GAP_MS))
    .first<{ people: number }>();
  return found?.people ?? 0;
}

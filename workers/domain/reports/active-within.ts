import type { Scope } from "../scope.ts";
import { CONVERSATION_GAP_MS } from "../conversation/read-state.ts";

/**
 * How many people wrote within a time of any length. Whoever did began a conversation then, or went on with one, which he
 * did before the silence that ends one was over; how long an answer took may come on top.
 */
export async function activeWithin(
  { db, enterpriseId }: Scope,
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
    .bind(enterpriseId, agentId, from, to, Math.min(to, from + 2 * CONVERSATION_GAP_MS))
    .first<{ people: number }>();
  return found?.people ?? 0;
}

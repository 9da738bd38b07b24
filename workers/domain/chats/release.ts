import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { guardFailed } from "../guard.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";

const OPEN = `FROM chats WHERE enterprise_id = ?1 AND handler = ?2 AND state NOT IN (${CHAT.closed}, ${CHAT.missed})`;
const PAGE = 50;
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM chats WHERE id = ?1 AND handler = ?2 AND state NOT IN (${CHAT.closed}, ${CHAT.missed}))
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const RELEASE = `UPDATE chats SET handler = NULL, handler_name = '', state = ${CHAT.started}, waiting_since = ?2, seq = seq + 1,
  revision = revision + 1, updated_at = ?2 WHERE id = ?1`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, at)
  SELECT ?2, c.enterprise_id, c.id, c.seq, ${chatActionCodes.left}, ?3, ?4, ?5 FROM chats c WHERE c.id = ?1`;

/** Open chats that somebody has. */
export const openChatsOf = async ({ db, enterpriseId }: Ctx, userId: string): Promise<number> =>
  (await db.$client
    .prepare(`SELECT count(*) AS count ${OPEN}`)
    .bind(enterpriseId, userId)
    .first<number>("count")) ?? 0;

/**
 * Gives back the chats of somebody who has left, so that a colleague takes them: each waits again where it was. A chat
 * that they closed or gave away meanwhile is left alone. Answers the live events.
 */
export async function releaseChats(ctx: Ctx, userId: string): Promise<KeptRow[]> {
  const { $client } = ctx.db;
  const kept: KeptRow[] = [];
  for (;;) {
    const { results } = await $client
      .prepare(`SELECT id, department_id AS departmentId, handler_name AS name ${OPEN} LIMIT ${PAGE}`)
      .bind(ctx.enterpriseId, userId)
      .all<{ id: string; departmentId: string | null; name: string }>();
    for (const { id, departmentId, name } of results) {
      const [at, actionId] = [ctx.now(), ctx.newId()];
      try {
        const done = await $client.batch([
          $client.prepare(GUARD).bind(id, userId),
          $client.prepare(RELEASE).bind(id, at),
          $client.prepare(LOG).bind(id, actionId, userId, name, at),
          keepingAction(ctx, { id, handler: userId, departmentId }, actionId),
        ]);
        kept.push(...keptRows(done.at(-1)));
      } catch (error) {
        if (!guardFailed(error)) throw error;
      }
    }
    if (results.length < PAGE) return kept;
  }
}

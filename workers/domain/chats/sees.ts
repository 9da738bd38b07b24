import type { Ctx } from "../ctx.ts";
import { SEEN } from "../messaging/seen.ts";

/** SQL: whether the reader, `?2`, sees the chat `?3`. */
export const SEES = `SELECT 1 AS sees FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;

/** Whether the caller sees a chat. */
export async function seesChat({ db, enterpriseId, actor }: Ctx, id: string): Promise<boolean> {
  return (await db.$client.prepare(SEES).bind(enterpriseId, actor.userId, id).first("sees")) !== null;
}

const SEEN_MESSAGE = `SELECT 1 AS seen FROM messages m JOIN chats c ON c.id = m.chat_id
  WHERE m.enterprise_id = ?1 AND m.id = ?3 AND ${SEEN}`;

/** Whether a message is of a chat that the reader may see. */
export async function seesMessage({ db, enterpriseId, actor }: Ctx, messageId: string): Promise<boolean> {
  const seen = await db.$client
    .prepare(SEEN_MESSAGE)
    .bind(enterpriseId, actor.userId, messageId)
    .first("seen");
  return seen !== null;
}

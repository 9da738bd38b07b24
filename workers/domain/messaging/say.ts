import type { SendClass } from "#db/tenant/messages.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Ctx } from "../ctx.ts";

const SAY = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause,
    status, facts, send_class, expires_at, at, held, not_before)
  SELECT ?2, c.enterprise_id, c.channel_id, c.identity_id, c.id, c.seq, 'out', ?3 ->> '$.kind', ?3, ?4, ?5, ?6, 'queued', '{}', ?7, ?8, ?9, ?10, ?11
  FROM chats c WHERE c.id = ?1`;

/** A message that is to leave, at the place that the chat's number has when the statement runs. */
export interface Reply {
  id: string;
  chatId: string;
  body: MessageBody;
  by: "person" | "bot" | "system";
  /** The person or the bot. */
  byId?: string;
  /** The event that it answers or follows from; nothing is said twice for one cause. */
  cause?: string;
  sendClass: SendClass;
  /** Milliseconds since 1970: what waited longer is not sent any more. */
  expiresAt: number;
  /** When it leaves, where that is not at once. */
  sendAt?: number | undefined;
}

/** The statement that adds a message to a chat, to be sent; after the one that makes the chat longer by it. */
export const addingMessage = (
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, chatId, body, by, byId = "", cause, sendClass, expiresAt, sendAt }: Reply,
): D1PreparedStatement =>
  db.$client
    .prepare(SAY)
    .bind(
      chatId,
      id,
      JSON.stringify(body),
      by,
      byId,
      cause ?? null,
      sendClass,
      expiresAt,
      now(),
      sendAt === undefined ? 0 : 1,
      sendAt ?? 0,
    );

import { eq, and, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { botSessions, turns } from "#db/tenant/bot-sessions.ts";
import { channelEvents } from "#db/tenant/channel-events.ts";
import { chatActions } from "#db/tenant/chat-actions.ts";
import { chatPins } from "#db/tenant/chat-pins.ts";
import { chats } from "#db/tenant/chats.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import { floors } from "#db/tenant/floors.ts";
import { addresses, consents, identities, reach } from "#db/tenant/identities.ts";
import { inboundEvents } from "#db/tenant/inbound-events.ts";
import { liveEvents } from "#db/tenant/live-events.ts";
import { messageMedia } from "#db/tenant/message-media.ts";
import { messageTurns } from "#db/tenant/message-turns.ts";
import { messages } from "#db/tenant/messages.ts";
import type { DriveUse } from "#workers/contract/endpoints/drive.ts";
import type { Ctx } from "../ctx.ts";
import { isIdentityOf } from "./identities-of.ts";
import { FORGOTTEN } from "../live-events/keep.ts";

/**
 * Statements that erase what was written with a customer on any channel, for the batch that erases them: their
 * conversations, and events kept because they could not be used.
 */
export function erasingMessages(ctx: Ctx, { number, phone }: { number: number; phone: string }) {
  const { db, enterpriseId } = ctx;
  const digits = phone.slice(1);
  return [
    ...erasingConversations(ctx, sql`${number}`),
    db
      .delete(channelEvents)
      .where(
        and(eq(channelEvents.enterpriseId, enterpriseId), sql`instr(${channelEvents.text}, ${digits}) > 0`),
      ),
    db
      .delete(inboundEvents)
      .where(
        and(eq(inboundEvents.enterpriseId, enterpriseId), sql`instr(${inboundEvents.raw}, ${digits}) > 0`),
      ),
  ];
}

/**
 * Statements that erase the conversations of customers, by their numbers (a list or a subquery): chats, messages, and how
 * they can be reached. A bot's log keeps its figures, which reports count, without the words.
 */
export function erasingConversations({ db, enterpriseId }: Ctx, numbers: SQL) {
  const isTheirs = isIdentityOf({ enterpriseId }, numbers);
  const theirs = db.select({ id: identities.id }).from(identities).where(isTheirs);
  const sessions = db
    .select({ id: botSessions.id })
    .from(botSessions)
    .where(and(eq(botSessions.enterpriseId, enterpriseId), inArray(botSessions.senderId, theirs)));
  // What they sent and nobody else has; the bytes go with the rows that are left by this, within a minute.
  const sent = sql`${driveFiles.id} IN (
      SELECT body ->> '$.medium.fileId' FROM messages
        WHERE enterprise_id = ${enterpriseId} AND direction = 'in' AND identity_id IN ${theirs}
      UNION SELECT file_id FROM message_media WHERE enterprise_id = ${enterpriseId} AND identity_id IN ${theirs})
    AND NOT EXISTS (SELECT 1 FROM messages o WHERE o.enterprise_id = ${enterpriseId}
      AND o.body ->> '$.medium.fileId' = ${driveFiles.id} AND o.body ->> '$.medium.fileId' IS NOT NULL AND o.identity_id NOT IN ${theirs})`;
  return [
    db
      .update(turns)
      .set({ text: "", answer: "", parameters: null })
      .where(and(eq(turns.enterpriseId, enterpriseId), inArray(turns.conversationId, sessions))),
    db
      .update(driveFiles)
      .set({ state: "leaving" })
      .where(
        and(
          eq(driveFiles.enterpriseId, enterpriseId),
          eq(driveFiles.state, "ready"),
          notInArray(driveFiles.use, ["profile", "logo"] satisfies DriveUse[]),
          sent,
        ),
      ),
    ...[chatActions, chatPins].map((table) =>
      db
        .delete(table)
        .where(
          and(
            eq(table.enterpriseId, enterpriseId),
            inArray(
              table.chatId,
              db.select({ id: chats.id }).from(chats).where(inArray(chats.identityId, theirs)),
            ),
          ),
        ),
    ),
    ...[messageTurns, messageMedia, messages, chats, floors, reach, consents, addresses].map((table) =>
      db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), inArray(table.identityId, theirs))),
    ),
    // Screens that come back fetch anew what this told them.
    db
      .update(liveEvents)
      .set({ body: FORGOTTEN })
      .where(
        and(
          eq(liveEvents.enterpriseId, enterpriseId),
          sql`EXISTS (SELECT 1 FROM identities WHERE ${isTheirs} AND instr(${liveEvents.body}, '"' || identities.id || '"') > 0)`,
        ),
      ),
    db.delete(identities).where(isTheirs),
  ];
}

/** The number of messages with a customer, for the receipt. */
export const messagesWith = ({ enterpriseId }: Ctx, number: number) =>
  sql`(SELECT count(*) FROM ${messages} WHERE ${messages.enterpriseId} = ${enterpriseId} AND ${messages.identityId} IN
    (SELECT id FROM identities WHERE ${isIdentityOf({ enterpriseId }, sql`${number}`)}))`;

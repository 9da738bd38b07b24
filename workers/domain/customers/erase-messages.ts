import { eq, and, inArray, sql } from "drizzle-orm";
import { botSessions, turns } from "#db/tenant/bot-sessions.ts";
import { channelEvents } from "#db/tenant/channel-events.ts";
import { chats } from "#db/tenant/chats.ts";
import { addresses, consents, identities, reach } from "#db/tenant/identities.ts";
import { inboundEvents } from "#db/tenant/inbound-events.ts";
import { messageTurns } from "#db/tenant/message-turns.ts";
import { messages } from "#db/tenant/messages.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Statements that erase what was written with a customer on any channel, for the batch that erases them: their chats and
 * messages, how they can be reached, and events kept because they could not be used. A bot's log keeps its figures, which
 * reports count, without the words.
 */
export function erasingMessages(
  { db, enterpriseId }: Ctx,
  { number, phone }: { number: number; phone: string },
) {
  // Also what was joined to an identity of theirs.
  const isTheirs = and(
    eq(identities.enterpriseId, enterpriseId),
    sql`(${identities.customer} = ${number} OR ${identities.mergedInto} IN
      (SELECT id FROM identities WHERE enterprise_id = ${enterpriseId} AND customer = ${number}))`,
  );
  const theirs = db.select({ id: identities.id }).from(identities).where(isTheirs);
  const sessions = db
    .select({ id: botSessions.id })
    .from(botSessions)
    .where(and(eq(botSessions.enterpriseId, enterpriseId), inArray(botSessions.senderId, theirs)));
  const digits = phone.slice(1);
  return [
    db
      .update(turns)
      .set({ text: "", answer: "", parameters: null })
      .where(and(eq(turns.enterpriseId, enterpriseId), inArray(turns.conversationId, sessions))),
    ...[messageTurns, messages, chats, reach, consents, addresses].map((table) =>
      db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), inArray(table.identityId, theirs))),
    ),
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
    db.delete(identities).where(isTheirs),
  ];
}

/** The number of messages with a customer, for the receipt. */
export const messagesWith = ({ enterpriseId }: Ctx, number: number) =>
  sql`(SELECT count(*) FROM ${messages} WHERE ${messages.enterpriseId} = ${enterpriseId} AND ${messages.identityId} IN
    (SELECT id FROM identities WHERE enterprise_id = ${enterpriseId} AND (customer = ${number} OR merged_into IN
      (SELECT id FROM identities WHERE enterprise_id = ${enterpriseId} AND customer = ${number}))))`;

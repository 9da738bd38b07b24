import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { endsBeforeCall, Status } from "#workers/contract/message.ts";
import type { MessageBody, MessageKind } from "#workers/contract/message-body.ts";
import type { Fact, Speaker } from "#workers/contract/who-speaks.ts";

/** First time of each fact about a message: by the vendor's clock, and by ours. */
export type FactTimes = Partial<Record<Status, [vendor: number, ours: number]>>;

/**
 * Classes of what goes out, each before the next: codes for one sign-in, a person's words, a bot's, what a process
 * owes somebody, marketing.
 */
export const sendClasses = { code: 0, person: 1, bot: 2, transactional: 3, marketing: 4 } as const;
export type SendClass = (typeof sendClasses)[keyof typeof sendClasses];

/** Everything that came from a customer or leaves for one. A message that leaves is a row before anything is called. */
export const messages = sqliteTable(
  "messages",
  {
    /** Also our own id at the vendor, where it echoes one. */
    ...id,
    ...tenant,
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    /** Of one that the API sent and that stands in no chat: the identity's id. */
    chatId: text("chat_id").notNull(),
    /** Place in the chat: the order in which screens show it. */
    seq: integer("seq").notNull(),
    direction: text("direction", { enum: ["in", "out"] }).notNull(),
    kind: text("kind").$type<MessageKind>().notNull(),
    body: text("body", { mode: "json" }).$type<MessageBody>().notNull(),
    /** The author: the customer, a user (with id), a bot (with id), the system, or the API (with the key's id). */
    byKind: text("by_kind", { enum: ["customer", "person", "bot", "system", "api"] }).notNull(),
    byId: text("by_id").notNull(),
    /** The cause of a message that leaves, so that it is made once. */
    cause: text("cause"),
    /** Of what the API was asked for, so that another request under the same key is known. */
    causeHash: text("cause_hash"),
    vendorId: text("vendor_id"),
    /** The vendor's id of the message that this one quotes. */
    quoted: text("quoted"),
    status: text("status").$type<Status | (typeof endsBeforeCall)[number] | "received">().notNull(),
    facts: text("facts", { mode: "json" }).$type<FactTimes>().notNull(),
    code: text("code"),
    reason: text("reason"),
    category: text("category"),
    billable: integer("billable", { mode: "boolean" }),
    sendClass: integer("send_class").$type<SendClass>(),
    /** The sender that has it, from its claim until its outcome. */
    claimedBy: text("claimed_by"),
    claimedAt: integer("claimed_at"),
    attempts: integer("attempts").notNull().default(0),
    notBefore: integer("not_before").notNull().default(0),
    /** An answer that leaves later: until then it has no place among the others, and takes one when its time comes. */
    held: integer("held", { mode: "boolean" }).notNull().default(false),
    expiresAt: integer("expires_at"),
    /** Which row of the table of speakers took a message that came in, and the fact that it stated. */
    speaker: text("speaker").$type<Speaker>(),
    fact: text("fact").$type<Fact>(),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("messages_chat").on(table.enterpriseId, table.chatId, table.seq),
    uniqueIndex("messages_vendor")
      .on(table.enterpriseId, table.channelId, table.vendorId)
      .where(sql`vendor_id IS NOT NULL`),
    uniqueIndex("messages_cause")
      .on(table.enterpriseId, table.cause)
      .where(sql`cause IS NOT NULL`),
    // Messages that use a file of the drive, so that it is not tidied away.
    index("messages_file")
      .on(table.enterpriseId, sql`body ->> '$.medium.fileId'`)
      .where(sql`body ->> '$.medium.fileId' IS NOT NULL`),
    // Messages that left, newest first: the delivery report. Parts of it are found by `message_quarters`.
    index("messages_out")
      .on(table.enterpriseId, table.at)
      .where(sql`direction = 'out'`),
    index("messages_identity").on(table.enterpriseId, table.identityId, table.at),
    index("messages_queued")
      .on(table.channelId, table.sendClass, table.id)
      .where(sql`status = 'queued' AND claimed_by IS NULL`),
    index("messages_held")
      .on(table.channelId, table.notBefore)
      .where(sql`held = 1 AND status = 'queued'`),
    index("messages_held_chat")
      .on(table.chatId)
      .where(sql`held = 1`),
    // People whom templates reached within a day, against the vendor's limit.
    index("messages_templates")
      .on(table.channelId, table.at)
      .where(sql`kind = 'template' AND direction = 'out'`),
    // How many offers somebody had within some days, against the enterprise's own limit.
    index("messages_offers")
      .on(table.enterpriseId, table.identityId, table.claimedAt)
      .where(sql`send_class = 4`),
    // Few at any time: those of which nobody knows whether they went out.
    index("messages_unknown")
      .on(table.channelId, table.at)
      .where(sql`status = 'unknown'`),
    // Those in no chat, the oldest first.
    index("messages_alone")
      .on(table.enterpriseId, table.at)
      .where(sql`chat_id = identity_id`),
    index("messages_claimed")
      .on(table.claimedBy)
      .where(sql`claimed_by IS NOT NULL`),
  ],
);

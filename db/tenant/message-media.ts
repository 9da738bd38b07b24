import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant } from "#db/columns.ts";
import type { MediumFailure, MediumState } from "#workers/contract/media.ts";
import type { MediaKind, Medium } from "#workers/contract/message-body.ts";

/**
 * A file that came in with a message and lies with the vendor until it is fetched: written by the lane's page, fetched
 * beside it. Once it is kept, its bytes are a file of the drive.
 */
export const messageMedia = sqliteTable(
  "message_media",
  {
    ...id,
    ...tenant,
    channelId: text("channel_id").notNull(),
    identityId: text("identity_id").notNull(),
    /** Empty for one that came to the endpoint of a flow, until the flow is answered. */
    messageId: text("message_id").notNull(),
    /** Which of its message's files, where there may be several: the place among the values of a flow's answer. */
    part: text("part").notNull().default(""),
    kind: text("kind").$type<MediaKind>().notNull(),
    /** As the vendor described it. */
    medium: text("medium", { mode: "json" }).$type<Medium>().notNull(),
    state: text("state").$type<MediumState>().notNull(),
    failure: text("failure").$type<MediumFailure>(),
    /** The file of the drive, and how it was found to be; null until it is kept. */
    fileId: text("file_id"),
    mime: text("mime"),
    name: text("name"),
    bytes: integer("bytes"),
    attempts: integer("attempts").notNull().default(0),
    /** The next try; while one goes on, the end of its time. */
    notBefore: integer("not_before").notNull(),
    /** The vendor keeps it until then. */
    until: integer("until").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("message_media_message").on(table.enterpriseId, table.messageId, table.part),
    index("message_media_unanswered")
      .on(table.until)
      .where(sql`message_id = ''`),
    index("message_media_identity").on(table.enterpriseId, table.identityId),
    index("message_media_waiting")
      .on(table.channelId, table.notBefore)
      .where(sql`state = 'waiting'`),
  ],
);

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, tenant, timestamps } from "#db/columns.ts";
import type { RecordingState, VideoEnd, VideoState } from "#workers/contract/video.ts";

/** Video calls of chats. Sound and picture pass between the two browsers; nothing of them is here. */
export const videoRooms = sqliteTable(
  "video_rooms",
  {
    ...id,
    ...tenant,
    chatId: text("chat_id").notNull(),
    state: text("state").$type<VideoState>().notNull(),
    /** The person who called; the only one who may sit at the agent's end. */
    startedBy: text("started_by").notNull(),
    startedName: text("started_name").notNull(),
    /** The enterprise as its customer knows it: people and enterprises are in the other database. */
    enterpriseName: text("enterprise_name").notNull(),
    /** Number of the invitation that is good; an older link opens nothing. */
    invitation: integer("invitation").notNull(),
    /** SHA-256 of the key that the browser got which came by the link first; null while nobody has come. */
    seat: text("seat"),
    /** When the customer first came. */
    joinedAt: integer("joined_at"),
    /** When it ends by itself: nobody came, or it took too long. */
    endsAt: integer("ends_at").notNull(),
    endedAt: integer("ended_at"),
    endedBy: text("ended_by").$type<VideoEnd>(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("video_rooms_running")
      .on(table.enterpriseId, table.chatId)
      .where(sql`state <> 'ended'`),
    index("video_rooms_chat").on(table.enterpriseId, table.chatId),
    index("video_rooms_newest").on(table.enterpriseId, table.createdAt),
  ],
);

/** Recordings of video calls: the row says what is there, R2 has the parts, numbered from 1 under one key. */
export const videoRecordings = sqliteTable(
  "video_recordings",
  {
    ...id,
    ...tenant,
    roomId: text("room_id").notNull(),
    chatId: text("chat_id").notNull(),
    state: text("state").$type<RecordingState>().notNull(),
    key: text("key").notNull(),
    mediaType: text("media_type").notNull(),
    parts: integer("parts").notNull().default(0),
    bytes: integer("bytes").notNull().default(0),
    /** When the customer agreed. */
    consentedAt: integer("consented_at"),
    endedAt: integer("ended_at"),
    createdBy: text("created_by").notNull(),
    createdName: text("created_name").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("video_recordings_running")
      .on(table.enterpriseId, table.roomId)
      .where(sql`state IN ('asked', 'recording')`),
    index("video_recordings_room").on(table.enterpriseId, table.roomId),
    index("video_recordings_chat").on(table.enterpriseId, table.chatId),
    // Few at any time: the minute's sweep takes them.
    index("video_recordings_leaving")
      .on(table.state)
      .where(sql`state = 'leaving'`),
  ],
);

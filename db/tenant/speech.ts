import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { Segment, SpeechKind, SpeechProviderName, SpeechState } from "#workers/contract/speech.ts";

/** The provider that speaks and transcribes for an enterprise. The key is in `secrets` (kind "speech"). */
export const speechSettings = sqliteTable(
  "speech_settings",
  {
    ...id,
    ...tenant,
    provider: text("provider").$type<SpeechProviderName>().notNull(),
    baseUrl: text("base_url").notNull(),
    speechModel: text("speech_model").notNull(),
    transcriptionModel: text("transcription_model").notNull(),
    /** Names of voices, by commas. */
    voices: text("voices").notNull(),
    /** Whether there is a key, and its last characters to recognise it by. */
    hasKey: integer("has_key", { mode: "boolean" }).notNull(),
    keyHint: text("key_hint").notNull(),
    /** Whether voice messages that customers send get a transcript. */
    transcribesVoice: integer("transcribes_voice", { mode: "boolean" }).notNull(),
    ...edited,
    ...timestamps,
  },
  (table) => [uniqueIndex("speech_settings_enterprise").on(table.enterpriseId)],
);

/**
 * A text that is spoken, or a recording that is transcribed. Its job has its id as subject; a trigger counts its seconds
 * as used when it is done.
 */
export const speechJobs = sqliteTable(
  "speech_jobs",
  {
    ...id,
    ...tenant,
    kind: text("kind").$type<SpeechKind>().notNull(),
    state: text("state").$type<SpeechState>().notNull(),
    reason: text("reason").notNull().default(""),
    name: text("name").notNull(),
    /** The text to speak; empty for a recording. */
    text: text("text").notNull().default(""),
    /** As asked for; empty: to be found out. */
    language: text("language").notNull(),
    foundLanguage: text("found_language").notNull().default(""),
    voice: text("voice").notNull().default(""),
    speed: real("speed").notNull().default(1),
    /** The recording, or the sound that was made. */
    fileId: text("file_id"),
    mediaType: text("media_type").notNull().default(""),
    seconds: real("seconds"),
    segments: text("segments", { mode: "json" }).$type<Segment[]>(),
    /** The voice message of a chat, and whose it is. */
    messageId: text("message_id"),
    identityId: text("identity_id"),
    doneAt: integer("done_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    index("speech_jobs_newest")
      .on(table.enterpriseId, table.kind, table.id)
      .where(sql`message_id IS NULL`),
    uniqueIndex("speech_jobs_message")
      .on(table.enterpriseId, table.messageId)
      .where(sql`message_id IS NOT NULL`),
    index("speech_jobs_identity")
      .on(table.enterpriseId, table.identityId)
      .where(sql`identity_id IS NOT NULL`),
    index("speech_jobs_file").on(table.fileId),
    // Few at any time.
    index("speech_jobs_waiting")
      .on(table.enterpriseId)
      .where(sql`state = 'waiting'`),
  ],
);

import { and, eq } from "drizzle-orm";
import { speechJobs } from "#db/tenant/speech.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { openingJobsFrom, openJobOf } from "../jobs/open.ts";
import { keepingChats } from "../live-events/keep-chats.ts";
import { endOf } from "./entries.ts";
import { tryingAgain } from "./begin.ts";

/** Only what a customer said, where the enterprise wants it and has a provider; once a message. */
const ADD = `INSERT INTO speech_jobs (id, enterprise_id, kind, state, name, language, file_id, media_type, message_id, identity_id, created_at, updated_at)
  SELECT ?1, m.enterprise_id, 'transcribe', 'waiting', ?5, '', ?3, ?4, m.id, m.identity_id, ?6, ?6
  FROM messages m CROSS JOIN speech_settings s ON s.enterprise_id = m.enterprise_id AND s.transcribes_voice = 1 AND s.provider <> 'none'
  WHERE m.id = ?2 AND m.direction = 'in' ON CONFLICT DO NOTHING`;
const OPEN = openingJobsFrom(
  "speech.run",
  `SELECT ?3 AS id, enterprise_id, id AS subject, json_object('speechId', id) AS payload FROM speech_jobs WHERE id = ?1`,
);

/** Statements for the batch that keeps a voice message's file: the sweeper finds the job, so nothing waits for it. */
export function openingTranscript(
  { db: { $client }, newId, now }: Ctx,
  { messageId, fileId, mime, name }: { messageId: string; fileId: string; mime: string; name: string },
): D1PreparedStatement[] {
  const id = newId();
  return [
    $client.prepare(ADD).bind(id, messageId, fileId, mime, name, now()),
    $client.prepare(OPEN).bind(id, now(), newId()),
  ];
}

const FIND = `SELECT state, reason, segments, found_language AS language, (${openJobOf("speech.run", "s.enterprise_id", "s.id")}) AS job
  FROM speech_jobs s WHERE s.enterprise_id = ?1 AND s.message_id = ?2`;

export interface VoiceTranscript {
  state: "waiting" | "done" | "failed";
  reason: string;
  text: string;
  language: string;
}

/** The whole text of a transcript's segments, which come as JSON. */
export const textOf = (segments: string): string =>
  (JSON.parse(segments) as { text: string }[]).map(({ text }) => text).join(" ");

/** The transcript of a voice message, or how far it is; null for a message without one. */
export async function voiceTranscript(
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  messageId: string,
): Promise<VoiceTranscript | null> {
  const row = await db.$client.prepare(FIND).bind(enterpriseId, messageId).first<{
    state: VoiceTranscript["state"];
    reason: string;
    segments: string | null;
    language: string;
    job: string | null;
  }>();
  if (!row) return null;
  return { ...endOf(row), text: textOf(row.segments ?? "[]"), language: row.language };
}

/**
 * Tries again a transcript that has failed. Throws notFound for a message that has none, or that the caller does not see.
 */
export async function retryVoiceTranscript(
  ctx: Ctx,
  messageId: string,
  sees: Promise<boolean>,
): Promise<void> {
  const which = and(eq(speechJobs.enterpriseId, ctx.enterpriseId), eq(speechJobs.messageId, messageId));
  const reading = ctx.db
    .select({ id: speechJobs.id, state: speechJobs.state })
    .from(speechJobs)
    .where(which)
    .limit(1);
  const [[row], isSeen] = await Promise.all([reading, sees]);
  if (!row || !isSeen) throw new DomainError("notFound");
  if (row.state === "done") return;
  await ctx.db.$client.batch([
    ...tryingAgain(ctx, row.id, which).map((statement) => bindable(ctx, statement)),
    keepingChats(ctx, [messageId]),
  ]);
}

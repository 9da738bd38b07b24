import { and, eq, sql } from "drizzle-orm";
import { driveFiles } from "#db/tenant/drive.ts";
import { speechJobs } from "#db/tenant/speech.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import type { saveTranscript as contract, SpeechDetail } from "#workers/contract/endpoints/speech.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { droppingJobs } from "../jobs/open.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { entryIn, readingEntry, type SpeechRow, thisEntry } from "./entries.ts";

async function rowOf(ctx: Ctx, id: string): Promise<SpeechRow> {
  const [row] = await ctx.db.select().from(speechJobs).where(thisEntry(ctx, id)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Replaces the segments of a transcript that is done. Parts without text are left out. */
export async function saveTranscript(
  ctx: Ctx,
  id: string,
  { segments, revision }: InputOf<typeof contract>["body"],
): Promise<SpeechDetail> {
  const before = await rowOf(ctx, id);
  if (before.kind !== "transcribe" || before.state !== "done")
    throw new DomainError("invalid", { message: texts.transcriptNotDone });
  refuseStale(before, revision);
  const kept = segments.filter(({ text }) => text !== "");
  const results = await unlessStale(
    ctx.db.batch([
      guardRevision(ctx, speechJobs, id, before.revision),
      ctx.db
        .update(speechJobs)
        .set({ segments: kept, ...nextRevision(ctx, before) })
        .where(thisEntry(ctx, id)),
      audited(ctx, {
        action: "update",
        kind: "speech",
        object: { id, name: before.name },
        before: { segments: before.segments?.length ?? 0 },
        after: { segments: kept.length },
      }),
      readingEntry(ctx, id),
    ]),
    () => rowOf(ctx, id),
  );
  return entryIn(results.at(-1));
}

/**
 * Deletes an entry with its job. A recording that nothing else was made of goes at once; a sound may be in the library,
 * and goes by night if nothing uses it.
 */
export async function deleteSpeech(ctx: Ctx, id: string): Promise<void> {
  const { db, enterpriseId } = ctx;
  const { name, fileId } = await rowOf(ctx, id);
  await db.batch([
    db.delete(speechJobs).where(thisEntry(ctx, id)),
    droppingJobs(ctx, id),
    ...(fileId === null
      ? []
      : [
          db
            .update(driveFiles)
            .set({ state: "leaving" })
            .where(
              and(
                eq(driveFiles.enterpriseId, enterpriseId),
                eq(driveFiles.id, fileId),
                eq(driveFiles.use, "speech"),
                sql`NOT EXISTS (SELECT 1 FROM speech_jobs s WHERE s.file_id = ${fileId} AND s.enterprise_id = ${enterpriseId})`,
              ),
            ),
        ]),
    audited(ctx, { action: "delete", kind: "speech", object: { id, name } }),
  ]);
}

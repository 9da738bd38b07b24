import { videoTexts as texts } from "#texts/video.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { filmOf, type PartsBucket } from "../films/film.ts";
import { streamOf } from "../zip-stream.ts";
import { seenRecording } from "./recordings.ts";

/**
 * The bytes of a recording, part after part. Somebody else's leaves an entry in the trail before there is a byte. Throws
 * notFound for one that is not there, or of a chat that the caller does not see.
 */
export async function playRecording(
  ctx: Ctx,
  bucket: Pick<PartsBucket, "get">,
  id: string,
): Promise<{ body: ReadableStream<Uint8Array>; name: string; mediaType: string }> {
  const row = await seenRecording(ctx, id);
  if (row.state !== "ready") throw new DomainError("notFound");
  if (row.createdBy !== ctx.actor.userId)
    await audited(ctx, {
      action: "play",
      kind: "chat",
      object: { id: row.chatId, name: row.person },
      after: { recording: row.id, by: row.createdName },
    });
  const ending = row.mediaType === "video/mp4" ? "mp4" : "webm";
  return {
    body: streamOf(filmOf(bucket, row)),
    name: texts.fileName(row.id, ending),
    mediaType: row.mediaType,
  };
}

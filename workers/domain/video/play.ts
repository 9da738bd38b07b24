import { videoTexts as texts } from "#texts/video.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { partKey, type PartsBucket, seenRecording } from "./recordings.ts";

/**
 * The bytes of a recording, part after part. Somebody else's leaves an entry in the trail before there is a byte. Throws
 * notFound for one that is not there, or of a chat that the caller does not see.
 */
export async function playRecording(
  ctx: Ctx,
  bucket: PartsBucket,
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
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void pour(bucket, row, writable);
  const ending = row.mediaType === "video/mp4" ? "mp4" : "webm";
  return { body: readable, name: texts.fileName(row.id, ending), mediaType: row.mediaType };
}

async function pour(
  bucket: PartsBucket,
  { key, parts }: { key: string; parts: number },
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  try {
    for (let part = 1; part <= parts; part++) {
      const object = await bucket.get(partKey(key, part));
      if (!object) throw new Error(`part ${part} of a recording is missing`);
      await object.body.pipeTo(writable, { preventClose: true, preventAbort: true });
    }
    await writable.close();
  } catch (error) {
    // The reader hears that it broke off, or has gone.
    await writable.abort(error).catch(() => undefined);
  }
}

import { and, eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { driveFiles } from "#db/tenant/drive.ts";
import { randomCode } from "../identity/digest.ts";
import type { Ctx } from "../ctx.ts";
import type { DriveRow } from "./file.ts";
import { HEAD_BYTES } from "./media-type.ts";
import { storeStream, type DriveBucket } from "./store.ts";

/** The row of a file that is about to arrive, under a key that nobody can guess. */
export const arriving = (
  { enterpriseId, actor, newId, now }: Ctx,
  { use, name }: Pick<DriveRow, "use" | "name">,
): DriveRow => ({
  id: newId(),
  enterpriseId,
  use,
  name,
  mediaType: "",
  bytes: 0,
  width: null,
  height: null,
  key: `${enterpriseId}/drive/${randomCode()}`,
  state: "uploading",
  createdBy: actor.userId,
  createdAt: now(),
});

/**
 * Stores bytes behind a row that is written before them, so that nothing is left without one. `commit` makes the file
 * ready; when the bytes break off or it throws, row and bytes go. Those of a machine that died are swept within the hour.
 * A guard in `beside` that refuses leaves no row.
 */
export async function holdBytes<T>(
  { db }: Pick<Ctx, "db">,
  bucket: DriveBucket,
  row: DriveRow,
  bytes: AsyncIterable<Uint8Array>,
  commit: () => Promise<T>,
  beside: readonly BatchItem<"sqlite">[] = [],
): Promise<T> {
  await db.batch([db.insert(driveFiles).values(row), ...beside]);
  try {
    await storeStream(bucket, row.key, bytes);
    return await commit();
  } catch (error) {
    // A commit whose answer was lost has made it ready, and somebody may use it.
    const mine = and(eq(driveFiles.id, row.id), eq(driveFiles.state, "uploading"));
    const [left] = await db.update(driveFiles).set({ createdAt: 0 }).where(mine).returning();
    if (left) {
      await bucket.delete(row.key);
      await db.delete(driveFiles).where(mine);
    }
    throw error;
  }
}

/** Returns the start of a stream, and the whole stream again from the start, unless it is cancelled. */
export async function readHead(stream: ReadableStream<Uint8Array>): Promise<{
  bytes: Uint8Array;
  all: () => AsyncGenerator<Uint8Array>;
  cancel: () => Promise<void>;
}> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return {
    bytes,
    cancel: () => reader.cancel(),
    async *all() {
      yield bytes;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    },
  };
}

/** Passes bytes through and counts them; throws what `above` makes once there are more than `most`. */
export async function* atMost(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  counted: { bytes: number },
  above: () => Error,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    counted.bytes += chunk.byteLength;
    if (counted.bytes > most) throw above();
    yield chunk;
  }
}

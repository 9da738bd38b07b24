import { and, eq } from "drizzle-orm";
import { driveTexts as texts } from "#texts/drive.ts";
import { driveFiles } from "#db/tenant/drive.ts";
import {
  groupOf,
  mostBytesOf,
  rulesOf,
  type DriveFile,
  type DriveUse,
  type MediaType,
} from "#workers/contract/endpoints/drive.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { endingFits, safeName, withEnding } from "./file-name.ts";
import { driveFileOf } from "./file.ts";
import { arriving, atMost, holdBytes, readHead } from "./hold.ts";
import { hasTooManyPixels, isWhole, type Size, sizeOf } from "./image-rules.ts";
import { mediaTypeOf } from "./media-type.ts";
import { driveFull, isNotFull, stillFits } from "./quota.ts";
import type { DriveBucket } from "./store.ts";

/** 400, at the form's field for the file. */
const refused = (message: string): DomainError =>
  new DomainError("invalid", { message, errors: { file: message } });

/**
 * Stores a file as it arrives, refused as soon as its type or length is known to be forbidden. The row comes before the
 * bytes, so that none are orphaned; the quota is checked with it, and again by the write of "ready".
 */
export async function receiveFile(
  ctx: Ctx,
  bucket: DriveBucket,
  given: { use: DriveUse; name: string; stream: ReadableStream<Uint8Array> },
  quota: number,
): Promise<DriveFile> {
  const name = safeName(given.name);
  const row = arriving(ctx, { use: given.use, name });
  const file = looked(given, name);
  const commit = async () => {
    const { known, bytes } = file.facts();
    const ready = {
      ...row,
      ...known,
      name: withEnding(name, known.mediaType),
      bytes,
      state: "ready" as const,
    };
    await ctx.db.batch([
      guard(ctx, stillFits(ctx, ready.bytes, quota)),
      ctx.db
        .update(driveFiles)
        .set(ready)
        .where(and(eq(driveFiles.enterpriseId, ctx.enterpriseId), eq(driveFiles.id, row.id))),
      audited(ctx, {
        action: "upload",
        kind: "file",
        object: { id: row.id, name: ready.name },
        after: { use: ready.use, mediaType: ready.mediaType, bytes: ready.bytes },
      }),
    ]);
    return driveFileOf(ready);
  };
  try {
    return await holdBytes(ctx, bucket, row, file.bytes(), commit, [guard(ctx, isNotFull(ctx, quota))]);
  } catch (error) {
    throw guardFailed(error) ? await driveFull(ctx, quota) : error;
  }
}

/** The bytes of a file, whose head is looked at as they begin to be read, and the facts once they have been. */
function looked({ use, stream }: { use: DriveUse; stream: ReadableStream<Uint8Array> }, name: string) {
  const counted = { bytes: 0 };
  let known: Known | undefined;
  return {
    async *bytes() {
      const head = await readHead(stream);
      known = await checkHead(head.bytes, name, use);
      const most = mostBytesFor(use, known.mediaType);
      yield* atMost(head.all(), most, counted, () => tooLarge(use, most));
    },
    facts() {
      if (!known) throw new Error("the file has not been read");
      return { known, bytes: counted.bytes };
    },
  };
}

interface Known {
  mediaType: MediaType;
  width: number | null;
  height: number | null;
}

/** Detects the type by the first bytes, and checks that this use accepts it. */
async function checkHead(head: Uint8Array, name: string, use: DriveUse): Promise<Known> {
  if (head.byteLength === 0) throw refused(texts.empty);
  const { groups, side } = rulesOf(use);
  const mediaType = await mediaTypeOf(head, name);
  const group = mediaType && groupOf(mediaType);
  if (!mediaType || !group || !groups.includes(group) || !endingFits(name, mediaType)) {
    throw refused(texts.wrongType);
  }
  if (group !== "image") return { mediaType, width: null, height: null };
  const size = sizeOf(head);
  if (!size) throw refused(texts.wrongType);
  if (side !== undefined) checkSmallImage(head, size, mediaType, use, side);
  else if (hasTooManyPixels(size)) throw refused(texts.tooManyPixels("40"));
  return { mediaType, ...size };
}

/** An image with limits is small: either the head holds all of it, or it is too large. */
function checkSmallImage(bytes: Uint8Array, size: Size, type: MediaType, use: DriveUse, side: number): void {
  const tooLarge = bytes.byteLength > mostBytesFor(use, type);
  if (tooLarge || size.width > side || size.height > side) throw refused(texts.imageTooLarge);
  if (!isWhole(bytes, type)) throw refused(texts.wrongType);
}

function mostBytesFor(use: DriveUse, type: MediaType): number {
  const group = groupOf(type);
  return (group && rulesOf(use).most[group]) ?? mostBytesOf(use);
}

const tooLarge = (use: DriveUse, most: number): DomainError => {
  const message =
    rulesOf(use).side === undefined
      ? texts.tooManyBytes(`${Math.floor(most / 1_000_000)} MB`)
      : texts.imageTooLarge;
  return new DomainError("tooLarge", { message, errors: { file: message } });
};

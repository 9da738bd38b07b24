import { adaptersTexts as texts } from "#texts/adapters.ts";
import { MediumRefused } from "#workers/channels/call.ts";
import { formatBytes } from "#workers/contract/bytes.ts";
import { MOST_IN_CALL } from "#workers/contract/media.ts";
import type { Medium } from "#workers/contract/message-body.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { fileRow } from "./file.ts";
import type { DriveBucket } from "./store.ts";

/**
 * A file of the drive as a `data:` address, its bytes in base64; the address that a medium has where it is no file of the
 * drive. Throws MediumRefused for one that is gone or larger than MOST_IN_CALL.
 */
export async function dataUrlOf(
  ctx: Pick<Ctx, "db" | "enterpriseId">,
  bucket: Pick<DriveBucket, "get">,
  { fileId, url = "" }: Medium,
): Promise<string> {
  if (fileId === undefined) return url;
  const row = await fileRow(ctx, fileId).catch((error: unknown) => {
    throw error instanceof DomainError ? new MediumRefused(texts.mediumGone) : error;
  });
  if (row.bytes > MOST_IN_CALL) throw new MediumRefused(texts.mediumTooLarge(formatBytes(MOST_IN_CALL)));
  const object = await bucket.get(row.key);
  if (!object) throw new MediumRefused(texts.mediumGone);
  const bytes = await new Response(object.body).bytes();
  return `data:${row.mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}`;
}

import type { WidgetFile } from "#workers/contract/endpoints/widget.ts";
import type { Ctx } from "../ctx.ts";
import { type DriveRow, fileRow } from "../drive/file.ts";
import { visitorsFileOwner } from "../drive/visitors-file.ts";
import { receiveFile } from "../drive/receive.ts";
import type { DriveBucket } from "../drive/store.ts";
import { DomainError } from "../error.ts";
import { namesFile, type Visitor } from "./conversation.ts";

/** Takes a visitor's file in, by the drive's rules for theirs. */
export async function receiveVisitorsFile(
  ctx: Ctx,
  bucket: DriveBucket,
  given: { name: string; stream: ReadableStream<Uint8Array> },
  quota: number,
): Promise<WidgetFile> {
  const { id, mediaType, name, bytes } = await receiveFile(ctx, bucket, { use: "visitor", ...given }, quota);
  return { fileId: id, mime: mediaType, name, bytes };
}

/** A file that a visitor has sent, or was sent; notFound for any other. */
export async function visitorsFile(ctx: Ctx, visitor: Visitor, id: string): Promise<DriveRow> {
  const row = await fileRow(ctx, id);
  if (row.createdBy === visitorsFileOwner(visitor) || (await namesFile(ctx, visitor, id))) return row;
  throw new DomainError("notFound");
}

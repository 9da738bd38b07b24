import { and, eq } from "drizzle-orm";
import { driveFiles } from "#db/tenant/drive.ts";
import type { FoundMedium } from "#workers/channels/adapter.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import { INBOUND } from "#workers/contract/endpoints/drive.ts";
import type { MediumFailure } from "#workers/contract/media.ts";
import type { MediaKind, Medium } from "#workers/contract/message-body.ts";
import { flowFileLimits } from "#workers/contract/wa-flows/versions.ts";
import { mostBytesOf } from "#workers/contract/received-media.ts";
import { arriving, atMost, holdBytes, readHead } from "../drive/hold.ts";
import { hasTooManyPixels, sizeOf } from "../drive/image-rules.ts";
import type { DriveBucket } from "../drive/store.ts";
import { bindable } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { keepingChats } from "../live-events/keep-chats.ts";
import { openingTranscript } from "../speech/voice-messages.ts";
import { receivedName, receivedType } from "./received-type.ts";

/** A file that is not taken, or not yet. */
export class NotKept extends Error {
  override readonly name = "NotKept";
  readonly failed: Extract<FoundMedium, { ok: false }>;

  constructor(failure: MediumFailure, final = true) {
    super(failure);
    this.failed = { ok: false, final, failure };
  }
}

const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM message_media WHERE id = ?1 AND state = 'waiting')
    AND (?2 = '' OR EXISTS (SELECT 1 FROM messages WHERE id = ?2))
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const KEPT = `UPDATE message_media SET state = 'kept', failure = NULL, file_id = ?2, mime = ?3, name = ?4, bytes = ?5 WHERE id = ?1`;
const SHOWN = `UPDATE messages SET body = json_set(body, ?3 || '.fileId', ?4, ?3 || '.mime', ?5, ?3 || '.name', ?6, ?3 || '.bytes', ?7)
  WHERE id = ?1 AND enterprise_id = ?2`;
/** An echo holds what was written elsewhere. */
const PLACE = `SELECT CASE kind WHEN 'echo' THEN '$.body.medium' ELSE '$.medium' END AS place FROM messages WHERE id = ?1`;

/**
 * Checks a file's length and type while it arrives, then keeps its bytes, its row and the message that shows it as one.
 * Keeps nothing where it throws: NotKept, or the guard's error when it is kept already or its message is gone.
 */
export async function keepMedium(
  ctx: Ctx,
  waiting: { id: string; messageId: string; kind: MediaKind; medium: Medium; part: string },
  { response, mime, bytes: announced }: Extract<FoundMedium, { ok: true }>,
  can: Pick<Capabilities, "media">,
  bucket: DriveBucket,
): Promise<void> {
  const { kind, medium, part } = waiting;
  const { body } = response;
  if (!body) throw new NotKept("empty");
  const most = Math.min(mostBytesOf(kind, can), part === "" ? Infinity : flowFileLimits.bytes);
  const told = announced ?? lengthOf(response);
  if (told !== undefined && told > most) {
    await body.cancel();
    throw new NotKept("tooLarge");
  }
  const head = await readHead(body);
  try {
    const type = await checkedType(head.bytes, { kind, medium, mime }, can);
    const row = arriving(ctx, { use: INBOUND, name: receivedName(medium.name ?? "", kind, type.mime) });
    const counted = { bytes: 0 };
    const bytes = atMost(head.all(), most, counted, () => new NotKept("tooLarge"));
    await holdBytes(ctx, bucket, row, bytes, () => {
      // A transfer that broke off is no file.
      if (told !== undefined && counted.bytes < told) throw new NotKept("noAnswer", false);
      return commit(ctx, waiting, { ...row, ...type, bytes: counted.bytes });
    });
  } catch (error) {
    await head.cancel().catch(() => undefined);
    throw error;
  }
}

interface Checked {
  mime: string;
  width: number | null;
  height: number | null;
}

/** The type that the first bytes have, where a message of this kind may have it; throws NotKept where it may not. */
export async function checkedType(
  head: Uint8Array,
  { kind, medium, mime }: { kind: MediaKind; medium: Medium; mime?: string | undefined },
  can: Pick<Capabilities, "media">,
): Promise<Checked> {
  if (head.byteLength === 0) throw new NotKept("empty");
  const [said = ""] = (mime ?? medium.mime ?? "").toLowerCase().split(";");
  const type = await receivedType(head, { kind, name: medium.name ?? "", mime: said.trim() }, can);
  if (type === undefined) throw new NotKept("wrongType");
  if (!type.startsWith("image/")) return { mime: type, width: null, height: null };
  const size = sizeOf(head);
  if (!size) throw new NotKept("wrongType");
  if (hasTooManyPixels(size)) throw new NotKept("tooLarge");
  return { mime: type, ...size };
}

async function commit(
  ctx: Ctx,
  { id, messageId, kind, part }: { id: string; messageId: string; kind: MediaKind; part: string },
  file: Checked & { id: string; name: string; bytes: number },
): Promise<void> {
  const { $client } = ctx.db;
  const { id: fileId, mime, name, bytes, width, height } = file;
  // A flow's answer names its files by their rows, which say themselves what became of them.
  const isShown = part === "";
  const place = isShown ? await $client.prepare(PLACE).bind(messageId).first<string>("place") : null;
  const ready = ctx.db
    .update(driveFiles)
    .set({ state: "ready", mediaType: mime, bytes, width, height })
    .where(and(eq(driveFiles.enterpriseId, ctx.enterpriseId), eq(driveFiles.id, fileId)));
  await $client.batch([
    $client.prepare(GUARD).bind(id, messageId),
    bindable(ctx, ready),
    $client.prepare(KEPT).bind(id, fileId, mime, name, bytes),
    ...(isShown
      ? [
          $client
            .prepare(SHOWN)
            .bind(messageId, ctx.enterpriseId, place ?? "$.medium", fileId, mime, name, bytes),
        ]
      : []),
    ...(kind === "audio" ? openingTranscript(ctx, { messageId, fileId, mime, name }) : []),
    ...(messageId === "" ? [] : [keepingChats(ctx, [messageId])]),
  ]);
}

/** The length of something packed is not that of its contents. */
function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get("content-length");
  if (length === null || headers.has("content-encoding")) return undefined;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

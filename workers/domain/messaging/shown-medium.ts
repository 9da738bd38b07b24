import { messageMedia } from "#db/tenant/message-media.ts";
import { messages } from "#db/tenant/messages.ts";
import { and, eq } from "drizzle-orm";
import { messagingTexts } from "#texts/messaging.ts";
import { type messageMedium as contract, SHOWN_LINK_MINUTES } from "#workers/contract/endpoints/media.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { mediumOf } from "#workers/contract/message-body.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";
import { voiceTranscript } from "../speech/voice-messages.ts";

/** The file of a message, or how far it is; notFound for a message without one. `linkTo` makes an address of a file. */
export async function shownMedium(
  ctx: Ctx,
  messageId: string,
  linkTo: (fileId: string, expiresAt: number) => Promise<string>,
): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId, now } = ctx;
  const reading = db
    .select({ body: messages.body, state: messageMedia.state, failure: messageMedia.failure })
    .from(messages)
    .leftJoin(
      messageMedia,
      and(eq(messageMedia.enterpriseId, messages.enterpriseId), eq(messageMedia.messageId, messages.id)),
    )
    .where(and(eq(messages.enterpriseId, enterpriseId), eq(messages.id, messageId)));
  const [[row], transcript] = await Promise.all([reading, voiceTranscript(ctx, messageId)]);
  const medium = row && mediumOf(row.body)?.medium;
  if (!row || !medium) throw new DomainError("notFound");
  const { mime: mediaType = "", name = "", bytes = null, fileId } = medium;
  if (fileId !== undefined) {
    const expiresAt = now() + SHOWN_LINK_MINUTES * 60_000;
    const url = await linkTo(fileId, expiresAt);
    return { state: "kept", reason: "", url, expiresAt: iso(expiresAt), mediaType, name, bytes, transcript };
  }
  if (row.state === null) throw new DomainError("notFound");
  const reason =
    row.state === "waiting" ? messagingTexts.mediumWaiting : messagingTexts.medium[row.failure ?? "noAnswer"];
  return { state: row.state, reason, url: null, expiresAt: null, mediaType, name, bytes, transcript: null };
}

import { and, eq, ne } from "drizzle-orm";
import { messageMedia } from "#db/tenant/message-media.ts";
import { messagingTexts } from "#texts/messaging.ts";
import { SHOWN_LINK_MINUTES } from "#workers/contract/endpoints/media.ts";
import type { waFlowFile as contract } from "#workers/contract/endpoints/wa-flows.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";

/** A file that somebody sent through a flow, or how far it is. `linkTo` makes an address of a file. */
export async function shownFile(
  { db, enterpriseId, now }: Ctx,
  id: string,
  linkTo: (fileId: string, expiresAt: number) => Promise<string>,
): Promise<ReplyOf<typeof contract>> {
  const [row] = await db
    .select()
    .from(messageMedia)
    .where(
      // Files of other messages are for whoever sees the chat.
      and(eq(messageMedia.enterpriseId, enterpriseId), eq(messageMedia.id, id), ne(messageMedia.part, "")),
    )
    .limit(1);
  if (!row) throw new DomainError("notFound");
  const { state, failure, fileId, medium } = row;
  const about = {
    mediaType: row.mime ?? medium.mime ?? "",
    name: row.name ?? medium.name ?? "",
    bytes: row.bytes,
  };
  if (state === "kept" && fileId !== null) {
    const expiresAt = now() + SHOWN_LINK_MINUTES * 60_000;
    const url = await linkTo(fileId, expiresAt);
    return { state, reason: "", url, expiresAt: iso(expiresAt), ...about };
  }
  const reason =
    state === "waiting" ? messagingTexts.mediumWaiting : messagingTexts.medium[failure ?? "noAnswer"];
  return { state, reason, url: null, expiresAt: null, ...about };
}

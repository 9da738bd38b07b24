import { broadcastsTexts } from "#texts/broadcasts.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import { isOpen } from "#workers/contract/chat-states.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type {
  messageStatusReport as contract,
  MessageSource,
  SentMessage,
} from "#workers/contract/endpoints/reports-of-messages.ts";
import { recipientOf } from "../broadcasts/recipients.ts";
import { iso, type Ctx } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { page } from "../page.ts";
import { readingSent, type SentRow } from "./rows.ts";
import { soughtIn } from "./sought.ts";

const CHANNELS = "SELECT id, name FROM channels WHERE enterprise_id = ?1 ORDER BY name, id";

/** Sent messages, newest first, and what became of them. Numbers are masked for people who may not see customers. */
export async function messageStatusReport(
  ctx: Ctx,
  { from, perPage, ...filters }: InputOf<typeof contract>["query"],
  mayUnmask: () => boolean,
): Promise<ReplyOf<typeof contract>> {
  const { $client } = ctx.db;
  const { limit, offset, cut } = page({ from, perPage });
  const [found, channels] = await $client.batch([
    readingSent(ctx, soughtIn(filters, ctx.now()), { offset, limit }),
    $client.prepare(CHANNELS).bind(ctx.enterpriseId),
  ]);
  const { rows, more } = cut((found?.results ?? []) as unknown as SentRow[]);
  // Asked once the rows are there: the session is read beside them.
  const show = mayUnmask() ? (text: string) => text : masked;
  return {
    messages: rows.map((row) => sentMessageOf(row, show)),
    more,
    channels: (channels?.results ?? []) as unknown as { id: string; name: string }[],
  };
}

/** A row on the wire; `show` masks what the reader may not see. */
export function sentMessageOf(row: SentRow, show: (text: string) => string): SentMessage {
  const { code, status, broadcastId, chatId, chatState } = row;
  const [sentence, hint] = reasonOf(row);
  return {
    ...recipientOf({ ...row, address: row.address ?? "", reason: sentence || null }, show),
    at: iso(row.claimedAt ?? row.at),
    channelId: row.channelId,
    channelName: row.channelName ?? "",
    channelType: row.channelType,
    source: sourceOf(row),
    broadcast: broadcastId === null ? null : { id: broadcastId, name: row.broadcast || row.template },
    chat: chatId === null || chatState === null ? null : { id: chatId, isOpen: isOpen(chatState) },
    kind: row.kind,
    templateName: row.template,
    hint: code === null && status !== "unknown" ? "" : hint,
  };
}

export const sourceOf = ({ byKind, resourceType }: Pick<SentRow, "byKind" | "resourceType">): MessageSource =>
  byKind ?? (resourceType === "CAMPAIGN" ? "campaign" : "broadcast");

/** Why it did not arrive, in a sentence, and what to do about it; empty for what did, or may yet. */
export function reasonOf({ status, code, reason }: Pick<SentRow, "status" | "code" | "reason">) {
  if (status === "unknown") return [reason ?? "", texts.unknownHint] as const;
  if (code === null && reason === null) return ["", ""] as const;
  const ours = broadcastsTexts.reasons[code ?? ""];
  if (ours) return [reason || ours[0], ours[1]] as const;
  return [
    reason || broadcastsTexts.vendorSaid(code ?? ""),
    texts.codeHint[code ?? ""] ?? texts.usualHint,
  ] as const;
}

import { and, eq } from "drizzle-orm";
import { messages } from "#db/tenant/messages.ts";
import type { messageStatus as contract } from "#workers/contract/endpoints/messages.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

/** Throws notFound. */
export async function messageStatus(
  { db, enterpriseId }: Ctx,
  messageId: string,
): Promise<ReplyOf<typeof contract>> {
  const { id, chatId, channelId, direction, kind, status, code, reason, at } = messages;
  const [row] = await db
    .select({ id, chatId, channelId, direction, kind, status, code, reason, at })
    .from(messages)
    .where(and(eq(messages.enterpriseId, enterpriseId), eq(id, messageId)))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return { ...row, at: iso(row.at) };
}

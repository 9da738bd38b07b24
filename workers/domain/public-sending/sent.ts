import { and, eq, type SQL } from "drizzle-orm";
import { type FactTimes, messages } from "#db/tenant/messages.ts";
import type { SentMessage } from "#workers/contract/endpoints/public-messages.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { causeOf } from "./read.ts";

const PREFIX = causeOf("").length;

/** How far a message that the API sent has come, by its id or by its key; throws notFound. */
export async function sentMessage(
  { db, enterpriseId }: Ctx,
  by: { id: string } | { key: string },
): Promise<SentMessage> {
  const which: SQL = "id" in by ? eq(messages.id, by.id) : eq(messages.cause, causeOf(by.key));
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.enterpriseId, enterpriseId), which, eq(messages.byKind, "api")))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  const { id, cause, channelId, status, facts, code, reason, vendorId, at, expiresAt } = row;
  return {
    id,
    idempotencyKey: cause?.slice(PREFIX) ?? "",
    channelId,
    status,
    times: timesOf(facts),
    code,
    reason,
    vendorId,
    createdAt: iso(at),
    expiresAt: isoOrNull(expiresAt),
  };
}

const timesOf = (facts: FactTimes): Record<string, string> =>
  Object.fromEntries(Object.entries(facts).map(([status, [vendor]]) => [status, iso(vendor)]));

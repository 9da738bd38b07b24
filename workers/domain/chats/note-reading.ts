import { sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import type { ChatRow } from "./chat-row.ts";

/** A chat stays open beside other work, and events have it read anew: one entry says so for this long. */
const NOTED_MS = 3_600_000;

/**
 * Leaves an entry of who has opened a chat that is not theirs: a colleague's, a bot's or one that has ended so. One that
 * waits, or was missed, is everybody's to take.
 */
export async function noteReading(ctx: Ctx, { id, handler, people, state, ...row }: ChatRow): Promise<void> {
  const me = ctx.actor.userId;
  const waits = handler === null && (state === CHAT.started || state === CHAT.missed);
  const isTheirs = handler === me || (JSON.parse(people) as ChatPart[]).some(({ uId }) => uId === me);
  if (waits || isTheirs) return;
  const name = row.customer_name ?? row.name;
  const since = ctx.now() - NOTED_MS;
  await auditedIf(
    ctx,
    { action: "read", kind: "chat", object: { id, name }, after: { handler: row.handler_name } },
    sql`NOT EXISTS (SELECT 1 FROM ${auditTrail} WHERE ${auditTrail.enterpriseId} = ${ctx.enterpriseId} AND ${auditTrail.objectId} = ${id}
      AND ${auditTrail.at} > ${since} AND ${auditTrail.userId} = ${me} AND ${auditTrail.action} = 'read')`,
  );
}

import { sql } from "drizzle-orm";
import { auditTrail } from "#db/tenant/audit.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { auditedIf } from "../audit.ts";
import { isFenced } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { ChatRow } from "./chat-row.ts";
import { SEEN } from "../messaging/seen.ts";

type Noted = Pick<ChatRow, "id" | "handler" | "handler_name" | "people" | "state" | "name" | "customer_name">;

/** SQL, for the batch that reads of the chat `?3`: what `noteReading` asks of it, where the reader `?2` sees it. */
export const TO_BE_NOTED = `SELECT c.id, c.handler, c.handler_name, c.people, c.state, i.name, u.name AS customer_name
  FROM chats c JOIN identities i ON i.id = c.identity_id LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN}`;

/** The same by the result of that statement; notFound for a chat that the reader does not see. */
export async function noteRead(ctx: Ctx, result: D1Result | undefined): Promise<void> {
  const row = result?.results[0] as unknown as Noted | undefined;
  if (!row) throw new DomainError("notFound");
  await noteReading(ctx, row);
}

/** A chat stays open beside other work, and events have it read anew: one entry says so for this long. */
const NOTED_MS = 3_600_000;

/**
 * Leaves an entry of who has opened a chat that is not theirs: a colleague's, a bot's or one that has ended so. One that
 * waits, or was missed, is everybody's to take.
 */
export async function noteReading(ctx: Ctx, { id, handler, people, state, ...row }: Noted): Promise<void> {
  const me = ctx.actor.userId;
  const waits = handler === null && (state === CHAT.started || state === CHAT.missed);
  const isTheirs = handler === me || (JSON.parse(people) as ChatPart[]).some(({ uId }) => uId === me);
  if (waits || isTheirs) return;
  const name = row.customer_name ?? row.name;
  const since = ctx.now() - NOTED_MS;
  try {
    await auditedIf(
      ctx,
      { action: "read", kind: "chat", object: { id, name }, after: { handler: row.handler_name } },
      sql`NOT EXISTS (SELECT 1 FROM ${auditTrail} WHERE ${auditTrail.enterpriseId} = ${ctx.enterpriseId} AND ${auditTrail.objectId} = ${id}
        AND ${auditTrail.at} > ${since} AND ${auditTrail.userId} = ${me} AND ${auditTrail.action} = 'read')`,
    );
  } catch (error) {
    // While an enterprise moves nothing can be written, and reading goes on: the log has the entry.
    if (!isFenced(error)) throw error;
    const { requestId } = ctx.actor;
    console.log(
      JSON.stringify({ level: "info", source: "chat read in a move", requestId, userId: me, chatId: id }),
    );
  }
}

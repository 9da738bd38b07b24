import { guardFailed } from "../guard.ts";
import { eq, sql, type SQL } from "drizzle-orm";
import { botSessions, turns } from "#db/tenant/bot-sessions.ts";
import { countingTurn } from "../reports/count-turn.ts";
import type { Ctx } from "../ctx.ts";

type Row = typeof turns.$inferInsert;
export type LoggedTurn = Pick<
  Row,
  | "modelVersionId"
  | "intentId"
  | "intentName"
  | "confidence"
  | "nearestPhrase"
  | "answer"
  | "others"
  | "kind"
  | "emotion"
  | "sources"
  | "parameters"
> & { weak: boolean } & { pending: typeof botSessions.$inferInsert.pending };

/** Another message of the same session was faster: the state that this turn was decided on is out of date. */
export class Overtaken extends Error {}

/**
 * Writes the turn, its report counters and the session's half-filled intent in one transaction. It fails (Overtaken)
 * when the session has moved on since it was read: concurrent messages are answered one after the other.
 */
export async function logTurn(
  ctx: Ctx,
  input: { agentId: string; text: string; channel: string; senderId: string },
  conversation: typeof botSessions.$inferSelect | undefined,
  { pending, ...turn }: LoggedTurn,
): Promise<{ sessionId: string; turnId: string }> {
  const { db, enterpriseId, now, newId } = ctx;
  const { agentId, text, channel, senderId } = input;
  // The clocks of two machines differ a little; a later message must not get an earlier time.
  const at = Math.max(now(), conversation?.lastAt ?? 0);
  const sessionId = conversation?.id ?? newId();
  const turnId = newId();
  const { intentId = null, intentName = null, kind = "answer", emotion = null, weak } = turn;
  const counted = { agentId, senderId, at, intentId, intentName, kind, emotion, weak };
  const understood = intentId === null ? 0 : 1;
  try {
    await db.batch([
      db
        .select({
          // SQL can raise an error only through a function that rejects its argument.
          guarding:
            sql`CASE WHEN ${botSessions.turns} = ${conversation?.turns ?? 0} THEN 1 ELSE json('overtaken') END` as SQL<number>,
        })
        .from(botSessions)
        .where(eq(botSessions.id, sessionId)),
      ...countingTurn(ctx, counted, conversation),
      db
        .insert(botSessions)
        .values({
          id: sessionId,
          enterpriseId,
          agentId,
          channel,
          senderId,
          startedAt: at,
          lastAt: at,
          turns: 1,
          pending,
          scoped: understood,
          lastIntentId: intentId,
        })
        .onConflictDoUpdate({
          target: botSessions.id,
          set: {
            lastAt: at,
            turns: sql`${botSessions.turns} + 1`,
            pending,
            scoped: sql`${botSessions.scoped} + ${understood}`,
            lastIntentId: intentId,
          },
        }),
      db.insert(turns).values({
        id: turnId,
        enterpriseId,
        agentId,
        conversationId: sessionId,
        at,
        text,
        channel,
        ...turn,
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new Overtaken();
    throw error;
  }
  return { sessionId, turnId };
}

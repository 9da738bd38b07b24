import { guardFailed } from "../guard.ts";
import type { botSessions, turns } from "#db/tenant/bot-sessions.ts";
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
> & { weak: boolean } & { pending: typeof botSessions.$inferInsert.pending } & {
  /** The choice that this message made from an earlier turn's offer; null: none of it. */
  chose?: { turnId: string; intentId: string | null } | undefined;
};

/** Another message of the same session was faster: the state that this turn was decided on is out of date. */
export class Overtaken extends Error {}

/** SQL can raise an error only through a function that rejects its argument. The text of these is fixed: every turn needs them. */
const GUARD = `SELECT CASE WHEN turns = ?2 THEN 1 ELSE json_extract('{}', 'overtaken') END AS guarding FROM conversations WHERE id = ?1`;
const SESSION = `INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns, pending, scoped, last_intent_id)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 1, ?7, ?8, ?9)
  ON CONFLICT (id) DO UPDATE SET last_at = excluded.last_at, turns = turns + 1, pending = excluded.pending,
    scoped = scoped + excluded.scoped, last_intent_id = excluded.last_intent_id`;
const TURN = `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence, nearest_phrase, answer, others, model_version_id, channel, kind, emotion, sources, parameters, weak, review, reviewed_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, iif(?20 IS NULL, NULL, ?5))`;
const CHOSEN = `UPDATE turns SET meant_id = ?3 WHERE enterprise_id = ?1 AND id = ?2`;

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/**
 * Writes the turn, and what else (`also`) has to come about with it, its report counters and the session's half-filled intent in one transaction. It fails (Overtaken)
 * when the session has moved on since it was read: concurrent messages are answered one after the other.
 */
export async function logTurn(
  ctx: Ctx,
  input: { agentId: string; turnId?: string | undefined; text: string; channel: string; senderId: string },
  conversation: typeof botSessions.$inferSelect | undefined,
  { pending, chose, ...turn }: LoggedTurn,
  also: (logged: { sessionId: string; turnId: string }) => D1PreparedStatement[] = () => [],
): Promise<{ sessionId: string; turnId: string }> {
  const { enterpriseId, now, newId } = ctx;
  const { $client } = ctx.db;
  const { agentId, text, channel, senderId } = input;
  // The clocks of two machines differ a little; a later message must not get an earlier time.
  const at = Math.max(now(), conversation?.lastAt ?? 0);
  const sessionId = conversation?.id ?? newId();
  const turnId = input.turnId ?? newId();
  const { intentId = null, intentName = null, kind = "answer", emotion = null, weak } = turn;
  const counted = { agentId, senderId, at, intentId, intentName, kind, emotion, weak };
  const understood = intentId === null ? 0 : 1;
  try {
    await $client.batch([
      $client.prepare(GUARD).bind(sessionId, conversation?.turns ?? 0),
      ...countingTurn(ctx, counted, conversation),
      $client
        .prepare(SESSION)
        .bind(sessionId, enterpriseId, agentId, channel, senderId, at, json(pending), understood, intentId),
      $client.prepare(TURN).bind(
        turnId,
        enterpriseId,
        agentId,
        sessionId,
        at,
        text,
        intentId,
        intentName,
        turn.confidence,
        turn.nearestPhrase ?? null,
        turn.answer,
        JSON.stringify(turn.others),
        turn.modelVersionId,
        channel,
        kind,
        emotion,
        json(turn.sources),
        json(turn.parameters),
        weak ? 1 : 0,
        // "None of these" is a press and not a phrase to learn.
        chose?.intentId === null ? "ignored" : null,
      ),
      ...(chose ? [$client.prepare(CHOSEN).bind(enterpriseId, chose.turnId, chose.intentId ?? "")] : []),
      ...also({ sessionId, turnId }),
    ]);
  } catch (error) {
    if (guardFailed(error, "overtaken")) throw new Overtaken();
    throw error;
  }
  return { sessionId, turnId };
}

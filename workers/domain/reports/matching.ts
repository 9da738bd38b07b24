import { type Narrowing, type ScopeType, scopes } from "#workers/contract/endpoints/reports.ts";
import type { Ctx } from "../ctx.ts";
import { behindFigure } from "./behind.ts";
import type { Range } from "./range.ts";

/** Filter on the messages of a range. */
export interface Narrowed extends Narrowing {
  scopeType: ScopeType;
}

/** A message's place in the order in which all were written. */
export interface Position {
  at: number;
  row: number;
}

export interface MessageRow extends Position {
  id: string;
  conversationId: string;
  text: string;
  intentId: string | null;
  intentName: string | null;
  confidence: number;
  nearestPhrase: string | null;
  answer: string;
  emotion: string | null;
  weak: number;
  reviewed: number;
  others: string;
}

/** Reads messages of a range, newest first, on from a place (exclusive). */
export async function readMessages(
  { db, enterpriseId }: Ctx,
  { agentId, from, to }: Range,
  narrowed: Narrowed,
  { after, limit, offset = 0 }: { after?: Position | undefined; limit: number; offset?: number },
): Promise<MessageRow[]> {
  const { scopeType, intentId, conversationId, weak } = narrowed;
  const bound: (string | number)[] = [enterpriseId, agentId, from, Math.min(to, after ? after.at + 1 : to)];
  const value = (one: string | number): string => `?${bound.push(one)}`;
  const conditions = ["enterprise_id = ?1 AND agent_id = ?2 AND at >= ?3 AND at < ?4"];
  if (after) conditions.push(`(at < ${value(after.at)} OR rowid < ${value(after.row)})`);
  if (scopeType === scopes.scoped) conditions.push("intent_id IS NOT NULL");
  if (scopeType === scopes.nonScoped) conditions.push("intent_id IS NULL AND kind <> 'didYouMean'");
  if (intentId) conditions.push(`intent_id = ${value(intentId)}`);
  if (conversationId) conditions.push(`conversation_id = ${value(conversationId)}`);
  if (weak) conditions.push("weak = 1");
  conditions.push(...behindFigure(narrowed, value));
  const index = conversationId
    ? "turns_conversation"
    : intentId || scopeType === scopes.nonScoped
      ? "turns_intent"
      : weak
        ? "turns_weak"
        : "turns_agent";
  const { results } = await db.$client
    .prepare(
      `SELECT rowid AS row, id, at, conversation_id AS conversationId, text, intent_id AS intentId,
         intent_name AS intentName, confidence, nearest_phrase AS nearestPhrase, answer, emotion, weak,
         review IS NOT NULL AS reviewed, others
       FROM turns INDEXED BY ${index} WHERE ${conditions.join(" AND ")}
       ORDER BY at DESC, rowid DESC LIMIT ${value(limit)} OFFSET ${value(offset)}`,
    )
    .bind(...bound)
    .all<MessageRow>();
  return results;
}

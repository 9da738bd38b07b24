import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { botsTexts } from "#texts/bots.ts";
import { turns } from "#db/tenant/bot-sessions.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { MAX_PHRASE_LENGTH, MAX_PHRASES, phraseKey } from "#workers/contract/endpoints/intents.ts";
import { agentRow, contentChanged } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { nextRevision, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { turnsSaying } from "./said.ts";

/** Marks turns as looked at: they leave the list of what was not understood. */
const reviewed = (ctx: Ctx, turnIds: readonly string[], review: "added" | "ignored") =>
  ctx.db
    .update(turns)
    .set({ review, reviewedAt: ctx.now() })
    .where(and(these(ctx, turnIds), isNull(turns.review)));

const these = ({ enterpriseId }: Ctx, turnIds: readonly string[]) =>
  and(
    eq(turns.enterpriseId, enterpriseId),
    inArray(turns.id, sql`(SELECT value FROM json_each(${JSON.stringify(turnIds)}))`),
  );

/**
 * Adds messages to an intent as training phrases, all in one transaction; phrases it already has are left out, and so
 * are messages longer than a phrase may be. notFound for an intent that is not the bot's.
 */
export async function addPhrases(
  ctx: Ctx,
  agentId: string,
  { intentId, texts }: { intentId: string; texts: readonly string[] },
): Promise<{ added: number; known: number; tooLong: number }> {
  const { db, enterpriseId, newId } = ctx;
  const intent = await intentOf(ctx, agentId, intentId);
  const fitting = texts.filter(({ length }) => length <= MAX_PHRASE_LENGTH);
  const tooLong = texts.length - fitting.length;
  const [held, said] = await Promise.all([
    db
      .select({ key: utterances.textKey, position: utterances.position })
      .from(utterances)
      .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.intentId, intentId))),
    turnsSaying(ctx, agentId, fitting, null),
  ]);
  const keys = new Set(held.map(({ key }) => key));
  let position = held.reduce((most, row) => Math.max(most, row.position + 1), 0);
  const rows = fitting.flatMap((text) => {
    const key = phraseKey(text);
    if (keys.has(key)) return [];
    keys.add(key);
    return [[newId(), position++, text, key]];
  });
  if (keys.size > MAX_PHRASES) {
    throw new DomainError("invalid", { message: botsTexts.tooManyPhrases(MAX_PHRASES) });
  }
  // A phrase the intent already has changes nothing but the list.
  if (rows.length === 0) {
    await reviewed(ctx, said, "added");
    return { added: 0, known: fitting.length, tooLong };
  }
  const work = db.batch([
    guardRevision(ctx, intents, intentId, intent.revision),
    db.insert(utterances).select(
      sql`SELECT value->>0, ${enterpriseId}, ${agentId}, ${intentId}, value->>1, value->>2, value->>3, '[]'
          FROM json_each(${JSON.stringify(rows)}) WHERE true`,
    ),
    db
      .update(intents)
      .set({ utteranceCount: keys.size, ...nextRevision(ctx, intent) })
      .where(and(eq(intents.enterpriseId, enterpriseId), eq(intents.id, intentId))),
    reviewed(ctx, said, "added"),
    contentChanged(ctx, agentId),
    audited(ctx, {
      action: "update",
      kind: "intent",
      object: intent,
      after: { added: rows.map(([, , text]) => text).slice(0, 50) },
    }),
  ]);
  await unlessStale(work, () => intentOf(ctx, agentId, intentId));
  return { added: rows.length, known: fitting.length - rows.length, tooLong };
}

async function intentOf({ db, enterpriseId }: Ctx, agentId: string, intentId: string) {
  const [row] = await db
    .select()
    .from(intents)
    .where(
      and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId), eq(intents.id, intentId)),
    )
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Marks messages as looked at without adding them, or takes that back. */
export async function ignoreUnmatched(
  ctx: Ctx,
  agentId: string,
  { texts, undo }: { texts: readonly string[]; undo: boolean },
): Promise<{ changed: number }> {
  await agentRow(ctx, agentId);
  const said = await turnsSaying(ctx, agentId, texts, undo ? "ignored" : null);
  const work = undo
    ? ctx.db
        .update(turns)
        .set({ review: null, reviewedAt: null })
        .where(and(these(ctx, said), eq(turns.review, "ignored")))
    : reviewed(ctx, said, "ignored");
  const changed = await work.returning({ id: turns.id });
  return { changed: changed.length };
}

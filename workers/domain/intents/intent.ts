import { and, asc, eq } from "drizzle-orm";
import { intents, utterances } from "#db/tenant/intents.ts";
import type { Intent } from "#workers/contract/endpoints/intents.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

export type IntentRow = typeof intents.$inferSelect;

/** Path of one intent: all three ids must match. */
export interface IntentPath {
  agentId: string;
  storyId: string;
  intentId: string;
}

/** Where-clause for one intent of this enterprise, bot and story. */
export const thisIntent = ({ enterpriseId }: Ctx, { agentId, storyId, intentId }: IntentPath) =>
  and(
    eq(intents.enterpriseId, enterpriseId),
    eq(intents.agentId, agentId),
    eq(intents.storyId, storyId),
    eq(intents.id, intentId),
  );

/** Returns the intent's row; notFound when it does not exist or belongs to another enterprise. */
export async function intentRow(ctx: Ctx, path: IntentPath): Promise<IntentRow> {
  const [row] = await ctx.db.select().from(intents).where(thisIntent(ctx, path)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** The two statements that read an intent with its phrases, for a batch. */
export const readingIntent = (ctx: Ctx, path: IntentPath) =>
  [
    ctx.db.select().from(intents).where(thisIntent(ctx, path)).limit(1),
    ctx.db
      .select({ text: utterances.text, refs: utterances.refs })
      .from(utterances)
      .where(and(eq(utterances.enterpriseId, ctx.enterpriseId), eq(utterances.intentId, path.intentId)))
      .orderBy(asc(utterances.position)),
  ] as const;

/** Returns a complete intent; notFound when it does not exist or belongs to another enterprise. */
export const getIntent = async (ctx: Ctx, path: IntentPath): Promise<Intent> =>
  intentOf(await ctx.db.batch(readingIntent(ctx, path)));

type PhraseRow = Pick<typeof utterances.$inferSelect, "text" | "refs">;

/** A complete intent from what these statements read; notFound when it was not there. */
export function intentOf([[row], phrases]: readonly [IntentRow[], PhraseRow[]]): Intent {
  if (!row) throw new DomainError("notFound");
  return {
    id: row.id,
    name: row.name,
    agentId: row.agentId,
    storyId: row.storyId,
    revision: row.revision,
    utteranceCount: row.utteranceCount,
    handsOver: row.handsOver,
    utterances: phrases.map(({ text, refs }) => ({
      utterance: text,
      entityDefined: refs.length > 0,
      entityRefs: refs,
    })),
    responses: row.response === null ? [] : [{ response: row.response }],
    entities: row.parameters,
  };
}

import { and, desc, eq, isNull } from "drizzle-orm";
import { turns } from "#db/tenant/bot-sessions.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";

/** Limit of the newest turns that are looked at. */
export const MOST_TURNS = 10_000;

/** Messages are the same when they differ only by case and white space: the list shows them once. */
export const saidKey = nameKey;

/**
 * The ids of the turns that no intent understood and that say one of these texts, in any case and spacing; `review`
 * null: of those that nobody has looked at.
 */
export async function turnsSaying(
  { db, enterpriseId }: Ctx,
  agentId: string,
  texts: readonly string[],
  review: "ignored" | null,
): Promise<string[]> {
  const wanted = new Set(texts.map(saidKey));
  const rows = await db
    .select({ id: turns.id, text: turns.text })
    .from(turns)
    .where(
      and(
        eq(turns.enterpriseId, enterpriseId),
        eq(turns.agentId, agentId),
        isNull(turns.intentId),
        review === null ? isNull(turns.review) : eq(turns.review, review),
      ),
    )
    .orderBy(desc(turns.at))
    .limit(MOST_TURNS);
  return rows.flatMap(({ id, text }) => (wanted.has(saidKey(text)) ? [id] : []));
}

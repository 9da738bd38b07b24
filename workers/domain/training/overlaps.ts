import { and, eq, inArray, sql } from "drizzle-orm";
import { intents, utterances } from "#db/tenant/intents.ts";
import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import type { phraseOverlaps as contract } from "#workers/contract/endpoints/training.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { overlaps } from "#workers/nlu/overlap.ts";
import type { Model } from "#workers/nlu/predict.ts";
import type { Ctx } from "../ctx.ts";

/** Limit of the intents named for a phrase, the nearest first. */
const MOST = 3;

/**
 * Other intents' phrases that these are near to: identical ones, and near ones by the serving model; only those that
 * are stored now, in the place where they are stored now. Without a model only identical ones.
 */
export async function phraseOverlaps(
  ctx: Ctx,
  agentId: string,
  { phrases, intentId }: InputOf<typeof contract>["body"],
  model: Model | undefined,
): Promise<ReplyOf<typeof contract>> {
  const candidates = phrases.map((phrase) => [
    { key: phraseKey(phrase), similarity: 1 },
    ...(model && phrase.trim() !== "" ? overlaps(model, phrase, intentId ?? undefined) : []).map((near) => ({
      key: phraseKey(near.phrase),
      similarity: near.similarity,
    })),
  ]);
  const stored = await storedPhrases(ctx, agentId, [...new Set(candidates.flat().map(({ key }) => key))]);
  return {
    overlaps: candidates.map((near) => {
      const found = near.flatMap(({ key, similarity }) =>
        (stored.get(key) ?? [])
          .filter((row) => row.intentId !== intentId)
          .map(({ key: _, ...row }) => ({ ...row, similarity })),
      );
      // The nearest first: the first of an intent is the one to name.
      const named = new Set<string>();
      return found.filter((each) => !named.has(each.intentId) && named.add(each.intentId)).slice(0, MOST);
    }),
  };
}

/** The current location of each of these phrases, by key. */
async function storedPhrases({ db, enterpriseId }: Ctx, agentId: string, keys: string[]) {
  const rows = await db
    .select({
      intentId: utterances.intentId,
      storyId: intents.storyId,
      intentName: intents.name,
      phrase: utterances.text,
      key: utterances.textKey,
    })
    .from(utterances)
    .innerJoin(intents, eq(intents.id, utterances.intentId))
    .where(
      and(
        eq(utterances.enterpriseId, enterpriseId),
        eq(utterances.agentId, agentId),
        inArray(utterances.textKey, sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`),
      ),
    );
  return Map.groupBy(rows, ({ key }) => key);
}

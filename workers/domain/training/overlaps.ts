import { and, eq, inArray, sql } from "drizzle-orm";
import { intents, utterances } from "#db/tenant/intents.ts";
import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import type { phraseOverlaps as contract } from "#workers/contract/endpoints/training.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { overlaps, type Overlap } from "#workers/nlu/overlap.ts";
import type { Model } from "#workers/nlu/predict.ts";
import type { Scope } from "../scope.ts";

/**
 * Other intents' phrases that these are near to: the same phrase as it is stored now, and near ones as the serving
 * model knows them. Without a model only the same ones.
 */
export async function phraseOverlaps(
  { db, enterpriseId }: Scope,
  agentId: string,
  { phrases, intentId }: InputOf<typeof contract>["body"],
  model: Model | undefined,
): Promise<ReplyOf<typeof contract>> {
  const keys = phrases.map(phraseKey);
  const same = await db
    .select({ intentId: utterances.intentId, text: utterances.text, key: utterances.textKey })
    .from(utterances)
    .where(
      and(
        eq(utterances.enterpriseId, enterpriseId),
        eq(utterances.agentId, agentId),
        inArray(utterances.textKey, sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`),
      ),
    );
  const found = phrases.map((phrase, at): Overlap[] => {
    const exact = same
      .filter((row) => row.key === keys[at] && row.intentId !== intentId)
      .map((row) => ({ intentId: row.intentId, phrase: row.text, similarity: 1 }));
    const near = model && phrase.trim() !== "" ? overlaps(model, phrase, intentId ?? undefined) : [];
    return [...exact, ...near.filter((each) => !exact.some((other) => other.intentId === each.intentId))];
  });
  const ids = [...new Set(found.flat().map((each) => each.intentId))];
  const named = await db
    .select({ id: intents.id, storyId: intents.storyId, name: intents.name })
    .from(intents)
    .where(
      and(
        eq(intents.enterpriseId, enterpriseId),
        eq(intents.agentId, agentId),
        inArray(intents.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      ),
    );
  const intentOf = new Map(named.map((intent) => [intent.id, intent]));
  return {
    overlaps: found.map((list) =>
      list.flatMap(({ intentId: other, phrase, similarity }) => {
        const intent = intentOf.get(other);
        return intent
          ? [{ intentId: other, storyId: intent.storyId, intentName: intent.name, phrase, similarity }]
          : [];
      }),
    ),
  };
}

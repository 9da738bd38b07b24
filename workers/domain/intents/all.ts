import { and, asc, eq, sql } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import { FOUND_AT_MOST, type listAllIntents as contract } from "#workers/contract/endpoints/review.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey, PAGE_CAP } from "#workers/contract/fields.ts";
import { withAgent } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";

/** Fewer letters are in nearly every phrase, so phrases are looked at from here on only. */
const PHRASES_FROM = 3;

/** All intents of a bot with their stories, by name; a search finds them by their story and their phrases as well. */
export async function allIntents(
  ctx: Ctx,
  agentId: string,
  { name = "" }: InputOf<typeof contract>["query"] = {},
) {
  const key = nameKey(name);
  const phrase = phraseWith(ctx, key);
  const [, rows] = await withAgent(
    ctx,
    agentId,
    ctx.db
      .select({
        id: intents.id,
        name: intents.name,
        storyId: intents.storyId,
        storyName: sql<string>`${stories.name}`.as("story_name"),
        utteranceCount: intents.utteranceCount,
        phrase: phrase.as("phrase"),
      })
      .from(intents)
      .innerJoin(stories, eq(stories.id, intents.storyId))
      .where(
        and(
          eq(intents.enterpriseId, ctx.enterpriseId),
          eq(intents.agentId, agentId),
          key
            ? sql`(instr(${intents.nameKey}, ${key}) > 0 OR instr(${stories.nameKey}, ${key}) > 0 OR ${phrase} IS NOT NULL)`
            : undefined,
        ),
      )
      .orderBy(asc(intents.nameKey), asc(intents.id))
      .limit(key ? FOUND_AT_MOST : PAGE_CAP),
  );
  return rows;
}

const phraseWith = ({ enterpriseId }: Ctx, key: string) =>
  key.length < PHRASES_FROM
    ? sql<string | null>`NULL`
    : sql<string | null>`(
        SELECT said.text FROM utterances said
        WHERE said.intent_id = ${intents.id} AND said.enterprise_id = ${enterpriseId}
          AND instr(said.text_key, ${key}) > 0
        ORDER BY said.position LIMIT 1)`;

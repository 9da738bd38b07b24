import { and, asc, eq, sql } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import type { listIntents as contract } from "#workers/contract/endpoints/intents.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { readingStory } from "../stories/story.ts";

/** Returns the intents of a story by name. `name` matches anywhere in a name, case-insensitively. */
export async function listIntents(
  ctx: Ctx,
  { agentId, storyId }: InputOf<typeof contract>["params"],
  { name, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const [[story], found] = await ctx.db.batch([
    readingStory(ctx, agentId, storyId),
    ctx.db
      .select({
        id: intents.id,
        name: intents.name,
        agentId: intents.agentId,
        storyId: intents.storyId,
        utteranceCount: intents.utteranceCount,
      })
      .from(intents)
      .where(
        and(
          eq(intents.enterpriseId, ctx.enterpriseId),
          eq(intents.storyId, storyId),
          name ? sql`instr(${intents.nameKey}, ${nameKey(name)}) > 0` : undefined,
        ),
      )
      .orderBy(asc(intents.nameKey), asc(intents.id))
      .limit(limit)
      .offset(offset),
  ]);
  if (!story) throw new DomainError("notFound");
  const { rows, more } = cut(found);
  return { intents: rows, more };
}

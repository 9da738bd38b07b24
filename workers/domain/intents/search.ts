import { and, asc, eq, sql } from "drizzle-orm";
import { agents } from "#db/tenant/bots.ts";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { searchIntents as contract } from "#workers/contract/endpoints/intents.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";
import { page } from "../page.ts";

/** More words narrow nothing further, and each is a bound parameter. */
const MOST_WORDS = 10;

/** Intents of all bots whose names have every word, those of one bot first. */
export async function searchIntents(
  ctx: Ctx,
  { name, agentId, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const words = nameKey(name)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  const { limit, offset, cut } = page(paging);
  const found = await ctx.db
    .select({
      id: intents.id,
      name: intents.name,
      storyId: intents.storyId,
      storyName: sql<string>`${stories.name}`.as("story_name"),
      agentId: intents.agentId,
      agentName: sql<string>`${agents.name}`.as("agent_name"),
    })
    .from(intents)
    .innerJoin(stories, eq(stories.id, intents.storyId))
    .innerJoin(agents, eq(agents.id, intents.agentId))
    .where(
      and(
        eq(intents.enterpriseId, ctx.enterpriseId),
        ...words.map((word) => sql`instr(${intents.nameKey}, ${word}) > 0`),
      ),
    )
    .orderBy(
      sql`CASE ${intents.agentId} WHEN ${agentId ?? ""} THEN 0 ELSE 1 END`,
      asc(intents.nameKey),
      asc(intents.id),
    )
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { intents: rows, more };
}

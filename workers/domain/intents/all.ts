import { and, asc, eq, sql } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import { withAgent } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";

/** All intents of a bot with their stories, by name. */
export async function allIntents(ctx: Ctx, agentId: string) {
  const [, rows] = await withAgent(
    ctx,
    agentId,
    ctx.db
      .select({
        id: intents.id,
        name: intents.name,
        storyId: intents.storyId,
        storyName: sql<string>`${stories.name}`.as("story_name"),
      })
      .from(intents)
      .innerJoin(stories, eq(stories.id, intents.storyId))
      .where(and(eq(intents.enterpriseId, ctx.enterpriseId), eq(intents.agentId, agentId)))
      .orderBy(asc(intents.nameKey), asc(intents.id))
      .limit(PAGE_CAP),
  );
  return rows;
}

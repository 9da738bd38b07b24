import { and, asc, count, eq } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { Story } from "#workers/contract/endpoints/stories.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import { withAgent } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";

/** The stories of an agent in order of making, each with the number of its intents. */
export async function listStories(ctx: Ctx, agentId: string): Promise<Story[]> {
  const [, rows] = await withAgent(
    ctx,
    agentId,
    ctx.db
      .select({ id: stories.id, name: stories.name, agentId: stories.agentId, intents: count(intents.id) })
      .from(stories)
      .leftJoin(intents, and(eq(intents.enterpriseId, stories.enterpriseId), eq(intents.storyId, stories.id)))
      .where(and(eq(stories.enterpriseId, ctx.enterpriseId), eq(stories.agentId, agentId)))
      .groupBy(stories.id)
      .orderBy(asc(stories.createdAt), asc(stories.id))
      .limit(PAGE_CAP),
  );
  return rows.map((row) => ({ ...row, parentId: null }));
}

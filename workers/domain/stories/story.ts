import { and, eq } from "drizzle-orm";
import { stories } from "#db/tenant/stories.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

export type StoryRow = typeof stories.$inferSelect;

/** Where-clause for one story of this enterprise and agent. */
export const thisStory = ({ enterpriseId }: Ctx, agentId: string, storyId: string) =>
  and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, agentId), eq(stories.id, storyId));

/** A statement that reads the story's row. */
export const readingStory = (ctx: Ctx, agentId: string, storyId: string) =>
  ctx.db
    .select()
    .from(stories)
    .where(thisStory(ctx, agentId, storyId))
    .limit(1);

/** The story's row; notFound when it is not there, another agent's or another enterprise's. */
export async function storyRow(ctx: Ctx, agentId: string, storyId: string): Promise<StoryRow> {
  const [row] = await readingStory(ctx, agentId, storyId);
  if (!row) throw new DomainError("notFound");
  return row;
}

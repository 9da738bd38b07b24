import { stories } from "#db/tenant/stories.ts";
import { contentChanged } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { storyRow, thisStory } from "./story.ts";

/** Deletes a story; its intents and their phrases go with it. */
export async function removeStory(ctx: Ctx, agentId: string, storyId: string): Promise<void> {
  const before = await storyRow(ctx, agentId, storyId);
  await ctx.db.batch([
    ctx.db.delete(stories).where(thisStory(ctx, agentId, storyId)),
    contentChanged(ctx, agentId),
    audited(ctx, { action: "delete", kind: "story", object: before, before: { name: before.name } }),
  ]);
}

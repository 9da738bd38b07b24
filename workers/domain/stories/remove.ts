import { stories } from "#db/tenant/stories.ts";
import { contentChanged } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import type { Scope } from "../scope.ts";
import { storyRow, thisStory } from "./story.ts";

/** Deletes a story; its intents and their phrases go with it. */
export async function removeStory(scope: Scope, agentId: string, storyId: string): Promise<void> {
  const before = await storyRow(scope, agentId, storyId);
  await scope.db.batch([
    scope.db.delete(stories).where(thisStory(scope, agentId, storyId)),
    contentChanged(scope, agentId),
    audited(scope, { action: "delete", kind: "story", object: before, before: { name: before.name } }),
  ]);
}

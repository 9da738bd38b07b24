import { and, eq } from "drizzle-orm";
import { stories } from "#db/tenant/stories.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";

export type StoryRow = typeof stories.$inferSelect;

/** Where-clause for one story of this enterprise and agent. */
export const thisStory = ({ enterpriseId }: Scope, agentId: string, storyId: string) =>
  and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, agentId), eq(stories.id, storyId));

/** The story's row; notFound when it is not there, another agent's or another enterprise's. */
export async function storyRow(scope: Scope, agentId: string, storyId: string): Promise<StoryRow> {
  const [row] = await scope.db
    .select()
    .from(stories)
    .where(thisStory(scope, agentId, storyId))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

import { and, eq } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import { stories } from "#db/tenant/stories.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { agentRow, thisAgent } from "./agent.ts";

/**
 * Deletes an agent without stories; agentNotEmpty (101) when it has any, also when one was added a moment ago:
 * the foreign key restricts. Answers the model files that nobody needs any more.
 */
export async function removeAgent(scope: Scope, id: string): Promise<{ files: string[] }> {
  const { db, enterpriseId } = scope;
  const before = await agentRow(scope, id);
  const [firstStory, versions] = await db.batch([
    db
      .select({ id: stories.id })
      .from(stories)
      .where(and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, id)))
      .limit(1),
    db
      .select({ file: modelVersions.file })
      .from(modelVersions)
      .where(and(eq(modelVersions.enterpriseId, enterpriseId), eq(modelVersions.agentId, id))),
  ]);
  if (firstStory.length > 0) throw new DomainError("agentNotEmpty");
  try {
    await db.batch([
      db.delete(agents).where(thisAgent(scope, id)),
      audited(scope, {
        action: "delete",
        kind: "agent",
        object: before,
        before: { name: before.name, description: before.description, config: before.config },
      }),
    ]);
  } catch (error) {
    if (describe(error).includes("FOREIGN KEY")) throw new DomainError("agentNotEmpty");
    throw error;
  }
  return { files: versions.map(({ file }) => file) };
}

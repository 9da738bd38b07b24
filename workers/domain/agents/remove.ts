import { and, eq } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import { knowledgeSources } from "#db/tenant/knowledge.ts";
import { stories } from "#db/tenant/stories.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { API_KEY } from "../integrations/provider-of.ts";
import type { Scope } from "../scope.ts";
import { dropSecret } from "../secrets/secret.ts";
import { agentRow, thisAgent } from "./agent.ts";

/**
 * Deletes an agent without stories; agentNotEmpty (101) when it has any, also when one was added a moment ago:
 * the foreign key restricts. Answers the files (models, contents, documents) that nobody needs any more.
 */
export async function removeAgent(scope: Scope, id: string): Promise<{ files: string[] }> {
  const { db, enterpriseId } = scope;
  const before = await agentRow(scope, id);
  const [firstStory, versions, documents] = await db.batch([
    db
      .select({ id: stories.id })
      .from(stories)
      .where(and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, id)))
      .limit(1),
    db
      .select({
        file: modelVersions.file,
        contentFile: modelVersions.contentFile,
        report: modelVersions.report,
      })
      .from(modelVersions)
      .where(and(eq(modelVersions.enterpriseId, enterpriseId), eq(modelVersions.agentId, id))),
    db
      .select({ file: knowledgeSources.file })
      .from(knowledgeSources)
      .where(and(eq(knowledgeSources.enterpriseId, enterpriseId), eq(knowledgeSources.agentId, id))),
  ]);
  if (firstStory.length > 0) throw new DomainError("agentNotEmpty");
  try {
    await db.batch([
      db.delete(agents).where(thisAgent(scope, id)),
      dropSecret(scope, { kind: "agent", id, field: API_KEY }),
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
  const ofVersions = versions.flatMap(({ file, contentFile, report }) => [
    file,
    contentFile,
    report.vectors?.file,
  ]);
  return { files: [...ofVersions, ...documents.map(({ file }) => file)].flatMap((file) => file ?? []) };
}

import { and, eq, inArray, sql } from "drizzle-orm";
import { knowledgeConfigs, knowledgePages, knowledgeSources } from "#db/tenant/knowledge.ts";
import { agentRow } from "../agents/agent.ts";
import { openingJob, openJob } from "../jobs/open.ts";
import type { Scope } from "../scope.ts";
import { ofAgent } from "./config.ts";
import { build } from "./work.ts";

const HOUR_MS = 3_600_000;

/**
 * Statements that set the agent's websites and their pages to waiting again; their passages go on answering until they
 * are read again. A build in progress picks them up.
 */
export function readingAgain(scope: Scope, agentId: string) {
  const websites = and(ofAgent(scope, agentId).sources, eq(knowledgeSources.kind, "website"));
  const ids = scope.db.select({ id: knowledgeSources.id }).from(knowledgeSources).where(websites);
  return [
    scope.db
      .update(knowledgePages)
      .set({ state: "waiting" })
      .where(and(eq(knowledgePages.enterpriseId, scope.enterpriseId), inArray(knowledgePages.sourceId, ids))),
    scope.db.update(knowledgeSources).set({ state: "waiting", updatedAt: scope.now() }).where(websites),
  ] as const;
}

/**
 * Reads the agent's websites again, and counts the time until the next reading from now. The caller wakes a worker;
 * without a website the job ends as soon as it has begun.
 */
export async function rereadWebsites(scope: Scope, agentId: string): Promise<{ jobId: string }> {
  await agentRow(scope, agentId);
  await scope.db.batch([
    ...readingAgain(scope, agentId),
    scope.db
      .update(knowledgeConfigs)
      .set({ nextCrawlAt: sql`${scope.now()} + recrawl_hours * ${HOUR_MS}` })
      .where(ofAgent(scope, agentId).config),
    openingJob(scope, build(agentId)),
  ]);
  return openJob(scope, build(agentId));
}

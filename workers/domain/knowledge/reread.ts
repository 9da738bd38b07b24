import { and, eq, inArray, sql } from "drizzle-orm";
import { knowledgeConfigs, knowledgePages, knowledgeSources } from "#db/tenant/knowledge.ts";
import { agentRow } from "../bots/agent.ts";
import { openingJob } from "../jobs/open.ts";
import type { Ctx } from "../ctx.ts";
import { ofAgent } from "./config.ts";
import { build } from "../integrations/knowledge-readers.ts";

const HOUR_MS = 3_600_000;

/**
 * Statements that set the bot's websites and their pages to waiting again; their passages go on answering until they
 * are read again. A build in progress picks them up.
 */
export function readingAgain(ctx: Ctx, agentId: string) {
  const websites = and(ofAgent(ctx, agentId).sources, eq(knowledgeSources.kind, "website"));
  const ids = ctx.db.select({ id: knowledgeSources.id }).from(knowledgeSources).where(websites);
  return [
    ctx.db
      .update(knowledgePages)
      .set({ state: "waiting" })
      .where(and(eq(knowledgePages.enterpriseId, ctx.enterpriseId), inArray(knowledgePages.sourceId, ids))),
    ctx.db.update(knowledgeSources).set({ state: "waiting", updatedAt: ctx.now() }).where(websites),
  ] as const;
}

/**
 * Reads the bot's websites again, and counts the time until the next reading from now. Without a website
 * the job ends as soon as it has begun.
 */
export async function rereadWebsites(ctx: Ctx, agentId: string): Promise<void> {
  await agentRow(ctx, agentId);
  await ctx.db.batch([
    ...readingAgain(ctx, agentId),
    ctx.db
      .update(knowledgeConfigs)
      .set({ nextCrawlAt: sql`${ctx.now()} + recrawl_hours * ${HOUR_MS}` })
      .where(ofAgent(ctx, agentId).config),
    openingJob(ctx, build(agentId)),
  ]);
}

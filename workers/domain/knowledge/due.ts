import { and, eq, isNotNull, lte } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { knowledgeConfigs } from "#db/tenant/knowledge.ts";

/** Agents whose websites are to be read again by now, over all enterprises of one database. */
export const dueCrawls = (db: TenantDb, now: number) =>
  db
    .select({ enterpriseId: knowledgeConfigs.enterpriseId, agentId: knowledgeConfigs.agentId })
    .from(knowledgeConfigs)
    .where(
      and(
        eq(knowledgeConfigs.kbFromWebsite, true),
        isNotNull(knowledgeConfigs.nextCrawlAt),
        lte(knowledgeConfigs.nextCrawlAt, now),
      ),
    )
    .limit(100);

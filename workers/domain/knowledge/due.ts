import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { knowledgeConfigs, knowledgeSources } from "#db/tenant/knowledge.ts";
import { passedOver } from "../bare/fenced.ts";
import { noOpenJob } from "../jobs/open.ts";

/** Bots whose websites are to be read again by now, over all enterprises of one database. */
export const dueCrawls = (db: TenantDb, now: number) =>
  db
    .select({ enterpriseId: knowledgeConfigs.enterpriseId, agentId: knowledgeConfigs.agentId })
    .from(knowledgeConfigs)
    .where(
      and(
        eq(knowledgeConfigs.kbFromWebsite, true),
        isNotNull(knowledgeConfigs.nextCrawlAt),
        lte(knowledgeConfigs.nextCrawlAt, now),
        sql.raw(passedOver("enterprise_id")),
      ),
    )
    .limit(100);

/** Bots with sources waiting but no job to read them, because a job ended between two of its writes. */
export const strandedReadings = (db: TenantDb) =>
  db
    .selectDistinct({ enterpriseId: knowledgeSources.enterpriseId, agentId: knowledgeSources.agentId })
    .from(knowledgeSources)
    .where(
      and(
        // Spelled exactly as in the index's definition, or the index would not be used.
        sql`${knowledgeSources.state} IN ('waiting', 'reading')`,
        sql.raw(passedOver("enterprise_id")),
        noOpenJob("knowledge.build", {
          enterprise: sql`${knowledgeSources.enterpriseId}`,
          subject: sql`${knowledgeSources.agentId}`,
        }),
      ),
    )
    .limit(100);

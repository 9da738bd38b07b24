import { and, eq } from "drizzle-orm";
import { knowledgeConfigs } from "#db/tenant/knowledge.ts";
import type { Ctx } from "../ctx.ts";

/** The job that reads a bot's waiting sources: one per bot at a time. */
export const build = (agentId: string) =>
  ({ kind: "knowledge.build", subject: agentId, payload: { agentId } }) as const;

/** The bots whose knowledge a configuration answers from. */
export const readersOf = ({ db, enterpriseId }: Ctx, genAiConfigId: string) =>
  db
    .select({ agentId: knowledgeConfigs.agentId })
    .from(knowledgeConfigs)
    .where(
      and(eq(knowledgeConfigs.enterpriseId, enterpriseId), eq(knowledgeConfigs.genAiConfigId, genAiConfigId)),
    )
    .limit(200);

import { and, eq, exists, not, sql } from "drizzle-orm";
import { agents } from "#db/tenant/bots.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { knowledgeConfigs } from "#db/tenant/knowledge.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { dropSecret } from "../secrets/secret.ts";
import { configStands, getIntegration, thisIntegration } from "./list.ts";
import { keyOwner } from "./provider-of.ts";

/** Deletes a configuration with its key; integrationInUse while a bot or its knowledge base uses it. */
export async function removeIntegration(ctx: Ctx, id: string): Promise<void> {
  const before = await getIntegration(ctx, id);
  try {
    await ctx.db.batch([
      guard(ctx, sql`${configStands(ctx, id)} AND ${unused(ctx, id)}`),
      ctx.db.delete(integrations).where(thisIntegration(ctx, id)),
      dropSecret(ctx, keyOwner(id)),
      audited(ctx, {
        action: "delete",
        kind: "integration",
        object: before,
        before: { name: before.name, llm: before.llm, settings: before.settings },
      }),
    ]);
  } catch (error) {
    if (!guardFailed(error)) throw error;
    // Somebody was faster: they deleted it, or chose it.
    await getIntegration(ctx, id);
    throw new DomainError("integrationInUse");
  }
}

/** Condition that no bot and no knowledge base uses it. */
function unused({ db, enterpriseId }: Ctx, id: string) {
  const one = sql`1`;
  const byAgent = db
    .select({ one })
    .from(agents)
    .where(and(eq(agents.enterpriseId, enterpriseId), sql`${agents.config}->>'integrationId' = ${id}`));
  const byKnowledge = db
    .select({ one })
    .from(knowledgeConfigs)
    .where(and(eq(knowledgeConfigs.enterpriseId, enterpriseId), eq(knowledgeConfigs.genAiConfigId, id)));
  return and(not(exists(byAgent)), not(exists(byKnowledge)));
}

import { and, eq, exists, not, or, sql } from "drizzle-orm";
import { agents } from "#db/tenant/agents.ts";
import { integrations } from "#db/tenant/integrations.ts";
import { knowledgeConfigs } from "#db/tenant/knowledge.ts";
import { audited } from "../audit.ts";
import { describe, DomainError } from "../error.ts";
import { apiKeyOf } from "../providers/provider-of.ts";
import type { Scope } from "../scope.ts";
import { secretRemoved } from "../secrets/store.ts";
import { integrationRow, thisIntegration } from "./integration.ts";

/** Deletes an integration with its key; integrationInUse while an agent or its knowledge works with it. */
export async function removeIntegration(scope: Scope, id: string): Promise<void> {
  const { db } = scope;
  const before = await integrationRow(scope, id);
  const { name, authType, llm, settings } = before;
  try {
    await db.batch([
      unused(scope, id),
      db.delete(integrations).where(thisIntegration(scope, id)),
      secretRemoved(scope, apiKeyOf(id)),
      audited(scope, {
        action: "delete",
        kind: "integration",
        object: before,
        before: { name, authType, llm, settings },
      }),
    ]);
  } catch (error) {
    if (describe(error).includes("malformed JSON")) throw new DomainError("integrationInUse");
    throw error;
  }
}

/** The batch fails when anybody uses it: json() refuses its argument, as in revision.ts. */
function unused({ db, enterpriseId }: Scope, id: string) {
  const one = sql`1`;
  const byAgent = db
    .select({ one })
    .from(agents)
    .where(
      and(
        eq(agents.enterpriseId, enterpriseId),
        sql`json_extract(${agents.config}, '$.integrationId') = ${id}`,
      ),
    );
  const byKnowledge = db
    .select({ one })
    .from(knowledgeConfigs)
    .where(and(eq(knowledgeConfigs.enterpriseId, enterpriseId), eq(knowledgeConfigs.genAiConfigId, id)));
  const free = not(or(exists(byAgent), exists(byKnowledge)) ?? sql`0`);
  return db
    .select({ guard: sql<number>`CASE WHEN ${free} THEN 1 ELSE json('in use') END` })
    .from(integrations)
    .where(thisIntegration({ db, enterpriseId } as Scope, id));
}

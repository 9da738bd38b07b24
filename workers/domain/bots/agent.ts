import { and, eq } from "drizzle-orm";
import { agents } from "#db/tenant/bots.ts";
import { botsTexts } from "#texts/bots.ts";
import type { Agent, AgentConfig } from "#workers/contract/endpoints/bots.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";

export const defaultConfig: AgentConfig = {
  entityExtractRetries: 3,
  outOfScopeMessage: botsTexts.outOfScope,
  modelType: "SVM",
  confidenceThreshold: 0.5,
  language: "en",
  hasOpenaiKey: false,
  integrationId: null,
};

export type AgentRow = typeof agents.$inferSelect;

/** Where-clause for one agent of this enterprise. */
export const thisAgent = ({ enterpriseId }: Ctx, agentId: string) =>
  and(eq(agents.enterpriseId, enterpriseId), eq(agents.id, agentId));

/** The agent's row; notFound when it is not there or another enterprise's. */
export async function agentRow(ctx: Ctx, agentId: string): Promise<AgentRow> {
  const [row] = await ctx.db.select().from(agents).where(thisAgent(ctx, agentId)).limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** A statement that notes that what the agent learns from has changed; goes into the batch of the change. */
export const contentChanged = (ctx: Ctx, agentId: string) =>
  ctx.db.update(agents).set({ contentChangedAt: ctx.now() }).where(thisAgent(ctx, agentId));

export const agentOnWire = (row: AgentRow): Agent => ({
  id: row.id,
  agentId: row.id,
  name: row.name,
  description: row.description,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
  eId: row.enterpriseId,
  revision: row.revision,
  // Agents created before the newer fields existed lack them.
  config: { ...defaultConfig, ...row.config },
});

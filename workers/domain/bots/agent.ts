import { and, eq } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
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
  didYouMean: false,
};

/** New bots ask what was meant; older ones go on as they did until somebody turns it on. */
export const firstConfig: AgentConfig = { ...defaultConfig, didYouMean: true };

export type AgentRow = typeof agents.$inferSelect;

/** Where-clause for one bot of this enterprise. */
export const thisAgent = ({ enterpriseId }: Ctx, agentId: string) =>
  and(eq(agents.enterpriseId, enterpriseId), eq(agents.id, agentId));

/** A statement that reads the bot's row. */
export const readingAgent = (ctx: Ctx, agentId: string) =>
  ctx.db.select().from(agents).where(thisAgent(ctx, agentId)).limit(1);

/** The bot's row; notFound when it is not there or another enterprise's. */
export async function agentRow(ctx: Ctx, agentId: string): Promise<AgentRow> {
  const [row] = await readingAgent(ctx, agentId);
  if (!row) throw new DomainError("notFound");
  return row;
}

type Read = BatchItem<"sqlite">;

/**
 * The answers of reads about a bot, asked in one round trip with whether it is there; notFound when it is not. A read
 * must not select two columns of one name: in a batch the driver answers by name.
 */
export async function withAgent<const Reads extends readonly Read[]>(
  ctx: Ctx,
  agentId: string,
  ...reads: Reads
): Promise<[AgentRow, ...BatchResponse<Reads>]> {
  const [[row], ...answers] = (await ctx.db.batch([readingAgent(ctx, agentId), ...reads])) as unknown as [
    AgentRow[],
    ...BatchResponse<Reads>,
  ];
  if (!row) throw new DomainError("notFound");
  return [row, ...answers];
}

/** A statement that notes that what the bot learns from has changed; goes into the batch of the change. */
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
  // Bots created before the newer fields existed lack them.
  config: { ...defaultConfig, ...row.config },
});

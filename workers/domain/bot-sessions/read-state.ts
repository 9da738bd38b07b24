import { and, eq, inArray } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/bots.ts";
import { botSessions } from "#db/tenant/bot-sessions.ts";
import { intents } from "#db/tenant/intents.ts";
import { knowledgeConfigs } from "#db/tenant/knowledge.ts";
import { SESSION_GAP_MS } from "#workers/contract/endpoints/bot-sessions.ts";
import { defaultConfig, thisAgent } from "../bots/agent.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import type { IntentFacts } from "./decide.ts";

/** Reads the agent, the version that serves, the conversation if it goes on, and whether there is a knowledge base. */
export async function readState(
  ctx: Ctx,
  { agentId, sessionId }: { agentId: string; sessionId?: string | null | undefined },
) {
  const { db, enterpriseId, now } = ctx;
  const [[found], [open], [knowledge]] = await db.batch([
    db
      // No two columns may share a name: in a batch the driver returns rows by column name, and one would be lost.
      .select({
        config: agents.config,
        versionId: agents.modelVersionId,
        contentChangedAt: agents.contentChangedAt,
        file: modelVersions.file,
        report: modelVersions.report,
      })
      .from(agents)
      .leftJoin(
        modelVersions,
        and(eq(modelVersions.enterpriseId, agents.enterpriseId), eq(modelVersions.id, agents.modelVersionId)),
      )
      .where(thisAgent(ctx, agentId))
      .limit(1),
    db
      .select()
      .from(botSessions)
      .where(
        and(
          eq(botSessions.enterpriseId, enterpriseId),
          eq(botSessions.agentId, agentId),
          eq(botSessions.id, sessionId ?? ""),
        ),
      )
      .limit(1),
    db
      .select({
        website: knowledgeConfigs.kbFromWebsite,
        documents: knowledgeConfigs.kbFromDoc,
        genAiConfigId: knowledgeConfigs.genAiConfigId,
      })
      .from(knowledgeConfigs)
      .where(and(eq(knowledgeConfigs.enterpriseId, enterpriseId), eq(knowledgeConfigs.agentId, agentId)))
      .limit(1),
  ]);
  if (!found) throw new DomainError("notFound");
  const { versionId, file, report, contentChangedAt } = found;
  return {
    config: { ...defaultConfig, ...found.config },
    contentChangedAt,
    version: versionId && file ? { id: versionId, file, vectorFile: report?.vectors?.file } : undefined,
    conversation: open && now() - open.lastAt <= SESSION_GAP_MS ? open : undefined,
    hasKnowledge: knowledge !== undefined && (knowledge.website || knowledge.documents),
    genAiConfigId: knowledge?.genAiConfigId ?? null,
  };
}
export type TurnState = Awaited<ReturnType<typeof readState>>;

/** Reads these intents as they are now: one may have been changed or deleted since the training. */
export async function readIntents(
  { db, enterpriseId }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IntentFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: intents.id,
      name: intents.name,
      response: intents.response,
      parameters: intents.parameters,
    })
    .from(intents)
    .where(and(eq(intents.enterpriseId, enterpriseId), inArray(intents.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}

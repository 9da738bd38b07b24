import type { TenantDb } from "#db/client.ts";
import { automationTexts } from "#texts/automation.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import { hurried } from "#workers/providers/hurried.ts";
import { ctxOf } from "../ctx.ts";
import { type ProviderEnv, writerOfAgent } from "../integrations/provider-of.ts";
import { answerFromKnowledge } from "../knowledge/answer.ts";
import { spoken } from "#workers/contract/spoken.ts";
import type { Caller } from "./calls.ts";

/** So long a model may write; then the best passage answers. */
const WRITING_MS = 20_000;

const BOT = `SELECT a.config, k.gen_ai_config_id AS genAiConfigId,
    (SELECT c.type FROM runs r CROSS JOIN channels c ON c.id = r.channel_id WHERE r.id = ?3 AND r.enterprise_id = ?1) AS channelType
  FROM agents a LEFT JOIN knowledge_configs k ON k.enterprise_id = ?1 AND k.agent_id = a.id WHERE a.enterprise_id = ?1 AND a.id = ?2`;

interface BotFound {
  config: string;
  genAiConfigId: string | null;
  channelType: number | null;
}

const actor = { userId: "system", name: "", address: "", requestId: "journey" };

/** Looks up what a bot knows, as the bot itself would answer; null is no answer, which has a way of its own. */
export const askingKnowledge =
  (db: TenantDb, env: ProviderEnv): Caller =>
  async (effect, { enterpriseId, runId }) => {
    if (effect.kind !== "knowledge") throw new Error(`a ${effect.kind} is no question`);
    const { botId, question } = effect;
    const found = await db.$client.prepare(BOT).bind(enterpriseId, botId, runId).first<BotFound>();
    if (!found) {
      return { ok: false, code: "noBot", sentence: automationTexts.failures.noBot, retryable: false };
    }
    const ctx = ctxOf(db, enterpriseId, actor);
    const config = JSON.parse(found.config) as AgentConfig;
    const provider = await writerOfAgent(ctx, env, botId, { config, genAiConfigId: found.genAiConfigId });
    const writer = provider && hurried(provider, WRITING_MS);
    const answer = await answerFromKnowledge(ctx, botId, question, writer);
    return { ok: true, data: answer && { answer: spoken(answer.text, found.channelType ?? 0) } };
  };

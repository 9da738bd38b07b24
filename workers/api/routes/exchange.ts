import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { agentRow, defaultConfig } from "#workers/domain/agents/agent.ts";
import { agentFileOf } from "#workers/domain/exchange/agent-file.ts";
import { importAgent } from "#workers/domain/exchange/import-agent.ts";
import { bytesOf, phrasesAsCsv, phrasesFromCsv } from "#workers/domain/exchange/phrases-csv.ts";
import { type ProviderEnv, writerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import { getKnowledge } from "#workers/domain/knowledge/config.ts";
import { paraphrases } from "#workers/domain/intents/paraphrase.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said, Sent } from "../mount.ts";

const { exchange } = endpoints;

export function exchangeRoutes(app: Hono<AppEnv>): void {
  mount(app, exchange.exportAgent, async ({ params }, { scope }) => {
    const file = await agentFileOf(scope, params.id);
    return new Sent(JSON.stringify(file, null, 2), `${file.agent.name}.json`);
  });

  mount(app, exchange.importAgent, async ({ body }, { scope, files }) => {
    const made = await importAgent(scope, await bytesOf(files), body.name);
    return new Said(made, messages.exchange.imported);
  });

  mount(app, exchange.exportPhrases, async ({ params }, { scope }) => {
    const { name, csv } = await phrasesAsCsv(scope, params.id);
    return new Sent(csv, `${name} phrases.csv`);
  });

  mount(app, exchange.importPhrases, async ({ params, body }, { scope, files }) => {
    const result = await phrasesFromCsv(scope, params.id, await bytesOf(files), body.dryRun);
    return new Said(result, body.dryRun ? "" : messages.exchange.phrasesImported(result.added));
  });

  mount(app, exchange.paraphrase, async ({ body }, { c, scope }) => {
    const { agentId } = body;
    const [{ genAiConfigId }, agent] = await Promise.all([
      getKnowledge(scope, agentId),
      agentRow(scope, agentId),
    ]);
    const config = { ...defaultConfig, ...agent.config };
    const writer = await writerOfAgent(scope, c.env as ProviderEnv, agentId, { config, genAiConfigId });
    return paraphrases(scope, body, writer);
  });
}

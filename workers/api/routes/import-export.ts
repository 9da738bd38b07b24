import type { Hono } from "hono";
import { importExportTexts } from "#texts/import-export.ts";
import * as importExportApi from "#workers/contract/endpoints/import-export.ts";
import { agentRow, defaultConfig } from "#workers/domain/bots/agent.ts";
import { agentFileOf } from "#workers/domain/import-export/agent-file.ts";
import { importAgent } from "#workers/domain/import-export/import-agent.ts";
import { bytesOf, phrasesAsCsv, phrasesFromCsv } from "#workers/domain/import-export/phrases-csv.ts";
import { type ProviderEnv, writerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import { getKnowledge } from "#workers/domain/knowledge/config.ts";
import { paraphrases } from "#workers/domain/intents/paraphrase.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply, FileReply } from "../mount.ts";

export function importExportRoutes(app: Hono<AppEnv>): void {
  mount(app, importExportApi.exportAgent, async ({ params }, { ctx }) => {
    const file = await agentFileOf(ctx, params.id, { isTakenOut: true });
    return new FileReply(JSON.stringify(file, null, 2), `${file.agent.name}.json`);
  });

  mount(app, importExportApi.importAgent, async ({ body }, { ctx, files }) => {
    const made = await importAgent(ctx, await bytesOf(files), body.name);
    return new Reply(made, importExportTexts.imported);
  });

  mount(app, importExportApi.exportPhrases, async ({ params }, { ctx }) => {
    const { name, csv } = await phrasesAsCsv(ctx, params.id);
    return new FileReply(csv, `${name} phrases.csv`);
  });

  mount(app, importExportApi.importPhrases, async ({ params, body }, { ctx, files }) => {
    const result = await phrasesFromCsv(ctx, params.id, await bytesOf(files), body.dryRun);
    return new Reply(result, body.dryRun ? "" : importExportTexts.phrasesImported(result.added));
  });

  mount(app, importExportApi.paraphrase, async ({ body }, { c, ctx }) => {
    const { agentId } = body;
    const [{ genAiConfigId }, agent] = await Promise.all([
      getKnowledge(ctx, agentId),
      agentRow(ctx, agentId),
    ]);
    const config = { ...defaultConfig, ...agent.config };
    const writer = await writerOfAgent(ctx, c.env as ProviderEnv, agentId, { config, genAiConfigId });
    return paraphrases(ctx, body, writer);
  });
}

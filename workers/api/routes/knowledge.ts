import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { DomainError } from "#workers/domain/error.ts";
import { genAiConfigs } from "#workers/domain/integrations/list.ts";
import { sourceOf } from "#workers/domain/knowledge/answer.ts";
import { buildingState, getKnowledge, listPages, sourceRow } from "#workers/domain/knowledge/config.ts";
import { deleteDocuments, uploadDocuments } from "#workers/domain/knowledge/documents.ts";
import { rereadWebsites } from "#workers/domain/knowledge/reread.ts";
import { saveKnowledge } from "#workers/domain/knowledge/save.ts";
import { searchPassages } from "#workers/domain/knowledge/search.ts";
import { allowsPrivate, type ProviderEnv } from "#workers/domain/integrations/provider-of.ts";
import { writerOfKnowledge } from "#workers/domain/knowledge/writer.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said, Sent } from "../mount.ts";
import { wakeWorker } from "../wake.ts";

const { knowledge } = endpoints;
const MOST_SHOWN = 5;

export function knowledgeRoutes(app: Hono<AppEnv>): void {
  mount(app, knowledge.get, ({ params }, { scope }) => getKnowledge(scope, params.id));

  mount(app, knowledge.save, async ({ params, body }, { c, scope }) => {
    const { jobId } = await saveKnowledge(scope, params.id, body, {
      allowPrivate: allowsPrivate(c.env),
    });
    if (jobId) await wakeWorker(c.env, scope.enterpriseId, jobId);
    return new Said(await getKnowledge(scope, params.id), messages.genAi.saved, "100");
  });

  mount(app, knowledge.configs, (_, { scope }) => genAiConfigs(scope));

  mount(app, knowledge.upload, async ({ body }, { c, scope, files }) => {
    const documents = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const { fileNames, jobId } = await uploadDocuments(scope, body.agentId, documents, c.env.FILES);
    await wakeWorker(c.env, scope.enterpriseId, jobId);
    return new Said(
      fileNames.map((fileName) => ({ fileName })),
      messages.genAi.fileUploaded(fileNames.length),
    );
  });

  mount(app, knowledge.removeDocuments, async ({ body }, { c, scope }) => {
    await deleteDocuments(scope, body.agentId, body.filenames, c.env.FILES);
    return new Said(null, messages.genAi.fileRemoved);
  });

  mount(app, knowledge.document, async ({ params }, { c, scope }) => {
    const { file, name } = await sourceRow(scope, params.id, params.sourceId);
    const object = file ? await c.env.FILES.get(file) : null;
    if (!object) throw new DomainError("notFound");
    return new Sent(object.body, name, { inline: true });
  });

  mount(app, knowledge.pages, ({ params, query }, { scope }) =>
    listPages(scope, params.id, params.sourceId, query),
  );

  mount(app, knowledge.reread, async ({ params }, { c, scope }) => {
    const { jobId } = await rereadWebsites(scope, params.id);
    await wakeWorker(c.env, scope.enterpriseId, jobId);
    return new Said(await buildingState(scope, params.id), messages.genAi.building);
  });

  mount(app, knowledge.search, async ({ params, query }, { c, scope }) => {
    const provider = await writerOfKnowledge(scope, c.env as ProviderEnv, params.id);
    const found = await searchPassages(scope, params.id, query.question, MOST_SHOWN, provider);
    return found.map((passage) => ({
      text: passage.text,
      heading: passage.heading,
      source: sourceOf(params.id, passage),
      score: Math.max(passage.coverage, passage.likeness ?? 0),
    }));
  });
}

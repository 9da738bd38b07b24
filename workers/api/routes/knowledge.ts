import type { Hono } from "hono";
import { genAiTexts } from "#texts/gen-ai.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";
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
import { mount, Reply, FileReply } from "../mount.ts";

const MOST_SHOWN = 5;

export function knowledgeRoutes(app: Hono<AppEnv>): void {
  mount(app, knowledgeApi.getKnowledge, ({ params }, { ctx }) => getKnowledge(ctx, params.id));

  mount(app, knowledgeApi.saveKnowledge, async ({ params, body }, { c, ctx }) => {
    await saveKnowledge(ctx, params.id, body, { allowPrivate: allowsPrivate(c.env) });
    return new Reply(await getKnowledge(ctx, params.id), genAiTexts.saved, "100");
  });

  mount(app, knowledgeApi.listGenAiConfigs, (_, { ctx }) => genAiConfigs(ctx));

  mount(app, knowledgeApi.uploadDocuments, async ({ body }, { c, ctx, files }) => {
    const documents = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const { fileNames } = await uploadDocuments(ctx, body.agentId, documents, c.env.FILES);
    return new Reply(
      fileNames.map((fileName) => ({ fileName })),
      genAiTexts.fileUploaded(fileNames.length),
    );
  });

  mount(app, knowledgeApi.deleteDocuments, async ({ body }, { c, ctx }) => {
    await deleteDocuments(ctx, body.agentId, body.filenames, c.env.FILES);
    return new Reply(null, genAiTexts.fileRemoved);
  });

  mount(app, knowledgeApi.getDocument, async ({ params }, { c, ctx }) => {
    const { file, name } = await sourceRow(ctx, params.id, params.sourceId);
    const object = file ? await c.env.FILES.get(file) : null;
    if (!object) throw new DomainError("notFound");
    return new FileReply(object.body, name, { inline: true });
  });

  mount(app, knowledgeApi.listKnowledgePages, ({ params, query }, { ctx }) =>
    listPages(ctx, params.id, params.sourceId, query),
  );

  mount(app, knowledgeApi.rereadKnowledge, async ({ params }, { ctx }) => {
    await rereadWebsites(ctx, params.id);
    return new Reply(await buildingState(ctx, params.id), genAiTexts.building);
  });

  mount(app, knowledgeApi.searchKnowledge, async ({ params, query }, { c, ctx }) => {
    const provider = await writerOfKnowledge(ctx, c.env as ProviderEnv, params.id);
    const found = await searchPassages(ctx, params.id, query.question, MOST_SHOWN, provider);
    return found.map((passage) => ({
      text: passage.text,
      heading: passage.heading,
      source: sourceOf(params.id, passage),
      score: Math.max(passage.coverage, passage.likeness ?? 0),
    }));
  });
}

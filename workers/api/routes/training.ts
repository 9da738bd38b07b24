import type { Hono } from "hono";
import { trainingTexts } from "#texts/training.ts";
import * as trainingApi from "#workers/contract/endpoints/training.ts";
import { defaultConfig, withAgent } from "#workers/domain/bots/agent.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { askQuestions } from "#workers/domain/training/ask-questions.ts";
import { diffVersions } from "#workers/domain/training/diff.ts";
import { cachedModel } from "#workers/domain/training/model-cache.ts";
import { phraseOverlaps } from "#workers/domain/training/overlaps.ts";
import { listQuestions, removeQuestion, saveQuestion } from "#workers/domain/training/questions.ts";
import { readingServing } from "#workers/domain/training/state.ts";
import { getVersion, listVersions, serveVersion } from "#workers/domain/training/versions.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import { type ProviderEnv, providerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import { type Classifier, embedding } from "#workers/domain/training/classify.ts";
import { hurried } from "#workers/providers/hurried.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

/** Somebody is waiting for the test questions' answers: a provider that takes longer for all of them is left out. */
const ASK_MS = 25_000;

export function trainingRoutes(app: Hono<AppEnv>): void {
  mount(app, trainingApi.listVersions, ({ params, query }, { ctx }) => listVersions(ctx, params.id, query));

  mount(app, trainingApi.getVersion, ({ params }, { c, ctx }) =>
    getVersion(ctx, params.id, params.version, c.env.FILES),
  );

  mount(app, trainingApi.serveVersion, async ({ params }, { c, ctx }) => {
    const version = await serveVersion(ctx, params.id, params.version, c.env.FILES);
    return new Reply(version, trainingTexts.serves(params.version));
  });

  mount(app, trainingApi.diffVersions, ({ params, query }, { c, ctx }) =>
    diffVersions(ctx, params.id, query, c.env.FILES),
  );

  mount(app, trainingApi.listTestQuestions, ({ params, query }, { ctx }) =>
    listQuestions(ctx, params.id, query),
  );

  mount(app, trainingApi.saveTestQuestion, async ({ params, body }, { ctx }) => {
    const question = await saveQuestion(ctx, params.id, body);
    return new Reply(question, trainingTexts.questionSaved);
  });

  mount(app, trainingApi.deleteTestQuestion, async ({ params }, { ctx }) => {
    await removeQuestion(ctx, params.id, params.questionId);
    return new Reply(null, trainingTexts.questionDeleted);
  });

  mount(app, trainingApi.runTestQuestions, async ({ params }, { c, ctx }) => {
    const { classifier, config } = await serving(ctx, params.id, c.env.FILES);
    if (!classifier) throw new DomainError("notTrained");
    const provider = await providerOfAgent(ctx, c.env as ProviderEnv, params.id, config);
    return askQuestions(
      ctx,
      params.id,
      classifier,
      config.confidenceThreshold,
      embedding(classifier, provider && hurried(provider, ASK_MS)),
    );
  });

  mount(app, trainingApi.phraseOverlaps, async ({ params, body }, { c, ctx }) => {
    const classifier = await serving(ctx, params.id, c.env.FILES)
      .then((found) => found.classifier)
      // An unreadable model matters to those who query it; here equal phrases are found all the same.
      .catch((error: unknown) => {
        if (error instanceof DomainError && error.code !== "notFound") return undefined;
        throw error;
      });
    return phraseOverlaps(ctx, params.id, body, classifier?.model);
  });
}

/** The serving model, if there is one that the engine can read. */
async function serving(
  ctx: Ctx,
  agentId: string,
  files: R2Bucket,
): Promise<{ classifier: Classifier | undefined; config: AgentConfig }> {
  const [agent, [version]] = await withAgent(ctx, agentId, readingServing(ctx, agentId));
  return {
    classifier:
      version && (await cachedModel(files, { ...version, vectorFile: version.report.vectors?.file })),
    config: { ...defaultConfig, ...agent.config },
  };
}

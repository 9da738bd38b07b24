import type { Hono } from "hono";
import { messages } from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { agentRow, defaultConfig } from "#workers/domain/agents/agent.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Scope } from "#workers/domain/scope.ts";
import { askQuestions } from "#workers/domain/training/ask-questions.ts";
import { diffVersions } from "#workers/domain/training/diff.ts";
import { cachedModel } from "#workers/domain/training/model-cache.ts";
import { phraseOverlaps } from "#workers/domain/training/overlaps.ts";
import { listQuestions, removeQuestion, saveQuestion } from "#workers/domain/training/questions.ts";
import { servingVersion } from "#workers/domain/training/state.ts";
import { getVersion, listVersions, serveVersion } from "#workers/domain/training/versions.ts";
import type { Model } from "#workers/nlu/predict.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { training } = endpoints;

export function trainingRoutes(app: Hono<AppEnv>): void {
  mount(app, training.versions, ({ params, query }, { scope }) => listVersions(scope, params.id, query));

  mount(app, training.version, ({ params }, { scope }) => getVersion(scope, params.id, params.version));

  mount(app, training.serve, async ({ params }, { scope }) => {
    const version = await serveVersion(scope, params.id, params.version);
    return new Said(version, messages.training.serves(params.version));
  });

  mount(app, training.diff, ({ params, query }, { c, scope }) =>
    diffVersions(scope, params.id, query, c.env.FILES),
  );

  mount(app, training.questions, ({ params, query }, { scope }) => listQuestions(scope, params.id, query));

  mount(app, training.saveQuestion, async ({ params, body }, { scope }) => {
    const question = await saveQuestion(scope, params.id, body);
    return new Said(question, messages.training.questionSaved);
  });

  mount(app, training.removeQuestion, async ({ params }, { scope }) => {
    await removeQuestion(scope, params.id, params.questionId);
    return new Said(null, messages.training.questionDeleted);
  });

  mount(app, training.runQuestions, async ({ params }, { c, scope }) => {
    const { model, threshold } = await serving(scope, params.id, c.env.FILES);
    if (!model) throw new DomainError("notTrained");
    return askQuestions(scope, params.id, model, threshold);
  });

  mount(app, training.overlaps, async ({ params, body }, { c, scope }) => {
    const { model } = await serving(scope, params.id, c.env.FILES);
    return phraseOverlaps(scope, params.id, body, model);
  });
}

/** The model that answers now, if there is one that the engine reads. */
async function serving(
  scope: Scope,
  agentId: string,
  files: R2Bucket,
): Promise<{ model: Model | undefined; threshold: number }> {
  const agent = await agentRow(scope, agentId);
  const version = await servingVersion(scope, agent);
  return {
    model: version && (await cachedModel(files, version)),
    threshold: { ...defaultConfig, ...agent.config }.confidenceThreshold,
  };
}

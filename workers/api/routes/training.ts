import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
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
import type { AgentConfig } from "#workers/contract/endpoints/agents.ts";
import { type ProviderEnv, providerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import { type Classifier, embedding } from "#workers/domain/training/classify.ts";
import { hurried } from "#workers/providers/hurried.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { training } = endpoints;

/** Somebody is waiting for the test questions' answers: a provider that takes longer for all of them is left out. */
const ASK_MS = 25_000;

export function trainingRoutes(app: Hono<AppEnv>): void {
  mount(app, training.versions, ({ params, query }, { scope }) => listVersions(scope, params.id, query));

  mount(app, training.version, ({ params }, { c, scope }) =>
    getVersion(scope, params.id, params.version, c.env.FILES),
  );

  mount(app, training.serve, async ({ params }, { c, scope }) => {
    const version = await serveVersion(scope, params.id, params.version, c.env.FILES);
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
    const { classifier, config } = await serving(scope, params.id, c.env.FILES);
    if (!classifier) throw new DomainError("notTrained");
    const provider = await providerOfAgent(scope, c.env as ProviderEnv, params.id, config);
    return askQuestions(
      scope,
      params.id,
      classifier,
      config.confidenceThreshold,
      embedding(classifier, provider && hurried(provider, ASK_MS)),
    );
  });

  mount(app, training.overlaps, async ({ params, body }, { c, scope }) => {
    const classifier = await serving(scope, params.id, c.env.FILES)
      .then((found) => found.classifier)
      // An unreadable model matters to those who query it; here equal phrases are found all the same.
      .catch((error: unknown) => {
        if (error instanceof DomainError && error.code !== "notFound") return undefined;
        throw error;
      });
    return phraseOverlaps(scope, params.id, body, classifier?.model);
  });
}

/** The serving model, if there is one that the engine can read. */
async function serving(
  scope: Scope,
  agentId: string,
  files: R2Bucket,
): Promise<{ classifier: Classifier | undefined; config: AgentConfig }> {
  const agent = await agentRow(scope, agentId);
  const version = await servingVersion(scope, agent);
  return {
    classifier:
      version && (await cachedModel(files, { ...version, vectorFile: version.report.vectors?.file })),
    config: { ...defaultConfig, ...agent.config },
  };
}

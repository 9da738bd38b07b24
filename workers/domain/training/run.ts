import { and, asc, eq, sql } from "drizzle-orm";
import { messages } from "#app/messages.ts";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import type { AgentConfig } from "#workers/contract/endpoints/agents.ts";
import { loadModel } from "#workers/nlu/predict.ts";
import { loadVectors } from "#workers/nlu/vectors.ts";
import { type Provider, ProviderError } from "#workers/providers/provider.ts";
import { agentRow, defaultConfig, thisAgent } from "../agents/agent.ts";
import { describe, DomainError } from "../error.ts";
import { agentFileOf } from "../exchange/agent-file.ts";
import { finished, type LeasedJob } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { askQuestions } from "./ask-questions.ts";
import { findingsOf } from "./findings.ts";
import { learn } from "./learn.ts";
import { LeaseLost } from "./lease-lost.ts";
import { forgetOldVersions } from "./versions.ts";

/** Where model files are kept: what is needed of an R2 bucket. */
export interface Files {
  put(key: string, bytes: Uint8Array | string): Promise<unknown>;
  delete(keys: string | string[]): Promise<void>;
}

export interface Surroundings {
  files: Files;
  /** What the agent's model type works with; null where it needs nobody. */
  providerFor: (agentId: string, config: AgentConfig) => Promise<Provider | null>;
  /** Lets other work and the clock go on: inside one turn of the event loop a Worker's clock stands still. */
  breathe: () => Promise<void>;
  progress: (fraction: number) => Promise<void>;
}

/**
 * Trains the agent from the phrases as they are now, asks the new model the saved test questions, and swaps it in:
 * the version's row with its findings, the agent's pointer and the end of the job are one transaction, keyed by the
 * job's id, so a second finisher changes nothing. What it was trained from is kept beside it.
 */
export async function runTraining(
  scope: Scope,
  job: LeasedJob,
  { agentId, by }: { agentId: string; by: string },
  { files, providerFor, breathe, progress }: Surroundings,
): Promise<void> {
  const { db, enterpriseId, now } = scope;
  const agent = await agentRow(scope, agentId);
  const config = { ...defaultConfig, ...agent.config };
  const readAt = now();
  const { phrases, names } = await readPhrases(scope, agentId);
  if (phrases.length === 0) throw new DomainError("nothingToTrain");
  const content = await agentFileOf(scope, agentId);
  const provider = await providerFor(agentId, config);
  if (!provider && config.modelType === "OpenAi") {
    throw new DomainError("trainingFailed", { message: messages.providers.none });
  }

  const { model, report, vectors } = await learning(
    learn(scope, job, { intents: phrases, semantic: config.modelType === "Semantic" }, provider, {
      breathe,
      progress,
    }),
  );
  const classifier = { model: loadModel(model), ...(vectors && { vectors: loadVectors(vectors.bytes) }) };
  const tests = await askQuestions(scope, agentId, classifier, config.confidenceThreshold, provider);

  // The lease in the name keeps a file of a worker that was presumed dead from replacing this one.
  const file = `${enterpriseId}/models/${agentId}/${job.id}/${job.lease}`;
  const contentFile = `${file}.content.json`;
  const vectorFile = `${file}.vectors`;
  await Promise.all([
    files.put(file, model),
    files.put(contentFile, JSON.stringify(content)),
    ...(vectors ? [files.put(vectorFile, vectors.bytes)] : []),
  ]);
  const at = now();
  try {
    await db.batch([
      db.insert(modelVersions).values({
        id: job.id,
        enterpriseId,
        agentId,
        version: sql`(SELECT coalesce(max(version), 0) + 1 FROM model_versions WHERE agent_id = ${agentId})`,
        file,
        bytes: model.byteLength,
        contentFile,
        modelType: config.modelType,
        findings: findingsOf(report, tests, names),
        trainedBy: by,
        readAt,
        report: {
          intents: report.intents,
          phrases: report.phrases,
          accuracy: report.accuracy,
          milliseconds: at - readAt,
          ...(vectors && { vectors: { file: vectorFile, embeddingModel: vectors.embeddingModel } }),
        },
        createdAt: at,
      }),
      db.update(agents).set({ modelVersionId: job.id }).where(thisAgent(scope, agentId)),
      finished(scope, job, messages.bots.trained),
    ]);
  } catch (error) {
    await files.delete([file, contentFile, vectorFile]);
    if (describe(error).includes("UNIQUE constraint failed: model_versions.id")) throw new LeaseLost();
    throw error;
  }
  await forgetOldVersions(scope, agentId, files);
}

/** A provider that fails is why the training failed, in its own words; the last good model goes on serving. */
async function learning<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError("trainingFailed", { message: `${error.message} ${messages.bots.trainingFailed}` });
  }
}

/** Phrases by intent, in a fixed order: the same phrases make the same model. */
async function readPhrases({ db, enterpriseId }: Scope, agentId: string) {
  const [rows, named] = await db.batch([
    db
      .select({ intentId: utterances.intentId, text: utterances.text })
      .from(utterances)
      .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.agentId, agentId)))
      .orderBy(asc(utterances.intentId), asc(utterances.position)),
    db
      .select({ id: intents.id, name: intents.name })
      .from(intents)
      .where(and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId))),
  ]);
  const byIntent = Map.groupBy(rows, (row) => row.intentId);
  return {
    phrases: [...byIntent].map(([id, of]) => ({ id, phrases: of.map(({ text }) => text) })),
    names: new Map(named.map(({ id, name }) => [id, name])),
  };
}

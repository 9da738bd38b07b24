import { and, asc, eq } from "drizzle-orm";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { providersTexts } from "#texts/providers.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Encoder } from "#workers/nlu/encoder/encoder.ts";
import { loadModel } from "#workers/nlu/predict.ts";
import { meaningOfWords, type Meant } from "#workers/nlu/meaning.ts";
import { loadVectors } from "#workers/nlu/vectors.ts";
import { englishWords } from "#workers/nlu/words/shipped.ts";
import { type Provider, ProviderError } from "#workers/providers/provider.ts";
import { agentRow, defaultConfig } from "../bots/agent.ts";
import { DomainError } from "../error.ts";
import { agentFileOf } from "../import-export/agent-file.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { LeaseLost, type LeasedJob } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import type { Ctx } from "../ctx.ts";
import { askQuestions } from "./ask-questions.ts";
import { Embedder, ShareDone } from "./embedder.ts";
import { encodedPhrases } from "./encoded.ts";
import { encodedFile, type Files, modelFolder, tidyFiles } from "./files.ts";
import { findingsOf } from "./findings.ts";
import { learn } from "./learn.ts";
import { sentenceEncoder } from "./sentences.ts";
import { swapIn } from "./swap.ts";

export interface TrainingDeps {
  files: Files;
  /** The provider that the bot's model type works with; null where it needs none. */
  providerFor: (agentId: string, config: AgentConfig) => Promise<Provider | null>;
}

/**
 * Trains the bot from its phrases, asks the new model the saved test questions, and swaps it in. Answers "more" where a
 * slow provider needs another worker. A late worker, or a cancelled training, throws LeaseLost and leaves nothing.
 */
export async function runTraining(
  ctx: Ctx,
  held: HeldJob,
  { agentId, by }: JobPayload<"agent.train">,
  { files, providerFor }: TrainingDeps,
): Promise<PageEnd> {
  const agent = await agentRow(ctx, agentId);
  const config = { ...defaultConfig, ...agent.config };
  const { job } = held;
  try {
    await held.tell(job.progress, { now: true });
    const provider = await providerFor(agentId, config);
    if (!provider && config.modelType === "OpenAi") {
      throw new DomainError("trainingFailed", { message: providersTexts.none });
    }
    const made = await makeVersion(ctx, held, { agentId, config, provider, files });
    await keepVersion(ctx, job, { agentId, by, config }, made, files);
  } catch (error) {
    if (error instanceof ShareDone) return "more";
    if (error instanceof LeaseLost) await tidyFiles(ctx, agentId, files);
    throw error;
  }
  await tidyFiles(ctx, agentId, files);
  return "done";
}

interface Making {
  agentId: string;
  config: AgentConfig;
  provider: Provider | null;
  files: Files;
}
type Made = Awaited<ReturnType<typeof makeVersion>>;

async function makeVersion(ctx: Ctx, held: HeldJob, { agentId, config, provider, files }: Making) {
  const readAt = ctx.now();
  const { phrases, names } = await readPhrases(ctx, agentId);
  if (phrases.length === 0) throw new DomainError("nothingToTrain");
  const content = await agentFileOf(ctx, agentId);
  const folder = `${modelFolder(ctx, agentId)}${held.job.id}/embedded/`;
  const embedder = provider && (await Embedder.resume({ provider, held, files, folder, newId: ctx.newId }));
  const { meaning, encoder } = await meaningFor(ctx, held, { agentId, config, files }, phrases);
  const learnt = await learning(
    learn({ intents: phrases, meaning, language: config.language }, embedder, held),
  );
  const { model, vectors } = learnt;
  const classifier = {
    model: loadModel(model, englishWords),
    ...(encoder && { encoder }),
    ...(vectors && { vectors: loadVectors(vectors.bytes) }),
  };
  const embed = embedder && ((texts: readonly string[]) => embedder.vectorsOf(texts, () => held.pulse(1)));
  const tests = await askQuestions(ctx, agentId, classifier, config.confidenceThreshold, embed);
  // A fresh lease to write the files under: a worker that was cancelled or replaced up to here writes nothing.
  await held.beat();
  return { learnt, content, readAt, tests, findings: findingsOf(learnt.report, tests, names) };
}

/** The meaning of texts for a bot in English: by the sentence encoder for Semantic, else by the table of words. */
async function meaningFor(
  ctx: Ctx,
  held: HeldJob,
  { agentId, config: { language, modelType }, files }: Pick<Making, "agentId" | "config" | "files">,
  learnt: readonly { phrases: string[] }[],
): Promise<{ meaning?: Meant; encoder?: Encoder }> {
  if (language !== "en") return {};
  if (modelType !== "Semantic") return { meaning: meaningOfWords(englishWords()) };
  const encoder = await sentenceEncoder(files);
  const phrases = learnt.flatMap((intent) => intent.phrases);
  const file = encodedFile(ctx, agentId);
  return {
    encoder,
    meaning: await encodedPhrases(files, { file, encoder, phrases }, () => held.pulse(0)),
  };
}

/** Writes the files, then lets the version answer. Files first: a row never names a file that is not there. */
async function keepVersion(
  ctx: Ctx,
  job: LeasedJob,
  version: { agentId: string; config: AgentConfig; by: string },
  { learnt: { model, vectors, report }, content, readAt, tests, findings }: Made,
  files: Files,
): Promise<void> {
  const { agentId, config, by: trainedBy } = version;
  // The lease in the name keeps a file of a worker that was presumed dead from replacing this one.
  const file = `${modelFolder(ctx, agentId)}${job.id}/${job.lease}`;
  const named = {
    contentFile: `${file}.content.json`,
    findingsFile: `${file}.findings.json`,
    vectorFile: `${file}.vectors`,
  };
  await Promise.all([
    files.put(file, model),
    files.put(named.contentFile, JSON.stringify(content)),
    files.put(named.findingsFile, JSON.stringify(findings)),
    ...(vectors ? [files.put(named.vectorFile, vectors.bytes)] : []),
  ]);
  const at = ctx.now();
  try {
    await swapIn(ctx, job, {
      agentId,
      modelType: config.modelType,
      trainedBy,
      file,
      bytes: model.byteLength,
      contentFile: named.contentFile,
      findings: { file: named.findingsFile, tests: { right: tests.right, total: tests.total } },
      readAt,
      report: {
        intents: report.intents,
        phrases: report.phrases,
        accuracy: report.accuracy,
        milliseconds: at - readAt,
        language: config.language,
        ...(vectors && { vectors: { file: named.vectorFile, embeddingModel: vectors.embeddingModel } }),
      },
      createdAt: at,
    });
  } catch (error) {
    // Only where it is certain that no row names them; otherwise they are tidied away later.
    if (error instanceof LeaseLost) await files.delete([file, ...Object.values(named)]);
    throw error;
  }
}

/** A provider's failure fails the training, in its own words; the last good model goes on serving. */
async function learning<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new DomainError("trainingFailed", {
      message: `${error.message} ${botsAnswersTexts.trainingFailed}`,
    });
  }
}

/** Phrases by intent, in a fixed order: the same phrases make the same model. */
async function readPhrases({ db, enterpriseId }: Ctx, agentId: string) {
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

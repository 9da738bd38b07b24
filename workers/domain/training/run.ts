import { and, asc, eq, sql } from "drizzle-orm";
import { messages } from "#app/messages.ts";
import { agents, modelVersions } from "#db/tenant/agents.ts";
import { utterances } from "#db/tenant/intents.ts";
import type { TrainingInput } from "#workers/nlu/train.ts";
import { agentRow, thisAgent } from "../agents/agent.ts";
import { describe, DomainError } from "../error.ts";
import { finished, type LeasedJob } from "../jobs/lease.ts";
import type { Scope } from "../scope.ts";
import { learn } from "./learn.ts";
import { LeaseLost } from "./lease-lost.ts";

/** Where model files are kept: what is needed of an R2 bucket. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<unknown>;
  delete(key: string): Promise<void>;
}

export interface Surroundings {
  files: Files;
  /** Lets other work and the clock go on: inside one turn of the event loop a Worker's clock stands still. */
  breathe: () => Promise<void>;
  progress: (fraction: number) => Promise<void>;
}

/**
 * Trains the agent from the phrases as they are now and swaps the new version in: the version's row, the agent's
 * pointer and the end of the job are one transaction, keyed by the job's id, so a second finisher changes nothing.
 */
export async function runTraining(
  scope: Scope,
  job: LeasedJob,
  agentId: string,
  { files, breathe, progress }: Surroundings,
): Promise<void> {
  const { db, enterpriseId, now } = scope;
  await agentRow(scope, agentId);
  const readAt = now();
  const input = await readPhrases(scope, agentId);
  if (input.intents.length === 0) throw new DomainError("nothingToTrain");

  const { model, report } = await learn(scope, job, input, { breathe, progress });

  // The lease in the name keeps a file of a worker that was presumed dead from replacing this one.
  const file = `${enterpriseId}/models/${agentId}/${job.id}/${job.lease}`;
  await files.put(file, model);
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
        readAt,
        report: { ...report, milliseconds: at - readAt },
        createdAt: at,
      }),
      db.update(agents).set({ modelVersionId: job.id }).where(thisAgent(scope, agentId)),
      finished(scope, job, messages.bots.trained),
    ]);
  } catch (error) {
    await files.delete(file);
    if (describe(error).includes("UNIQUE constraint failed: model_versions.id")) throw new LeaseLost();
    throw error;
  }
}

/** Phrases by intent, in a fixed order: the same phrases make the same model. */
async function readPhrases({ db, enterpriseId }: Scope, agentId: string): Promise<TrainingInput> {
  const rows = await db
    .select({ intentId: utterances.intentId, text: utterances.text })
    .from(utterances)
    .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.agentId, agentId)))
    .orderBy(asc(utterances.intentId), asc(utterances.position));
  const byIntent = Map.groupBy(rows, (row) => row.intentId);
  return {
    intents: [...byIntent].map(([id, phrases]) => ({ id, phrases: phrases.map(({ text }) => text) })),
  };
}

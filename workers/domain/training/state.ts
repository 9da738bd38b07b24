import { and, eq, inArray } from "drizzle-orm";
import { agents, modelVersions } from "#db/tenant/bots.ts";
import type { Training } from "#workers/contract/endpoints/bots.ts";
import { defaultConfig, thisAgent, withAgent, type AgentRow } from "../bots/agent.ts";
import { readingLatestJob, type JobRow } from "../jobs/open.ts";
import { iso, type Ctx } from "../ctx.ts";

/** State of the bot's training: the newest job, the serving version, and the changes since that read its phrases. */
export const trainingState = (ctx: Ctx, agentId: string): Promise<Training> =>
  agentWithTraining(ctx, agentId).then(({ training }) => training);

/** A bot with the state of its training. */
export async function agentWithTraining(
  ctx: Ctx,
  agentId: string,
): Promise<{ agent: AgentRow; training: Training }> {
  const [agent, [job], [version]] = await withAgent(
    ctx,
    agentId,
    readingLatestJob(ctx, "agent.train", agentId),
    readingServing(ctx, agentId),
  );
  const training = {
    state: stateOf(job, version !== undefined),
    jobId: job?.id ?? null,
    progress: job?.progress ?? 0,
    message: job?.message ?? "",
    version: version?.version ?? null,
    trainedAt: version ? iso(version.createdAt) : null,
    changedSince: version ? isBehind(version, agent) : false,
    report: version
      ? {
          intents: version.report.intents,
          phrases: version.report.phrases,
          accuracy: version.report.accuracy,
          milliseconds: version.report.milliseconds,
        }
      : null,
  };
  return { agent, training };
}

/** Whether another training would make another model: of other phrases, another type, or another language. */
function isBehind(
  { readAt, modelType, report }: typeof modelVersions.$inferSelect,
  { contentChangedAt, config }: AgentRow,
): boolean {
  const now = { ...defaultConfig, ...config };
  // Versions that were trained before their language was kept say none.
  const learnt = report.language ?? now.language;
  return contentChangedAt > readAt || modelType !== now.modelType || learnt !== now.language;
}

function stateOf(job: JobRow | undefined, serves: boolean): Training["state"] {
  const ended = serves ? "trained" : "untrained";
  if (!job) return ended;
  switch (job.state) {
    case "waiting":
    case "running":
    case "failed":
      return job.state;
    case "cancelled":
      return "failed";
    case "done":
      return ended;
    default:
      return job.state satisfies never;
  }
}

/** A statement that reads the version that answers, if the bot was ever trained. */
export const readingServing = (ctx: Ctx, agentId: string) =>
  ctx.db
    .select()
    .from(modelVersions)
    .where(
      and(
        eq(modelVersions.enterpriseId, ctx.enterpriseId),
        inArray(
          modelVersions.id,
          ctx.db.select({ id: agents.modelVersionId }).from(agents).where(thisAgent(ctx, agentId)),
        ),
      ),
    )
    .limit(1);

import { and, eq } from "drizzle-orm";
import { modelVersions } from "#db/tenant/bots.ts";
import type { Training } from "#workers/contract/endpoints/bots.ts";
import { agentRow, type AgentRow } from "../bots/agent.ts";
import { latestJob, type JobRow } from "../jobs/open.ts";
import { iso, type Ctx } from "../ctx.ts";

/** State of the agent's training: the newest job, the serving version, and the changes since that read its phrases. */
export async function trainingState(ctx: Ctx, agent: AgentRow): Promise<Training> {
  const [job, version] = await Promise.all([
    latestJob(ctx, "agent.train", agent.id),
    servingVersion(ctx, agent),
  ]);
  return {
    state: stateOf(job, version !== undefined),
    jobId: job?.id ?? null,
    progress: job?.progress ?? 0,
    message: job?.message ?? "",
    version: version?.version ?? null,
    trainedAt: version ? iso(version.createdAt) : null,
    changedSince: version ? agent.contentChangedAt > version.readAt : false,
    report: version
      ? {
          intents: version.report.intents,
          phrases: version.report.phrases,
          accuracy: version.report.accuracy,
          milliseconds: version.report.milliseconds,
        }
      : null,
  };
}

/** The same, for an agent of which only the id is known. */
export const trainingStateOf = async (ctx: Ctx, agentId: string): Promise<Training> =>
  trainingState(ctx, await agentRow(ctx, agentId));

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

/** The version that answers, if the agent was ever trained. */
export const servingVersion = async (ctx: Ctx, agent: AgentRow) =>
  agent.modelVersionId ? versionRow(ctx, agent.modelVersionId) : undefined;

async function versionRow({ db, enterpriseId }: Ctx, id: string) {
  const [row] = await db
    .select()
    .from(modelVersions)
    .where(and(eq(modelVersions.enterpriseId, enterpriseId), eq(modelVersions.id, id)))
    .limit(1);
  return row;
}

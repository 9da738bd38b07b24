import { and, eq } from "drizzle-orm";
import { modelVersions } from "#db/tenant/agents.ts";
import type { Training } from "#workers/contract/endpoints/agents.ts";
import { agentRow, type AgentRow } from "../agents/agent.ts";
import { latestJob, type JobRow } from "../jobs/open.ts";
import { iso, type Scope } from "../scope.ts";

/** State of the agent's training: the newest job, the serving version, and the changes since that read its phrases. */
export async function trainingState(scope: Scope, agent: AgentRow): Promise<Training> {
  const [job, version] = await Promise.all([
    latestJob(scope, "agent.train", agent.id),
    servingVersion(scope, agent),
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
export const trainingStateOf = async (scope: Scope, agentId: string): Promise<Training> =>
  trainingState(scope, await agentRow(scope, agentId));

function stateOf(job: JobRow | undefined, serves: boolean): Training["state"] {
  const ended = serves ? "trained" : "untrained";
  if (!job) return ended;
  switch (job.state) {
    case "waiting":
    case "running":
    case "failed":
      return job.state;
    case "done":
      return ended;
    default:
      return job.state satisfies never;
  }
}

/** The version that answers, if the agent was ever trained. */
export const servingVersion = async (scope: Scope, agent: AgentRow) =>
  agent.modelVersionId ? versionRow(scope, agent.modelVersionId) : undefined;

async function versionRow({ db, enterpriseId }: Scope, id: string) {
  const [row] = await db
    .select()
    .from(modelVersions)
    .where(and(eq(modelVersions.enterpriseId, enterpriseId), eq(modelVersions.id, id)))
    .limit(1);
  return row;
}

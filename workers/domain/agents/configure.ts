import { agents } from "#db/tenant/agents.ts";
import type { Agent, AgentConfig, saveAgentConfig as contract } from "#workers/contract/endpoints/agents.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import { nextRevision, refuseStale, stillAt, unlessStale } from "../revision.ts";
import type { Scope } from "../scope.ts";
import { agentOnWire, agentRow, defaultConfig, thisAgent } from "./agent.ts";

/** Changes what the agent does when it is unsure. The threshold of an SVM agent stays as it is (it is read-only). */
export async function configureAgent(
  scope: Scope,
  id: string,
  { revision, openaiKey: _, ...wanted }: InputOf<typeof contract>["body"],
): Promise<Agent> {
  const before = await agentRow(scope, id);
  refuseStale(before, revision);
  const stored = { ...defaultConfig, ...before.config };
  const config: AgentConfig = {
    ...stored,
    ...wanted,
    integrationId: wanted.integrationId === undefined ? stored.integrationId : wanted.integrationId,
    confidenceThreshold: wanted.modelType === "SVM" ? stored.confidenceThreshold : wanted.confidenceThreshold,
  };
  const set = { config, ...nextRevision(scope, before) };
  const work = scope.db.batch([
    stillAt(scope, agents, id, before.revision),
    scope.db.update(agents).set(set).where(thisAgent(scope, id)),
    audited(scope, {
      action: "configure",
      kind: "agent",
      object: before,
      before: before.config,
      after: config,
    }),
  ]);
  await unlessStale(work, () => agentRow(scope, id));
  return agentOnWire({ ...before, ...set });
}

import { agents } from "#db/tenant/agents.ts";
import type { Agent, AgentConfig } from "#workers/contract/endpoints/agents.ts";
import { audited } from "../audit.ts";
import type { Scope } from "../scope.ts";
import { agentOnWire, agentRow, thisAgent } from "./agent.ts";

/** Changes what the agent does when it is unsure. The threshold of an SVM agent stays as it is (it is read-only). */
export async function configureAgent(scope: Scope, id: string, wanted: AgentConfig): Promise<Agent> {
  const before = await agentRow(scope, id);
  const config =
    wanted.modelType === "SVM"
      ? { ...wanted, confidenceThreshold: before.config.confidenceThreshold }
      : wanted;
  const set = { config, updatedAt: scope.now() };
  await scope.db.batch([
    scope.db.update(agents).set(set).where(thisAgent(scope, id)),
    audited(scope, {
      action: "configure",
      kind: "agent",
      object: before,
      before: before.config,
      after: config,
    }),
  ]);
  return agentOnWire({ ...before, ...set });
}

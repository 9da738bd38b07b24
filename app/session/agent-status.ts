import { call, request } from "#app/data/api.ts";
import { createStore } from "#app/lib/store.ts";
import {
  type AgentStatus,
  getAgentStatus,
  updateAgentStatus,
} from "#workers/contract/endpoints/agent-status.ts";

/** The person's own availability for chats; undefined until the server has supplied it. */
export const agentStatusStore = createStore<AgentStatus | undefined>(undefined);

/** Loads the status. A failure is ignored: the console works without it. */
export async function loadAgentStatus(): Promise<void> {
  await call(getAgentStatus).then(
    ({ agentStatus }) => agentStatusStore.set(agentStatus),
    () => undefined,
  );
}

/** Saves the status and returns the server's sentence; restores the previous one when the server refuses. */
export async function setAgentStatus(agentStatus: AgentStatus): Promise<string> {
  const before = agentStatusStore.get();
  agentStatusStore.set(agentStatus);
  try {
    return (await request(updateAgentStatus, { body: { agentStatus } })).message;
  } catch (error) {
    agentStatusStore.set(before);
    throw error;
  }
}

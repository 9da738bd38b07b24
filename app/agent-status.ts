import { call, request } from "#app/api.ts";
import { createStore } from "#app/store.ts";
import { type AgentStatus, getAgentStatus, updateAgentStatus } from "#workers/contract/endpoints/users.ts";

/** Whether one says to be there; undefined until the server has said what it was. */
export const agentStatusStore = createStore<AgentStatus | undefined>(undefined);

/** Asks what it is. That it cannot be had takes nothing from the console. */
export async function loadAgentStatus(): Promise<void> {
  await call(getAgentStatus).then(
    ({ agentStatus }) => agentStatusStore.set(agentStatus),
    () => undefined,
  );
}

/** Says it, and answers the server's sentence; what was shown comes back when the server refuses. */
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

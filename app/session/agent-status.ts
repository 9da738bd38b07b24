import { call, request } from "#app/data/api.ts";
import { takeEntry } from "./session.ts";
import { createStore } from "#app/lib/store.ts";
import {
  type AgentStatus,
  getAgentStatus,
  updateAgentStatus,
} from "#workers/contract/endpoints/agent-status.ts";

/** The person's own availability for chats; undefined until the server has supplied it. */
export const agentStatusStore = createStore<AgentStatus | undefined>(undefined);

/**
 * Loads the status. Somebody who has just signed in is available, unless they had said that they are away. A failure is
 * ignored: the console works without it.
 */
export async function loadAgentStatus(): Promise<void> {
  const arrives = takeEntry();
  try {
    const { agentStatus } = await call(getAgentStatus);
    if (arrives && agentStatus === "offline") await setAgentStatus("online");
    else agentStatusStore.set(agentStatus);
  } catch {
    // It stays what it was.
  }
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

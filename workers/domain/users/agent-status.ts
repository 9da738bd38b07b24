import { users } from "#db/directory/users.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { thisUser, userRow } from "./user.ts";

/** The availability that the caller has set for themselves. */
export const agentStatus = async (directoryCtx: DirectoryCtx): Promise<AgentStatus> =>
  (await userRow(directoryCtx, directoryCtx.actor.userId)).agentStatus;

/** Sets the caller's own availability. Two people cannot make this edit at once, so no revision; nor is it audited. */
export async function setAgentStatus(directoryCtx: DirectoryCtx, status: AgentStatus): Promise<void> {
  await directoryCtx.db
    .update(users)
    .set({ agentStatus: status })
    .where(thisUser(directoryCtx, directoryCtx.actor.userId));
}

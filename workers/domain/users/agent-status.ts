import { users } from "#db/directory/users.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import type { DirectoryScope } from "../scope.ts";
import { thisUser, userRow } from "./user.ts";

/** The availability that the caller has set for themselves. */
export const agentStatus = async (office: DirectoryScope): Promise<AgentStatus> =>
  (await userRow(office, office.actor.userId)).agentStatus;

/** Sets the caller's own availability. Two people cannot make this edit at once, so no revision; nor is it audited. */
export async function setAgentStatus(office: DirectoryScope, status: AgentStatus): Promise<void> {
  await office.db.update(users).set({ agentStatus: status }).where(thisUser(office, office.actor.userId));
}

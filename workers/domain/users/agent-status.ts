import { users } from "#db/directory/users.ts";
import type { AgentStatus } from "#workers/contract/endpoints/users.ts";
import type { DirectoryScope } from "../scope.ts";
import { thisUser, userRow } from "./user.ts";

/** Whether the one who asks says to be there. */
export const agentStatus = async (office: DirectoryScope): Promise<AgentStatus> =>
  (await userRow(office, office.actor.userId)).agentStatus;

/** Says whether the one who asks is there. No edit that two could make at once, so no revision; nor is it audited. */
export async function setAgentStatus(office: DirectoryScope, status: AgentStatus): Promise<void> {
  await office.db.update(users).set({ agentStatus: status }).where(thisUser(office, office.actor.userId));
}

import { users } from "#db/directory/users.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import { auditedInDirectory } from "../audit.ts";
import { leavingTask } from "../after-commit/leave.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { thisUser, userRow } from "./user.ts";

/** The availability that the caller has set for themselves. */
export const agentStatus = async (directoryCtx: DirectoryCtx): Promise<AgentStatus> =>
  (await userRow(directoryCtx, directoryCtx.actor.userId)).agentStatus;

/**
 * Sets the caller's own availability; whoever says it is there. Two people cannot make this edit at once, so no revision;
 * nor is it audited. A task tells the enterprise's screens.
 */
export async function setAgentStatus(directoryCtx: DirectoryCtx, status: AgentStatus): Promise<void> {
  const { db, actor } = directoryCtx;
  await db.batch([
    db.update(users).set({ agentStatus: status, gone: false }).where(thisUser(directoryCtx, actor.userId)),
    leavingTask(directoryCtx, { kind: "agentStatusChanged", userId: actor.userId }),
  ]);
}

/** Sets a colleague's availability on a supervisor's behalf, which the trail says. Throws notFound. */
export async function forceAgentStatus(
  directoryCtx: DirectoryCtx,
  userId: string,
  status: AgentStatus,
): Promise<void> {
  const { db } = directoryCtx;
  const { name, agentStatus: before } = await userRow(directoryCtx, userId);
  await db.batch([
    db.update(users).set({ agentStatus: status }).where(thisUser(directoryCtx, userId)),
    auditedInDirectory(directoryCtx, {
      action: "update",
      kind: "user",
      object: { id: userId, name },
      before: { agentStatus: before },
      after: { agentStatus: status },
    }),
    leavingTask(directoryCtx, { kind: "agentStatusChanged", userId }),
  ]);
}

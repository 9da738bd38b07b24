import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { afterCommitTask } from "#workers/contract/after-commit.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { leaveDepartments } from "./leave-departments.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { roleSetsOf } from "../roles/rights.ts";
import { thisUser } from "./user.ts";
import { forgetTask, type LeftTask } from "../after-commit/leave.ts";

/** Dependencies of the errands of one enterprise. */
export interface TaskDeps {
  directoryCtx: DirectoryCtx;
  ctx: Ctx;
  hub: HubCalls;
}

/**
 * Runs an errand and deletes it. It acts on the directory's current state and not on that of when the errand was
 * stored, so running it twice, late, or out of order ends the same.
 */
export async function runTask(deps: TaskDeps, { id, what }: LeftTask): Promise<void> {
  await work(deps, afterCommitTask.parse(what));
  await forgetTask(deps.directoryCtx.db, id);
}

async function work({ directoryCtx, ctx, hub }: TaskDeps, what: LeftTask["what"]): Promise<void> {
  switch (what.kind) {
    case "rolesChanged":
      await hub.changeRights({ sets: await roleSetsOf(directoryCtx) });
      await hub.publish({ action: "rightsChanged", data: { roles: what.roles, uId: "" } });
      return;
    case "userChanged": {
      const uId = what.userId;
      const user = await personNow(directoryCtx, uId);
      if (!user) return;
      await hub.changeRights({ sets: await roleSetsOf(directoryCtx), user: { uId, roles: user.roles } });
      await hub.publish({ action: "rightsChanged", data: { roles: [], uId } });
      return;
    }
    case "leaveDepartments": {
      // A person who was reactivated meanwhile has left them already, and may lead others by now.
      const user = await personNow(directoryCtx, what.userId);
      if (user?.state === USER_STATE.deactivated) {
        await leaveDepartments({ ...ctx, actor: what.by }, what.userId);
      }
      return;
    }
    default:
      what satisfies never;
  }
}

async function personNow(directoryCtx: DirectoryCtx, userId: string) {
  const [row] = await directoryCtx.db
    .select({ roles: users.roles, state: users.state })
    .from(users)
    .where(thisUser(directoryCtx, userId))
    .limit(1);
  return row;
}

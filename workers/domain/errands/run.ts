import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { errand } from "#workers/contract/errands.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { leaveDepartments } from "../departments/leave.ts";
import type { DirectoryScope, Scope } from "../scope.ts";
import { roleSetsOf } from "../users/rights.ts";
import { thisUser } from "../users/user.ts";
import { forgetErrand, type LeftErrand } from "./leave.ts";

/** Dependencies of the errands of one enterprise. */
export interface Reach {
  office: DirectoryScope;
  scope: Scope;
  hub: HubCalls;
}

/**
 * Runs an errand and deletes it. It acts on the directory's current state and not on that of when the errand was
 * stored, so running it twice, late, or out of order ends the same.
 */
export async function runErrand(reach: Reach, { id, what }: LeftErrand): Promise<void> {
  await work(reach, errand.parse(what));
  await forgetErrand(reach.office.db, id);
}

async function work({ office, scope, hub }: Reach, what: LeftErrand["what"]): Promise<void> {
  switch (what.kind) {
    case "rolesChanged":
      await hub.changeRights({ sets: await roleSetsOf(office) });
      await hub.publish({ action: "rightsChanged", data: { roles: what.roles, uId: "" } });
      return;
    case "userChanged": {
      const uId = what.userId;
      const user = await personNow(office, uId);
      if (!user) return;
      await hub.changeRights({ sets: await roleSetsOf(office), user: { uId, roles: user.roles } });
      await hub.publish({ action: "rightsChanged", data: { roles: [], uId } });
      return;
    }
    case "leaveDepartments": {
      // A person who was reactivated meanwhile has left them already, and may lead others by now.
      const user = await personNow(office, what.userId);
      if (user?.state === USER_STATE.deactivated) {
        await leaveDepartments({ ...scope, actor: what.by }, what.userId);
      }
      return;
    }
    default:
      what satisfies never;
  }
}

async function personNow(office: DirectoryScope, userId: string) {
  const [row] = await office.db
    .select({ roles: users.roles, state: users.state })
    .from(users)
    .where(thisUser(office, userId))
    .limit(1);
  return row;
}

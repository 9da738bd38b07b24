import { describe } from "#workers/domain/error.ts";
import type { DirectoryScope } from "#workers/domain/scope.ts";
import { roleSetsOf } from "#workers/domain/users/rights.ts";
import { hubOf } from "./hub.ts";

type Env = Pick<ApiEnv, "HUB">;

/**
 * Tells the live sockets what roles permit from now on, so that what was taken away is gone there as well, and the
 * consoles, so that menu and screens follow. The change itself holds with the next call, whether this works or not.
 */
export const tellRolesChanged = (env: Env, office: DirectoryScope, roles: readonly number[]): Promise<void> =>
  telling(async () => {
    const hub = hubOf(env, office.enterpriseId);
    await hub.changeRights({ sets: await roleSetsOf(office) });
    await hub.publish({ action: "rightsChanged", data: { roles: [...roles], uId: "" } });
  });

/** The same when one person has other roles. */
export const tellUserChanged = (
  env: Env,
  office: DirectoryScope,
  user: { uId: string; roles: number[] },
): Promise<void> =>
  telling(async () => {
    const hub = hubOf(env, office.enterpriseId);
    await hub.changeRights({ sets: await roleSetsOf(office), user });
    await hub.publish({ action: "rightsChanged", data: { roles: [], uId: user.uId } });
  });

/** Closes the sockets of sessions that have ended. */
export const closeSessions = (env: Env, enterpriseId: string, sessionIds: readonly string[]): Promise<void> =>
  telling(async () => {
    const hub = hubOf(env, enterpriseId);
    await Promise.all(sessionIds.map((id) => hub.endSession(id)));
  });

/** What is written is written: a hub that cannot be reached must not make it look undone. Tried twice, then logged. */
async function telling(work: () => Promise<void>): Promise<void> {
  try {
    await work().catch(work);
  } catch (error) {
    console.log(JSON.stringify({ level: "error", failure: `hub: ${describe(error)}` }));
  }
}

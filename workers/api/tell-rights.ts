import type { DirectoryScope } from "#workers/domain/scope.ts";
import { roleSetsOf } from "#workers/domain/users/rights.ts";
import { hubOf, telling } from "./hub.ts";

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

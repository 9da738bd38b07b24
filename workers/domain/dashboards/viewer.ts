import type { dashboards } from "#db/tenant/dashboards.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { isAdministrator } from "#workers/contract/roles.ts";

/** Somebody who looks at dashboards. */
export interface Viewer {
  userId: string;
  roles: readonly number[];
  permissions: readonly Permission[];
}

type Shared = Pick<typeof dashboards.$inferSelect, "makerId" | "isLeft" | "sharing" | "roles">;

/** A dashboard is its maker's, and that of those it is shared with; one that was left behind is the administrators'. */
export function isSeenBy({ makerId, isLeft, sharing, roles }: Shared, viewer: Viewer): boolean {
  if (makerId === viewer.userId || sharing === "all") return true;
  if (isLeft && isAdministrator(viewer.roles)) return true;
  return sharing === "roles" && roles.some((role) => viewer.roles.includes(role));
}

/** Its maker, and administrators who see it. */
export const mayEdit = (shared: Shared, viewer: Viewer): boolean =>
  shared.makerId === viewer.userId || (isAdministrator(viewer.roles) && isSeenBy(shared, viewer));

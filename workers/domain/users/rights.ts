import { eq } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { rolePermissions } from "#db/directory/enterprises.ts";
import { isAdministrator, permissionsOf, type RoleSets } from "#workers/contract/roles.ts";
import { DomainError } from "../error.ts";
import type { DirectoryScope } from "../scope.ts";

/** Who acts, as far as it matters to what they may give: their roles, and what roles mean in the enterprise. */
export interface Rights {
  roles: readonly number[];
  sets: RoleSets;
}

/** What the enterprise's administrators have made of roles. */
export const roleSetsOf = ({
  db,
  enterpriseId,
}: Pick<DirectoryScope, "db" | "enterpriseId">): Promise<RoleSets> =>
  db
    .select({ role: rolePermissions.role, permissions: rolePermissions.permissions })
    .from(rolePermissions)
    .where(eq(rolePermissions.enterpriseId, enterpriseId));

/** The rights of the person with these roles. */
export const rightsOf = async (office: DirectoryScope, roles: readonly number[]): Promise<Rights> => ({
  roles,
  sets: await roleSetsOf(office),
});

/**
 * Whether one who may edit users may edit these: administrators everybody, others nobody who may do more than they
 * themselves. Otherwise a new password for an administrator would be a way to become one.
 */
export function covers(by: Rights, roles: readonly number[]): boolean {
  if (isAdministrator(by.roles)) return true;
  if (isAdministrator(roles)) return false;
  const own = permissionsOf(by.roles, by.sets);
  return permissionsOf(roles, by.sets).every((permission) => own.includes(permission));
}

/** Refuses to touch a person who may do more. */
export function refuseAbove(by: Rights, roles: readonly number[]): void {
  if (!covers(by, roles)) throw new DomainError("aboveYou");
}

/** Refuses to give roles that may do more than the giver, be it to others or to himself. */
export function refuseGiving(by: Rights, roles: readonly number[]): void {
  if (covers(by, roles)) return;
  const { beyondOwn } = messages.users;
  throw new DomainError("aboveYou", { message: beyondOwn, errors: { roles: beyondOwn } });
}

import { eq } from "drizzle-orm";
import { usersTexts } from "#texts/users.ts";
import { rolePermissions } from "#db/directory/enterprises.ts";
import { isAdministrator, permissionsOf, type RoleSets } from "#workers/contract/roles.ts";
import { DomainError } from "../error.ts";
import type { DirectoryCtx } from "../ctx.ts";

/** Roles of the acting person, and each role's permissions in the enterprise: the basis of what they may grant. */
export interface Rights {
  roles: readonly number[];
  sets: RoleSets;
}

/** A statement that reads the permissions that the enterprise's administrators have set for roles. */
export const readingRoleSets = ({ db, enterpriseId }: Pick<DirectoryCtx, "db" | "enterpriseId">) =>
  db
    .select({ role: rolePermissions.role, permissions: rolePermissions.permissions })
    .from(rolePermissions)
    .where(eq(rolePermissions.enterpriseId, enterpriseId));

export const roleSetsOf = async (
  directoryCtx: Pick<DirectoryCtx, "db" | "enterpriseId">,
): Promise<RoleSets> => readingRoleSets(directoryCtx);

/** The rights of the person with these roles. */
export const rightsOf = async (directoryCtx: DirectoryCtx, roles: readonly number[]): Promise<Rights> => ({
  roles,
  sets: await roleSetsOf(directoryCtx),
});

/**
 * Whether a person with the right to edit users may edit these: administrators everybody, others nobody who may do more
 * than they themselves. Otherwise resetting an administrator's password would be a way to become one.
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

/** Refuses to give roles that may do more than the giver, to others or to themselves. */
export function refuseGiving(by: Rights, roles: readonly number[]): void {
  if (covers(by, roles)) return;
  const { beyondOwn } = usersTexts;
  throw new DomainError("aboveYou", { message: beyondOwn, errors: { roles: beyondOwn } });
}

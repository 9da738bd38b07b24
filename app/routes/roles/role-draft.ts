import type { RoleSet } from "#workers/contract/endpoints/roles.ts";
import { type Permission, permissions } from "#workers/contract/permissions.ts";
import { adminNeeds, isAdministrator } from "#workers/contract/roles.ts";

/** The edited roles with their permissions; only roles that differ from the stored ones are in it. */
export type RoleDraft = ReadonlyMap<number, ReadonlySet<Permission>>;

/** The permissions of a role as shown, edits included. */
export const heldBy = (role: RoleSet, draft: RoleDraft): ReadonlySet<Permission> =>
  draft.get(role.id) ?? new Set(role.permissions);

/** Returns the draft with permissions granted to or revoked from a role; a role equal to the stored one is dropped. */
export function withGrants(
  draft: RoleDraft,
  role: RoleSet,
  which: readonly Permission[],
  on: boolean,
): RoleDraft {
  const held = new Set(heldBy(role, draft));
  for (const each of which) {
    if (on) held.add(each);
    else held.delete(each);
  }
  const next = new Map(draft);
  const same = held.size === role.permissions.length && role.permissions.every((each) => held.has(each));
  if (same) next.delete(role.id);
  else next.set(role.id, held);
  return next;
}

export interface RoleChange {
  role: RoleSet;
  gains: Permission[];
  loses: Permission[];
}

/** The differences from the stored roles, by role. */
export const changesOf = (roles: readonly RoleSet[], draft: RoleDraft): RoleChange[] =>
  roles.flatMap((role) => {
    const held = draft.get(role.id);
    if (!held) return [];
    const gains = permissions.filter((each) => held.has(each) && !role.permissions.includes(each));
    const loses = permissions.filter((each) => !held.has(each) && role.permissions.includes(each));
    return gains.length + loses.length > 0 ? [{ role, gains, loses }] : [];
  });

/** The editing user: an administrator may grant every permission, others only those that they hold. */
export interface Editor {
  mayEdit: boolean;
  isAdmin: boolean;
  own: readonly Permission[];
}

export type Obstacle = "readOnly" | "needed" | "notHeld";

/** The reason why a box cannot be changed; undefined when it can. The server applies the same rules. */
export function obstacleOf(editor: Editor, role: RoleSet, permission: Permission): Obstacle | undefined {
  if (!editor.mayEdit) return "readOnly";
  if (isAdministrator([role.id]) && adminNeeds.includes(permission)) return "needed";
  const gives = !role.permissions.includes(permission);
  return gives && !editor.isAdmin && !editor.own.includes(permission) ? "notHeld" : undefined;
}

/** The differences alone, to be kept: the stored roles may have changed by the time they are restored. */
export type KeptRoles = { role: number; gains: Permission[]; loses: Permission[] }[];

export const keptOf = (changes: readonly RoleChange[]): KeptRoles =>
  changes.map(({ role, gains, loses }) => ({ role: role.id, gains, loses }));

/** Applies kept differences to the roles stored now; those that are no longer allowed are left out. */
export function takenUp(kept: KeptRoles, roles: readonly RoleSet[], editor: Editor): RoleDraft {
  let draft: RoleDraft = new Map();
  for (const { role: id, gains, loses } of kept) {
    const role = roles.find((each) => each.id === id);
    if (!role) continue;
    const free = (which: readonly Permission[]) =>
      permissions.filter((each) => which.includes(each) && obstacleOf(editor, role, each) === undefined);
    draft = withGrants(withGrants(draft, role, free(gains), true), role, free(loses), false);
  }
  return draft;
}

import { eq } from "drizzle-orm";
import { rolesTexts as texts } from "#texts/roles.ts";
import { rolePermissions } from "#db/directory/enterprises.ts";
import type { PermissionGroup, RoleConfiguration, RoleSet } from "#workers/contract/endpoints/roles.ts";
import { permissions } from "#workers/contract/permissions.ts";
import { isRole, type Role, roles } from "#workers/contract/roles.ts";
import { type DirectoryCtx, iso } from "../ctx.ts";

type Row = typeof rolePermissions.$inferSelect;

/** All permissions in groups, and those of every role of the enterprise. */
export async function roleConfiguration({ db, enterpriseId }: DirectoryCtx): Promise<RoleConfiguration> {
  const rows = await db.select().from(rolePermissions).where(eq(rolePermissions.enterpriseId, enterpriseId));
  return configurationOf(rows);
}

/** The same as if nobody had ever changed a role. */
export const defaultConfiguration = (): RoleConfiguration => configurationOf([]);

const configurationOf = (rows: readonly Row[]): RoleConfiguration => ({
  permissionList: { data: groups },
  roles: Object.keys(roles)
    .map(Number)
    .filter(isRole)
    .map((role) =>
      roleSetOf(
        role,
        rows.find((row) => row.role === role),
      ),
    ),
});

/** A role as the wire has it; without a row it has its defaults. */
export const roleSetOf = (role: Role, row: Row | undefined): RoleSet => ({
  id: role,
  name: roles[role].name,
  permissions: [...(row?.permissions ?? roles[role].defaults)],
  revision: row?.revision ?? 0,
  updatedBy: row?.updatedBy ?? "",
  updatedAt: row ? iso(row.updatedAt) : null,
});

const groupNames: Record<string, string> = texts.groups;
const itemNames: Record<string, string> = texts.items;

/** The part before the first dot is the group, the rest the item: `{group}.{item}` is the permission again. */
const groups: PermissionGroup[] = [
  ...Map.groupBy(permissions, (permission) => permission.slice(0, permission.indexOf("."))),
].map(([group, held]) => ({
  id: group,
  name: groupNames[group] ?? group,
  value: held.map((permission) => {
    const item = permission.slice(group.length + 1);
    return { id: item, name: itemNames[item] ?? item, value: permission };
  }),
}));

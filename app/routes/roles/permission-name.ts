import { rolesTexts } from "#texts/roles.ts";
import type { Permission } from "#workers/contract/permissions.ts";

const groups: Record<string, string> = rolesTexts.groups;
const items: Record<string, string> = rolesTexts.items;

/** The display name of a permission, such as "Campaigns, Edit". */
export function nameOfPermission(permission: Permission): string {
  const dot = permission.indexOf(".");
  const [group, item] = [permission.slice(0, dot), permission.slice(dot + 1)];
  return `${groups[group] ?? group}, ${items[item] ?? item}`;
}

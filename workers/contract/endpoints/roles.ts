import { z } from "zod";
import { endpoint, holding, signedIn } from "../endpoint.ts";
import { type Permission, permissions } from "../permissions.ts";

/** A permission as the specification's role configuration lists it: `{group}.{item}` is the key of a screen. */
const permissionGroup = z.object({
  id: z.string(),
  name: z.string(),
  value: z.array(z.object({ id: z.string(), name: z.string(), value: z.enum(permissions) })),
});
export type PermissionGroup = z.infer<typeof permissionGroup>;

const roleSet = z.object({
  id: z.int(),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** 0 until somebody changes it. */
  revision: z.int().min(0),
  updatedBy: z.string(),
  updatedAt: z.iso.datetime().nullable(),
});
export type RoleSet = z.infer<typeof roleSet>;

const configuration = z.object({
  permissionList: z.object({ data: z.array(permissionGroup) }),
  roles: z.array(roleSet),
});
export type RoleConfiguration = z.infer<typeof configuration>;

/**
 * Everybody signed in may read it: a role's permissions are no secret, and the console needs them to describe people's
 * roles.
 */
export const listRoles = endpoint({
  method: "GET",
  path: "/e/enterprise/roles/permissions",
  summary: "All permissions in groups, and what each role of this enterprise holds",
  access: signedIn,
  reply: configuration,
  under: "data",
});

export const defaultRoles = endpoint({
  method: "GET",
  path: "/e/enterprise/roles/permissions/default",
  summary: "The same before anybody changed it",
  access: signedIn,
  reply: configuration,
  under: "data",
});

/** 1 or 0 per permission; a permission with 0, or left out, is not granted. */
const grants = z.partialRecord(z.enum(permissions), z.literal([0, 1]));

/** The permissions granted by a set of 0 and 1, in the table's order. */
export const grantedIn = (set: z.infer<typeof grants>): Permission[] =>
  permissions.filter((permission) => set[permission] === 1);

export const saveRole = endpoint({
  method: "PUT",
  path: "/e/enterprise/roles/:role/permissions",
  summary:
    "Sets what a role holds in this enterprise; everybody who has the role feels it with the next call",
  access: holding("ROLES.EDIT"),
  params: z.object({ role: z.coerce.string().max(64).meta({ description: "The role's number, 1 to 6" }) }),
  body: z.object({
    permissions: grants,
    revision: z.int().min(0).optional(),
  }),
  reply: roleSet,
  under: "data",
});

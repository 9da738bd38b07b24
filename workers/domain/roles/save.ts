import { and, eq, sql } from "drizzle-orm";
import { rolesTexts } from "#texts/roles.ts";
import { rolePermissions } from "#db/directory/enterprises.ts";
import type { RoleSet } from "#workers/contract/endpoints/roles.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { adminNeeds, isAdministrator, permissionsOf, type Role, roles } from "#workers/contract/roles.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { leavingTask } from "../after-commit/leave.ts";
import { guard } from "../guard.ts";
import { nextRevision, refuseStale, unlessStale } from "../revision.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { Rights } from "./rights.ts";
import { roleSetOf } from "./configuration.ts";

/** A role that nobody has changed has no row: its revision is 0. */
const unchanged = { revision: 0, updatedBy: "", updatedAt: 0 };

/**
 * Sets a role's permissions. The administrators' keeps those needed to repair an enterprise; others give no role what
 * they lack, so that nobody can promote themselves or a friend. Leaves the task that tells live sockets.
 */
export async function saveRole(
  directoryCtx: DirectoryCtx,
  by: Rights,
  { role, granted, revision }: { role: Role; granted: readonly Permission[]; revision?: number | undefined },
): Promise<RoleSet> {
  const { db, enterpriseId, now } = directoryCtx;
  const row = await roleRow(directoryCtx, role);
  const before = row ?? unchanged;
  refuseStale(before, revision);
  const had: readonly Permission[] = row?.permissions ?? roles[role].defaults;
  refuseTooLittle(role, granted);
  refuseBeyond(
    by,
    granted.filter((permission) => !had.includes(permission)),
  );
  const next = { permissions: [...granted], ...nextRevision(directoryCtx, before) };
  const at = sql`coalesce((SELECT ${rolePermissions.revision} FROM ${rolePermissions} WHERE ${thisRole(directoryCtx, role)}), 0)`;
  const [, [saved]] = await unlessStale(
    db.batch([
      guard(directoryCtx, sql`${at} = ${before.revision}`),
      db
        .insert(rolePermissions)
        .values({ enterpriseId, role, createdAt: now(), ...next })
        .onConflictDoUpdate({ target: [rolePermissions.enterpriseId, rolePermissions.role], set: next })
        .returning(),
      auditedInDirectory(directoryCtx, {
        action: "update",
        kind: "role",
        object: { id: String(role), name: roles[role].name },
        before: { permissions: had },
        after: { permissions: granted },
      }),
      leavingTask(directoryCtx, { kind: "rolesChanged", roles: [role] }),
    ]),
    async () => (await roleRow(directoryCtx, role)) ?? unchanged,
  );
  return roleSetOf(role, saved);
}

const thisRole = ({ enterpriseId }: DirectoryCtx, role: Role) =>
  and(eq(rolePermissions.enterpriseId, enterpriseId), eq(rolePermissions.role, role));

async function roleRow(directoryCtx: DirectoryCtx, role: Role) {
  const [row] = await directoryCtx.db
    .select()
    .from(rolePermissions)
    .where(thisRole(directoryCtx, role))
    .limit(1);
  return row;
}

function refuseTooLittle(role: Role, granted: readonly Permission[]): void {
  const lacking = isAdministrator([role]) ? adminNeeds.filter((each) => !granted.includes(each)) : [];
  if (lacking.length > 0) refuse(rolesTexts.adminNeeds(lacking.join(", ")));
}

function refuseBeyond(by: Rights, added: readonly Permission[]): void {
  if (isAdministrator(by.roles)) return;
  const own = permissionsOf(by.roles, by.sets);
  const beyond = added.filter((permission) => !own.includes(permission));
  if (beyond.length > 0) refuse(rolesTexts.beyondOwn(beyond.join(", ")));
}

function refuse(message: string): never {
  throw new DomainError("roleRefused", { message, errors: { permissions: message } });
}

import { sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { chatDefaults, type updateRoles as contract, type User } from "#workers/contract/endpoints/users.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { leavingTask } from "../after-commit/leave.ts";
import { guard } from "../guard.ts";
import { nextRevision, refuseStale } from "../revision.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { refuseAbove, refuseGiving, type Rights } from "../roles/rights.ts";
import { administratorRemains, userUnchanged, thisUser, unlessGuardFailed, userOf, userRow } from "./user.ts";

/**
 * Sets roles and chat settings. Nobody gives more than they have. The write itself checks that an active administrator
 * remains, so that two cannot remove each other at once. New roles leave the task that tells live sockets.
 */
export async function updateRoles(
  directoryCtx: DirectoryCtx,
  by: Rights,
  id: string,
  { roles, chat, revision }: InputOf<typeof contract>["body"],
): Promise<User> {
  const before = await userRow(directoryCtx, id);
  refuseStale(before, revision);
  refuseAbove(by, before.roles);
  const next = {
    roles: roles ?? before.roles,
    chatSettings: { ...chatDefaults, ...before.chatSettings, ...chat },
  };
  refuseGiving(by, next.roles);
  const remains = isAdministrator(next.roles) ? sql`1` : administratorRemains(directoryCtx, before);
  const [, [saved]] = await unlessGuardFailed(
    directoryCtx,
    before,
    directoryCtx.db.batch([
      guard(directoryCtx, sql`${userUnchanged(directoryCtx, before)} AND ${remains}`),
      directoryCtx.db
        .update(users)
        .set({ ...next, ...nextRevision(directoryCtx, before) })
        .where(thisUser(directoryCtx, id))
        .returning(),
      auditedInDirectory(directoryCtx, {
        action: "update",
        kind: "user",
        object: { id, name: before.name },
        before: { roles: before.roles, chat: { ...chatDefaults, ...before.chatSettings } },
        after: { roles: next.roles, chat: next.chatSettings },
      }),
      ...(roles ? [leavingTask(directoryCtx, { kind: "userChanged", userId: id })] : []),
    ]),
    new DomainError("lastAdministrator"),
  );
  if (!saved) throw new DomainError("notFound");
  return userOf(saved);
}

import { sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { chatDefaults, type updateRoles as contract, type User } from "#workers/contract/endpoints/users.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import { auditedInDirectory } from "../audit.ts";
import { DomainError } from "../error.ts";
import { leavingErrand, type LeftErrand } from "../errands/leave.ts";
import { only } from "../guard.ts";
import { nextRevision, refuseStale } from "../revision.ts";
import type { DirectoryScope } from "../scope.ts";
import { refuseAbove, refuseGiving, type Rights } from "./rights.ts";
import { administratorRemains, stillThe, thisUser, unlessRefused, userOf, userRow } from "./user.ts";

/**
 * Sets roles and chat settings. Nobody gives others or themselves more than they have. An active administrator always
 * remains: the write itself checks that, so that two who remove each other at once cannot both succeed. New roles leave
 * the errand to tell the person's live sockets.
 */
export async function updateRoles(
  office: DirectoryScope,
  by: Rights,
  id: string,
  { roles, chat, revision }: InputOf<typeof contract>["body"],
): Promise<{ user: User; errand: LeftErrand | undefined }> {
  const before = await userRow(office, id);
  refuseStale(before, revision);
  refuseAbove(by, before.roles);
  const next = {
    roles: roles ?? before.roles,
    chatSettings: { ...chatDefaults, ...before.chatSettings, ...chat },
  };
  refuseGiving(by, next.roles);
  const remains = isAdministrator(next.roles) ? sql`1` : administratorRemains(office, before);
  const left = roles && leavingErrand(office, { kind: "userChanged", userId: id });
  const [, [saved]] = await unlessRefused(
    office,
    before,
    office.db.batch([
      only(office, sql`${stillThe(office, before)} AND ${remains}`),
      office.db
        .update(users)
        .set({ ...next, ...nextRevision(office, before) })
        .where(thisUser(office, id))
        .returning(),
      auditedInDirectory(office, {
        action: "update",
        kind: "user",
        object: { id, name: before.name },
        before: { roles: before.roles, chat: { ...chatDefaults, ...before.chatSettings } },
        after: { roles: next.roles, chat: next.chatSettings },
      }),
      ...(left ? [left.statement] : []),
    ]),
    new DomainError("lastAdministrator"),
  );
  if (!saved) throw new DomainError("notFound");
  return { user: userOf(saved), errand: left?.errand };
}

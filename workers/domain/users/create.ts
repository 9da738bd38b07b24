import { chatDefaults, USER_STATE, type User } from "#workers/contract/endpoints/users.ts";
import { isAdministrator } from "#workers/contract/roles.ts";
import type { MailDeps } from "../identity/letters.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { hashPassword } from "../identity/password.ts";
import { inviting } from "../invitations/invite.ts";
import { iso, type DirectoryCtx } from "../ctx.ts";

/**
 * Makes a user whose first sign-in must replace the password. They stay among the invitations until a mail's link
 * confirms their address: before, nobody can tell a free one from one with an account elsewhere. The id stays.
 */
export async function createUser(
  directoryCtx: DirectoryCtx,
  givenBy: readonly number[],
  { name, emailId, password, roles }: { name: string; emailId: string; password: string; roles: number[] },
  mailDeps: MailDeps,
): Promise<User> {
  const passwordHash = await hashPassword(checkNewPassword(password, [name, emailId]));
  const made = await inviting(
    directoryCtx,
    givenBy,
    { emailId, roles, given: { name, passwordHash } },
    mailDeps,
  );
  return {
    uId: made.id,
    name,
    emailId,
    roles,
    isAdmin: isAdministrator(roles),
    state: USER_STATE.unverified,
    agentStatus: "offline",
    twoFactor: "off",
    mustChangePassword: true,
    chat: chatDefaults,
    pictureId: null,
    lastLoginAt: null,
    createdAt: iso(made.createdAt),
    revision: 1,
  };
}

import { users } from "#db/directory/users.ts";
import { USER_STATE, type User } from "#workers/contract/endpoints/users.ts";
import { auditedInDirectory } from "../audit.ts";
import { refusing } from "../error.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { hashPassword } from "../identity/password.ts";
import type { DirectoryScope } from "../scope.ts";
import { refuseGiving, type Rights } from "./rights.ts";
import { userOf } from "./user.ts";

/**
 * Makes a user with a first password, which their first sign-in has to replace. An address that has an account
 * anywhere is addressTaken: one account an address.
 */
export async function createUser(
  office: DirectoryScope,
  by: Rights,
  { name, emailId, password, roles }: { name: string; emailId: string; password: string; roles: number[] },
): Promise<User> {
  refuseGiving(by, roles);
  const passwordHash = await hashPassword(checkNewPassword(password, [name, emailId]));
  const { db, enterpriseId, now, newId, actor } = office;
  const id = newId();
  const at = now();
  const [[saved]] = await refusing(
    db.batch([
      db
        .insert(users)
        .values({
          id,
          enterpriseId,
          name,
          email: emailId,
          emailKey: emailId.toLowerCase(),
          passwordHash,
          roles,
          state: USER_STATE.active,
          mustChangePassword: true,
          updatedBy: actor.name,
          createdAt: at,
          updatedAt: at,
        })
        .returning(),
      auditedInDirectory(office, {
        action: "create",
        kind: "user",
        object: { id, name },
        after: { emailId, roles },
      }),
    ]),
    { "users.email_key": "addressTaken" },
  );
  if (!saved) throw new Error("the user was not written");
  return userOf(saved);
}

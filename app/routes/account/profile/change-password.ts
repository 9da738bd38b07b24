import { request, type Answer } from "#app/data/api.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { changeOwn } from "#workers/contract/endpoints/passwords.ts";

/**
 * Changes the user's own password. Both passwords are sealed to the server's key and to this user, so a copy is useless
 * elsewhere.
 */
export async function changePassword(
  userId: string,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Answer<unknown>> {
  const body = await sealPasswords(userId, {
    currentPassword: password,
    password: newPassword,
    confirmPassword: newPassword,
  });
  return request(changeOwn, { body });
}

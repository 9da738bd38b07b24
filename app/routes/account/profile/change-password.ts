import { call, request, type Answer } from "#app/data/api.ts";
import { loginKey } from "#workers/contract/endpoints/account.ts";
import { changeOwn } from "#workers/contract/endpoints/passwords.ts";

/**
 * Changes the user's own password. Both passwords are sealed to the server's key and to this user, so a copy is useless
 * elsewhere.
 */
export async function changePassword(
  userId: string,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Answer<unknown>> {
  const [{ seal }, { jwk, kid }] = await Promise.all([import("#app/session/seal.ts"), call(loginKey)]);
  const sealed = (secret: string) => seal({ password: secret, captchaId: userId }, jwk, kid);
  const body = {
    currentPassword: await sealed(password),
    password: await sealed(newPassword),
    confirmPassword: await sealed(newPassword),
  };
  return request(changeOwn, { body });
}

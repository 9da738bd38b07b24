import { z } from "zod";
import { call, request, type Answer } from "#app/api.ts";
import { endpoint, signedIn } from "#workers/contract/endpoint.ts";
import { loginKey } from "#workers/contract/endpoints/account.ts";

/** Changes one's own password; the other sessions end with it. */
const changeOwnPassword = endpoint({
  method: "PUT",
  path: "/e/enterprise/change_password",
  summary: "Changes one's own password",
  access: signedIn,
  body: z.object({ currentPassword: z.string(), password: z.string(), confirmPassword: z.string() }),
  reply: z.null(),
  under: "data",
});

/** Both passwords leave sealed to the server's key, and to the person they are of: a copy is of no use elsewhere. */
export async function changePassword(
  userId: string,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<Answer<unknown>> {
  const [{ seal }, { jwk, kid }] = await Promise.all([import("#app/seal.ts"), call(loginKey)]);
  const sealed = (secret: string) => seal({ password: secret, captchaId: userId }, jwk, kid);
  const body = {
    currentPassword: await sealed(password),
    password: await sealed(newPassword),
    confirmPassword: await sealed(newPassword),
  };
  return request(changeOwnPassword, { body });
}

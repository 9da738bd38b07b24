import { call } from "#app/data/api.ts";
import { loadPart } from "#app/lib/load-part.ts";
import { loginKey } from "#workers/contract/endpoints/account.ts";

/** Seals each password of a form to the server's key for one purpose: none leaves this function in clear text. */
export async function sealPasswords<Name extends string>(
  boundTo: string,
  passwords: Record<Name, string>,
): Promise<Record<Name, string>> {
  const [{ seal }, { jwk, kid }] = await Promise.all([loadPart(() => import("./seal.ts")), call(loginKey)]);
  const sealed = Object.entries<string>(passwords).map(
    async ([name, password]) => [name, await seal({ password, captchaId: boundTo }, jwk, kid)] as const,
  );
  return Object.fromEntries(await Promise.all(sealed)) as Record<Name, string>;
}

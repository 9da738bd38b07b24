import { compactDecrypt, importJWK, type JWK } from "jose";
import { sealedPassword } from "#workers/contract/endpoints/account.ts";
import { DomainError } from "../error.ts";

/** The keys of a setting, the one that seals first: one, or a list while it is changed, of which each opens what it sealed. */
const keysIn = (setting: string): [JWK, ...JWK[]] => [JSON.parse(setting)].flat() as [JWK, ...JWK[]];

/** The public half of the server's key, for the browser. */
export function publicKeyOf(setting: string): { kid: string; jwk: Record<string, unknown> } {
  const { kty, n, e, kid } = keysIn(setting)[0];
  return { kid: kid ?? "seal", jwk: { kty, n, e, kid, alg: "RSA-OAEP-256", use: "enc" } };
}

/**
 * Decrypts a password that the browser sealed for this captcha. It protects the transport only: the slow hash is what
 * protects an account. Anything that cannot be decrypted is sealBroken.
 */
export async function openSealed(sealed: string, setting: string, captchaId: string): Promise<string> {
  for (const each of keysIn(setting)) {
    try {
      const key = await importJWK(each, "RSA-OAEP-256");
      const { plaintext } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ["RSA-OAEP-256"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      const opened = sealedPassword.parse(JSON.parse(new TextDecoder().decode(plaintext)));
      if (opened.captchaId === captchaId) return opened.password;
    } catch {
      // The answer is the same for every fault: it reveals nothing about the key or the account.
    }
  }
  throw new DomainError("sealBroken");
}

import { compactDecrypt, importJWK, type JWK } from "jose";
import { sealedPassword } from "#workers/contract/endpoints/account.ts";
import { DomainError } from "../error.ts";

/** The public half of the server's key, for the browser. */
export function publicKeyOf(privateJwk: string): { kid: string; jwk: Record<string, unknown> } {
  const { kty, n, e, kid } = JSON.parse(privateJwk) as JWK;
  return { kid: kid ?? "seal", jwk: { kty, n, e, kid, alg: "RSA-OAEP-256", use: "enc" } };
}

/**
 * Decrypts a password that the browser sealed for this captcha. It protects the transport only: the slow hash is what
 * protects an account. Anything that cannot be decrypted is sealBroken.
 */
export async function openSealed(sealed: string, privateJwk: string, captchaId: string): Promise<string> {
  try {
    const key = await importJWK(JSON.parse(privateJwk) as JWK, "RSA-OAEP-256");
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ["RSA-OAEP-256"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    const opened = sealedPassword.parse(JSON.parse(new TextDecoder().decode(plaintext)));
    if (opened.captchaId === captchaId) return opened.password;
  } catch {
    // The answer is the same for every fault: it reveals nothing about the key or the account.
  }
  throw new DomainError("sealBroken");
}

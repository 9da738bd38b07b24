import { CompactEncrypt } from "jose/jwe/compact/encrypt";
import { importJWK } from "jose/key/import";

/** Encrypts to the server's public key. A module of its own, so that jose is loaded only when somebody signs in. */
export async function seal(content: object, jwk: Record<string, unknown>, kid: string): Promise<string> {
  const key = await importJWK(jwk, "RSA-OAEP-256");
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM", kid })
    .encrypt(key);
}

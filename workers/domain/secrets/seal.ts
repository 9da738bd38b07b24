import type { KeyRing } from "./key-ring.ts";

/** Where a secret belongs. It is part of what is signed: in any other place the secret does not open. */
export interface Place {
  enterpriseId: string;
  ownerKind: "integration" | "agent";
  ownerId: string;
  field: string;
}

export interface Sealed {
  /** Base64url of the nonce and the ciphertext with its tag. */
  sealed: string;
  keyVersion: number;
}

/** A secret does not open: it was changed, is in a wrong place, or its key is gone. Says nothing of its content. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

/** 96 bits, random for each sealing (NIST SP 800-38D, 8.2.2): safe for some billions of secrets a key. */
const NONCE_BYTES = 12;

/** Encrypts a text for its place with the newest key (AES-256-GCM). */
export async function seal(ring: KeyRing, place: Place, text: string): Promise<Sealed> {
  const key = await ring.key(ring.current);
  if (!key) throw new SecretError(`There is no key of version ${ring.current}.`);
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: "AES-GCM", iv: nonce, additionalData: dataOf(place, ring.current) };
  const cipher = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return {
    sealed: Buffer.concat([nonce, new Uint8Array(cipher)]).toString("base64url"),
    keyVersion: ring.current,
  };
}

/** Decrypts what `seal` made for this very place. Throws SecretError. */
export async function open(ring: KeyRing, place: Place, { sealed, keyVersion }: Sealed): Promise<string> {
  const key = await ring.key(keyVersion);
  if (!key) throw new SecretError(`There is no key of version ${keyVersion}.`);
  const bytes = Uint8Array.from(Buffer.from(sealed, "base64url"));
  const algorithm = {
    name: "AES-GCM",
    iv: bytes.subarray(0, NONCE_BYTES),
    additionalData: dataOf(place, keyVersion),
  };
  try {
    const plain = await crypto.subtle.decrypt(algorithm, key, bytes.subarray(NONCE_BYTES));
    return new TextDecoder().decode(plain);
  } catch {
    throw new SecretError("The secret does not open in this place.");
  }
}

/** A JSON list, as it can be read in one way only: no two places run together into the same bytes. */
const dataOf = ({ enterpriseId, ownerKind, ownerId, field }: Place, keyVersion: number) =>
  new TextEncoder().encode(
    JSON.stringify(["chatbird.secret", enterpriseId, ownerKind, ownerId, field, keyVersion]),
  );

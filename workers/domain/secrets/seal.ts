import type { KeyRing } from "./key-ring.ts";

/** The owner of a secret within its enterprise. */
export interface Owner {
  kind:
    | "integration"
    | "agent"
    | "authConfig"
    | "mail"
    | "totp"
    | "sso"
    | "ssoAttempt"
    | "erasure"
    | "suppression"
    | "channel"
    | "mediaLink"
    | "hook"
    | "waFlowKey"
    | "payments"
    | "speech";
  id: string;
  field: string;
}

export interface Sealed {
  /** Base64url of the nonce and the ciphertext with its tag. */
  sealed: string;
  keyVersion: number;
}

/** A secret does not open: it was changed, belongs elsewhere, or its key is gone. Says nothing of its content. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

/** 96 bits, random for each sealing (NIST SP 800-38D, 8.2.2): safe for some billions of secrets a key. */
const NONCE_BYTES = 12;

/** Encrypts a text for its owner with the newest key (AES-256-GCM). */
export async function seal(ring: KeyRing, enterpriseId: string, owner: Owner, text: string): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const additionalData = boundTo(enterpriseId, owner, ring.newest);
  const cipher = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: nonce, additionalData },
    await keyOf(ring, ring.newest),
    new TextEncoder().encode(text),
  );
  return {
    sealed: Buffer.concat([nonce, new Uint8Array(cipher)]).toString("base64url"),
    keyVersion: ring.newest,
  };
}

/** Decrypts what `seal` made for this very owner. Throws SecretError. */
export async function open(
  ring: KeyRing,
  enterpriseId: string,
  owner: Owner,
  { sealed, keyVersion }: Sealed,
): Promise<string> {
  const key = await keyOf(ring, keyVersion);
  const bytes = Uint8Array.from(Buffer.from(sealed, "base64url"));
  const iv = bytes.subarray(0, NONCE_BYTES);
  const additionalData = boundTo(enterpriseId, owner, keyVersion);
  try {
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData },
      key,
      bytes.subarray(NONCE_BYTES),
    );
    return new TextDecoder().decode(plain);
  } catch {
    throw new SecretError("The secret does not open for this owner.");
  }
}

async function keyOf(ring: KeyRing, version: number): Promise<CryptoKey> {
  const key = await ring.key(version);
  if (!key) throw new SecretError(`There is no data key of version ${version}.`);
  return key;
}

/**
 * Tenant, owner, field and key version are signed with the ciphertext: a row put elsewhere does not open. A JSON list
 * can be read in one way only, so no two owners run together into the same bytes.
 */
const boundTo = (enterpriseId: string, { kind, id, field }: Owner, version: number) =>
  new TextEncoder().encode(JSON.stringify([enterpriseId, kind, id, field, version]));

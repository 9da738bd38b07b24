import { type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose";

const kept = new Map<string, CryptoKey>();

/** The key of one secret for HS256, imported once: importing takes as long as checking a signature. */
async function hmacKey(secret: string): Promise<CryptoKey> {
  const known = kept.get(secret);
  if (known) return known;
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  // A deployment has one such secret, and two while it is changed.
  if (kept.size >= 4) kept.clear();
  kept.set(secret, key);
  return key;
}

/** The only spelling of a token: its 32 bytes of signature can be written in four ways, and with "=" behind them. */
export const TOKEN_SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

const NAMED = /^v\d{1,6}:/;

/**
 * The secrets that a setting holds, the one that signs first: one as it is, or while it is changed "v2:new,v1:old", of which each
 * opens what it signed.
 */
export function secretsIn(setting: string): [string, ...string[]] {
  const parts = setting.split(",").map((part) => part.trim());
  if (!parts.every((part) => NAMED.test(part))) return [setting];
  const [newest = "", ...older] = parts
    .toSorted((a, b) => versionOf(b) - versionOf(a))
    .map((part) => part.replace(NAMED, ""));
  return [newest, ...older];
}

/** A list of which a part has no version, such as "v2:new,old": taken as one long secret it would sign everybody out. */
export function isHalfNamed(setting: string): boolean {
  const named = setting.split(",").map((part) => NAMED.test(part.trim()));
  return named.includes(true) && named.includes(false);
}

const versionOf = (part: string): number => Number.parseInt(part.slice(1), 10);

/** The key that signs. */
export const signingKey = (setting: string): Promise<CryptoKey> => hmacKey(secretsIn(setting)[0]);

/** The claims of a token that one of the setting's secrets signed; throws as `jwtVerify` does. */
export async function verified(
  token: string,
  setting: string,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  const [newest, ...older] = secretsIn(setting);
  try {
    return await jwtVerify(token, await hmacKey(newest), options);
  } catch (error) {
    const isOfAnother =
      error instanceof Error && "code" in error && error.code === "ERR_JWS_SIGNATURE_VERIFICATION_FAILED";
    if (!isOfAnother) throw error;
    for (const secret of older) {
      const found = await jwtVerify(token, await hmacKey(secret), options).catch(() => undefined);
      if (found) return found;
    }
    throw error;
  }
}

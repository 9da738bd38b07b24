const kept = new Map<string, CryptoKey>();

/** The key of a secret for HS256, imported once: importing takes as long as checking a signature. */
export async function hmacKey(secret: string): Promise<CryptoKey> {
  const known = kept.get(secret);
  if (known) return known;
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  // A deployment has one such secret; a bound in case it ever rotates.
  if (kept.size >= 4) kept.clear();
  kept.set(secret, key);
  return key;
}

/** The only spelling of a token: its 32 bytes of signature can be written in four ways, and with "=" behind them. */
export const TOKEN_SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

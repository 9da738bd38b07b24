import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * scrypt at an OWASP setting that fits a Worker: 16 MiB, native. Never PBKDF2 above 100,000 rounds: it works locally
 * and is refused in production.
 */
const COST = { log2N: 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** Hashes a password to its stored form, `scrypt$log2N$r$p$salt$hash`, so that the parameters can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return ["scrypt", COST.log2N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join(
    "$",
  );
}

/**
 * Tells whether the password is the stored one. Without a stored form (no such account) the same work is done and the
 * answer is no, so that the time taken does not reveal which addresses exist.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [scheme, log2N, r, p, salt, hash] = (stored ?? "").split("$");
  if (scheme !== "scrypt" || !salt || !hash) {
    await derive(password, Buffer.alloc(16), COST);
    return false;
  }
  const wanted = Buffer.from(hash, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
  });
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Whether a password was stored at less cost than one would be today. */
export function isCheap(stored: string | null): boolean {
  const [, log2N, r, p] = (stored ?? "").split("$").map(Number);
  return 2 ** (log2N ?? 0) * (r ?? 0) * (p ?? 0) < 2 ** COST.log2N * COST.r * COST.p;
}

function derive(password: string, salt: Buffer, { log2N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N: 2 ** log2N, r, p, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

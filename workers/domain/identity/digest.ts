import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** SHA-256 as base64url: codes, answers and addresses are stored as this hash, never in clear text. */
export const digest = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\0")).digest("base64url");

/** A random code of 256 bits. */
export const randomCode = (): string => randomBytes(32).toString("base64url");

/** Equality in constant time. */
export function sameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** SHA-256 of one event, whatever the order of its fields: a repeat may be written anew. */
export const digestOf = (event: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(event)))
    .digest("base64url");

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}

/** HMAC-SHA256 of the body in hexadecimal, as Meta signs. */
export const signatureOf = (secret: string, body: Uint8Array): string =>
  createHmac("sha256", secret).update(body).digest("hex");

/** Equality in constant time. An empty secret equals nothing, so that a channel without one is closed. */
export function sameSecret(given: string | null | undefined, secret: string | undefined): boolean {
  if (!given || !secret) return false;
  const [left, right] = [Buffer.from(given), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}

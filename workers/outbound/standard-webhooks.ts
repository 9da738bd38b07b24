import { createHmac } from "node:crypto";

/** The headers by which a receiver knows that a call is ours and of now (Standard Webhooks 1.0). */
export function signedHeaders(
  secret: string,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const timestamp = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

import { createHmac } from "node:crypto";

/**
 * The headers by which a receiver knows that a call is ours and of now (Standard Webhooks 1.0). With several secrets each
 * signs: while one is being replaced, whoever knows either can check.
 */
export function signedHeaders(
  secrets: string | readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = [secrets].flat().map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

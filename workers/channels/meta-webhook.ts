import { sameSecret, signatureOf } from "./digest.ts";
import type { ChannelAccount, WebhookCall } from "./adapter.ts";

const PREFIX = "sha256=";

/** Meta signs the raw body with the app's secret. */
export async function verify({ headers, body }: WebhookCall, { secrets }: ChannelAccount): Promise<boolean> {
  const given = headers.get("x-hub-signature-256");
  const secret = secrets["appSecret"];
  if (!given?.startsWith(PREFIX) || !secret) return false;
  return sameSecret(given.slice(PREFIX.length), signatureOf(secret, body));
}

/** Meta asks for its own word back when the address is set up. It is answered as plain text, and only plain. */
export function challenge(
  { method, url }: WebhookCall,
  { secrets, webhookToken }: ChannelAccount,
): string | undefined {
  if (method !== "GET" || url.searchParams.get("hub.mode") !== "subscribe") return undefined;
  const token = secrets["verifyToken"] || webhookToken;
  if (!sameSecret(url.searchParams.get("hub.verify_token"), token)) return undefined;
  const word = url.searchParams.get("hub.challenge") ?? "";
  return /^[\w-]{1,128}$/.test(word) ? word : undefined;
}

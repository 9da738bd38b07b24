import { createHmac } from "node:crypto";
import type { ChannelAccount, WebhookCall } from "../adapter.ts";
import { sameSecret } from "../digest.ts";
import { type Json, readObject, text } from "../json.ts";
import { dataOf } from "../rcs/events.ts";

const readable = (body: Uint8Array): Json => {
  try {
    return readObject(body);
  } catch {
    return {};
  }
};

/** Google signs the event within the envelope, with the token that it showed when the address was set up. */
export async function verify({ headers, body }: WebhookCall, { secrets }: ChannelAccount): Promise<boolean> {
  const [clientToken, data] = [secrets["clientToken"], dataOf(readable(body))];
  if (!clientToken || data === undefined) return false;
  const signature = createHmac("sha512", clientToken).update(data).digest("base64");
  return sameSecret(headers.get("x-goog-signature"), signature);
}

/** When the address is set up it is called with that token, and answers the word that stands beside. */
export function challenge({ method, body }: WebhookCall, { secrets }: ChannelAccount): string | undefined {
  if (method !== "POST") return undefined;
  const asked = readable(body);
  if (!sameSecret(text(asked["clientToken"], 1_000), secrets["clientToken"])) return undefined;
  const word = text(asked["secret"], 1_000) ?? "";
  return /^[\x21-\x7E]+$/.test(word) ? word : undefined;
}

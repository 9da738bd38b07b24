import { createHmac } from "node:crypto";
import type { ChannelAccount, WebhookCall } from "../adapter.ts";
import { sameSecret } from "../digest.ts";
import { eventsIn } from "./split.ts";

/** Mailchimp signs the address and then each field's name and value, by name. */
export async function verify(
  { url, headers, body }: WebhookCall,
  { secrets }: ChannelAccount,
): Promise<boolean> {
  const key = secrets["webhookKey"];
  if (!key) return false;
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const signed = url.href + fields.map(([name, value]) => name + value).join("");
  const signature = createHmac("sha1", key).update(signed).digest("base64");
  return sameSecret(headers.get("x-mandrill-signature"), signature);
}

/** When the address is set up it is called with no event at all, before anybody knows its key. */
export function challenge({ method, body }: WebhookCall): string | undefined {
  if (method !== "POST") return undefined;
  try {
    return eventsIn(body).length === 0 ? "ok" : undefined;
  } catch {
    return undefined;
  }
}

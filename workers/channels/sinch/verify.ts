import { createHmac } from "node:crypto";
import type { ChannelAccount, WebhookCall } from "../adapter.ts";
import { sameSecret } from "../digest.ts";
import { number } from "../json.ts";

const STALE_MS = 3_600_000;

/** The secret that was entered at Sinch is the channel's token: base64 of HMAC-SHA256 over body, nonce and time. */
export async function verify(
  { headers, body }: WebhookCall,
  { webhookToken }: ChannelAccount,
): Promise<boolean> {
  const [nonce, time] = ["nonce", "timestamp"].map(
    (name) => headers.get(`x-sinch-webhook-signature-${name}`) ?? "",
  );
  const at = number(time);
  if (!webhookToken || !nonce || at === undefined || Math.abs(Date.now() - at * 1_000) > STALE_MS)
    return false;
  const signature = createHmac("sha256", webhookToken)
    .update(body)
    .update(`.${nonce}.${time}`)
    .digest("base64");
  return sameSecret(headers.get("x-sinch-webhook-signature"), signature);
}

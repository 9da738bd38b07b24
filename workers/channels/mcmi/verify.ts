import type { ChannelAccount, WebhookCall } from "../adapter.ts";
import { sameSecret, signatureOf } from "../digest.ts";
import { SIGNATURE } from "./wire.ts";

const PREFIX = "sha256=";

/** The raw body is signed with the key by which it is called. */
export async function verify({ headers, body }: WebhookCall, { secrets }: ChannelAccount): Promise<boolean> {
  const given = headers.get(SIGNATURE);
  const secret = secrets["authKey"];
  if (!given?.startsWith(PREFIX) || !secret) return false;
  return sameSecret(given.slice(PREFIX.length), signatureOf(secret, body));
}

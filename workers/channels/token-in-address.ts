import type { ChannelAccount, WebhookCall } from "./adapter.ts";
import { sameSecret } from "./digest.ts";

/** Vendors that sign nothing are known by the token of the address that they were given. */
export const verifyToken = async ({ url }: WebhookCall, { webhookToken }: ChannelAccount): Promise<boolean> =>
  sameSecret(url.searchParams.get("token"), webhookToken);

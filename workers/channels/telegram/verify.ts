import { sameSecret } from "../digest.ts";
import type { ChannelAccount, WebhookCall } from "../adapter.ts";

/** Telegram sends back the token that setWebhook gave it. */
export const verify = async ({ headers }: WebhookCall, { webhookToken }: ChannelAccount): Promise<boolean> =>
  sameSecret(headers.get("x-telegram-bot-api-secret-token"), webhookToken);

import type { Adapter } from "../adapter.ts";
import { telegramCapabilities } from "./capabilities.ts";
import { media } from "./media.ts";
import { answer, parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/**
 * Telegram's Bot API. Settings: baseUrl, webhookUrl; secret: token; the channel's contact id is the bot's user name or
 * id, and the scope in which its users' ids are kept.
 */
export const telegram = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => telegramCapabilities,
  verify,
  split,
  answer,
  parse,
  send,
  media,
  test,
});

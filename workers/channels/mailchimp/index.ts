import type { Adapter } from "../adapter.ts";
import { mailCapabilities } from "./capabilities.ts";
import { media } from "./media.ts";
import { parse } from "./parse.ts";
import { send, test } from "./send.ts";
import { MOST_BYTES, split } from "./split.ts";
import { challenge, verify } from "./verify.ts";

/**
 * Mail by Mailchimp Transactional, both ways. Settings: fromName, subAccount, baseUrl; secrets: authKey, webhookKey; the
 * contact id is the address that mails come from.
 */
export const mailchimp = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => mailCapabilities,
  verify,
  challenge,
  split,
  mostBytes: MOST_BYTES,
  parse,
  send,
  media,
  test,
});

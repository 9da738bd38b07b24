import type { Adapter } from "../adapter.ts";
import { messengerCapabilities } from "../meta-pages/capabilities.ts";
import { challenge, verify } from "../meta-webhook.ts";
import { parse, split } from "../meta-pages/parse.ts";
import { send, test } from "./send.ts";

/**
 * A Facebook page's Messenger, Meta itself. Settings: version, baseUrl; secrets: accessToken (the page's), appSecret, and
 * verifyToken (else the webhook's token is it); the contact id is the page's, and the scope of its people's ids.
 */
export const messenger = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => messengerCapabilities,
  verify,
  challenge,
  split,
  parse,
  send,
  test,
});

import type { Adapter } from "../adapter.ts";
import { instagramCapabilities } from "../meta-pages/capabilities.ts";
import { challenge, verify } from "../meta-webhook.ts";
import { parse, split } from "../meta-pages/parse.ts";
import { send, test } from "./send.ts";

/**
 * Instagram's messages, Meta itself. Settings: version, baseUrl; secrets: accessToken, appSecret, and verifyToken (else the
 * webhook's token is it); the contact id is the account's, and the scope of its people's ids.
 */
export const instagram = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => instagramCapabilities,
  verify,
  challenge,
  split,
  parse,
  send,
  test,
});

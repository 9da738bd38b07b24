import type { Adapter } from "../adapter.ts";
import { verifyToken } from "../token-in-address.ts";
import { viCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/** RCS by VI. Settings: clientId, baseUrl; secret: clientSecret; the contact id is the bot's. */
export const vi = (vendor: number): Adapter => ({
  vendor,
  capabilities: viCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

import type { Adapter } from "../adapter.ts";
import { verifyToken } from "../token-in-address.ts";
import { karixCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/** SMS and WhatsApp by Karix' first platform. Settings: username, baseUrl; secret: password; the contact id is the number. */
export const karix = (vendor: number): Adapter => ({
  vendor,
  capabilities: karixCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

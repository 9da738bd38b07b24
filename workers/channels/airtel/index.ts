import type { Adapter } from "../adapter.ts";
import { verifyToken } from "../token-in-address.ts";
import { airtelCapabilities } from "./capabilities.ts";
import { media } from "./media.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/**
 * WhatsApp and RCS by Airtel IQ. Settings of WhatsApp: username, customerId, businessId; secret: password. Of RCS:
 * customerId, subAccountId; secret: accKey; the contact id is the agent's. `baseUrl` is a setting of both.
 */
export const airtel = (vendor: number): Adapter => ({
  vendor,
  capabilities: airtelCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  media,
  test,
});

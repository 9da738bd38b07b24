import type { Adapter } from "../adapter.ts";
import { kaleyraCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verifyToken } from "../token-in-address.ts";

/**
 * WhatsApp by Kaleyra. Settings: sid, wabaId, baseUrl; secret: apiKey. Its callbacks are what the account's own profiles
 * make of them: docs/vendors.md says which ones it has to have.
 */
export const kaleyra = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => kaleyraCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

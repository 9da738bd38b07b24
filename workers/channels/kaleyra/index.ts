import type { Adapter } from "../adapter.ts";
import { kaleyraCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/**
 * WhatsApp by Kaleyra. Settings: sid, wabaId, baseUrl; secret: apiKey. Its callbacks are what the account's own profiles
 * make of them: docs/vendors.md says which ones it has to have.
 */
export const kaleyra = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => kaleyraCapabilities,
  verify,
  split,
  parse,
  send,
  test,
});

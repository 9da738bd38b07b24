import type { Adapter } from "../adapter.ts";
import { verifyToken } from "../token-in-address.ts";
import { ngnCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/**
 * SMS by NGN, whose contract is not public: its shapes are assumed, and stand in wire.ts alone. Settings: entityId,
 * templateId, baseUrl; secret: accKey; the channel's contact id is the sender.
 */
export const ngn = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => ngnCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

import type { Adapter } from "../adapter.ts";
import { ngnCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/**
 * SMS by NGN, whose contract is not public: its shapes are assumed, and stand in wire.ts alone. Settings: entityId,
 * templateId, baseUrl; secret: accKey; the channel's contact id is the sender.
 */
export const ngn = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => ngnCapabilities,
  verify,
  split,
  parse,
  send,
  test,
});

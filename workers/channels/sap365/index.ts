import type { Adapter } from "../adapter.ts";
import { verifyToken } from "../token-in-address.ts";
import { sap365Capabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/** Telegram by SAP365. Settings: accountName, baseUrl; secret: accKey; the contact id names the bot. Nothing is signed. */
export const sap365 = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => sap365Capabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

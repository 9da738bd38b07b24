import type { Adapter } from "../adapter.ts";
import { smsCapabilities } from "../sms-capabilities.ts";
import { verifyToken } from "../token-in-address.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/**
 * SMS by Tata Tele Business Services. Settings: user, PE_ID, templateId, baseUrl; secret: pswd; the channel's contact id
 * is the sender. It tells what became of a message, and brings none.
 */
export const ttbs = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => smsCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

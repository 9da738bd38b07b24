import type { Adapter } from "../adapter.ts";
import { verifyToken } from "../token-in-address.ts";
import { karixRcmCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";

/**
 * WhatsApp, RCS and SMS by Karix' newer platform. Settings: environment, webhookId, baseUrl, and for SMS entityId and
 * templateId; secret: accKey; the contact id is the number, or the sender of an SMS.
 */
export const karixRcm = (vendor: number): Adapter => ({
  vendor,
  capabilities: karixRcmCapabilities,
  verify: verifyToken,
  split,
  parse,
  send,
  test,
});

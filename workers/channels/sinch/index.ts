import type { Adapter } from "../adapter.ts";
import { sinchCapabilities } from "./capabilities.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { verify } from "./verify.ts";

/** WhatsApp and Telegram by Sinch. Settings: appId, projectId, keyId, region, baseUrl; secret: keySecret. */
export const sinch = (vendor: number): Adapter => ({
  vendor,
  capabilities: sinchCapabilities,
  verify,
  split,
  parse,
  send,
  test,
});

import type { Adapter } from "../adapter.ts";
import { cloudCapabilities } from "../whatsapp/capabilities.ts";
import { flows } from "./flows.ts";
import { media } from "./media.ts";
import { parse, split } from "./parse.ts";
import { send, test } from "./send.ts";
import { templates } from "./templates.ts";
import { challenge, verify } from "../meta-webhook.ts";

/**
 * WhatsApp Cloud API, Meta itself. Settings: phoneNumberId (else the contact id is it), wabaId, appId, version, baseUrl;
 * secrets: accessToken, appSecret, and verifyToken (else the webhook's token is it).
 */
export const whatsappCloud = (vendor: number): Adapter => ({
  vendor,
  capabilities: () => cloudCapabilities,
  verify,
  challenge,
  split,
  parse,
  send,
  media,
  templates,
  flows,
  test,
});

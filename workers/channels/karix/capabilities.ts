import { type Capabilities } from "#workers/contract/capabilities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { smsCapabilities } from "../sms-capabilities.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

/** WhatsApp has no objects of buttons, lists, templates or contacts at Karix: a template is its words. */
const whatsapp: Capabilities = {
  ...whatsappCapabilities,
  kinds: ["text", "image", "video", "audio", "document", "location", "template"],
  buttons: smsCapabilities.buttons,
  rows: smsCapabilities.rows,
  cards: 0,
  echoes: false,
  perSecond: 10,
  inboundCounts: false,
};

export const karixCapabilities = (channelType: number): Capabilities =>
  channelType === channelTypes.whatsApp ? whatsapp : smsCapabilities;

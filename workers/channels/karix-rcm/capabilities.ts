import type { Capabilities } from "#workers/contract/capabilities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { rcsCapabilities } from "../rcs/capabilities.ts";
import { smsCapabilities } from "../sms-capabilities.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

/** Its call has a place for these alone. Our id comes back with every status but those of SMS. */
const whatsapp: Capabilities = {
  ...whatsappCapabilities,
  kinds: ["text", "image", "video", "audio", "document", "template", "buttons", "list"],
  cards: 0,
  perSecond: 20,
  inboundCounts: false,
};
/** Nothing says that a repeated reference is ignored. */
const rcs: Capabilities = { ...rcsCapabilities, idempotent: false };

export function karixRcmCapabilities(channelType: number): Capabilities {
  if (channelType === channelTypes.whatsApp) return whatsapp;
  return channelType === channelTypes.rcs ? rcs : smsCapabilities;
}

import type { Capabilities } from "#workers/contract/capabilities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { rcsCapabilities } from "../rcs/capabilities.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

/** Its calls have a place for these alone. Nothing of ours comes back with a status. */
const whatsapp: Capabilities = {
  ...whatsappCapabilities,
  kinds: ["text", "image", "video", "audio", "document", "template", "buttons", "list"],
  cards: 0,
  echoes: false,
  perSecond: 40,
  inboundCounts: false,
};
/** A conversation that is open takes any message, another one only templates. 40 a second are of the whole account. */
const rcs: Capabilities = {
  ...rcsCapabilities,
  windowHours: 24,
  templates: true,
  idempotent: false,
  echoes: false,
  perSecond: 40,
};

export const airtelCapabilities = (channelType: number): Capabilities =>
  channelType === channelTypes.rcs ? rcs : whatsapp;

import { type Capabilities, noPromises, usualSizes } from "#workers/contract/capabilities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageKind } from "#workers/contract/message-body.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

const kinds: readonly MessageKind[] = ["text", "image", "video", "audio", "document", "location", "buttons"];
/** An app drains its queue at this speed unless Sinch raises it, and its files carry no words. */
const queue = { caption: 0, perSecond: 20 };

export const sinchCapabilities = (channelType: number): Capabilities =>
  channelType === channelTypes.telegram
    ? { ...noPromises, ...usualSizes, ...queue, kinds, media: whatsappCapabilities.media, echoes: true }
    : { ...whatsappCapabilities, ...queue, kinds: [...kinds, "template"] };

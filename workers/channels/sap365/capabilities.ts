import { type Capabilities, noPromises, usualSizes } from "#workers/contract/capabilities.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

/** Telegram as far as SAP passes it on: words and files. Nothing says that statuses name what was read. */
export const sap365Capabilities: Capabilities = {
  ...noPromises,
  ...usualSizes,
  kinds: ["text", "image", "video", "audio", "document"],
  buttons: { most: 0, label: 0 },
  rows: { most: 0, label: 0, description: 0 },
  cards: 0,
  media: whatsappCapabilities.media,
  perSecond: 10,
};

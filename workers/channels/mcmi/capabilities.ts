import { type Capabilities, noPromises, usualSizes } from "#workers/contract/capabilities.ts";
import { channelTypes as t } from "#workers/contract/channel-types.ts";
import type { MessageKind } from "#workers/contract/message-body.ts";
import { whatsappCapabilities } from "../whatsapp/capabilities.ts";

const media: readonly MessageKind[] = ["text", "image", "video", "audio", "document"];
const shared = { cards: 0, perSecond: 20, echoes: true } as const;
/** Pages and websites: words, files and buttons for answers, in the window of their messenger. */
const page: Capabilities = {
  ...noPromises,
  ...usualSizes,
  ...shared,
  kinds: [...media, "buttons"],
  text: 2_000,
  rows: { most: 0, label: 0, description: 0 },
  media: whatsappCapabilities.media,
  readReceipts: true,
};

const byType: Partial<Record<number, Capabilities>> = {
  [t.whatsApp]: { ...whatsappCapabilities, ...shared, kinds: [...media, "template", "buttons", "list"] },
  [t.facebook]: { ...page, windowHours: 24 },
  [t.instagram]: { ...page, text: 1_000, windowHours: 24 },
  [t.web]: page,
  /** A call that says words, or plays a file. */
  [t.ivrs]: {
    ...noPromises,
    ...usualSizes,
    ...shared,
    kinds: ["text", "audio"],
    text: 1_000,
    caption: 0,
    buttons: { most: 0, label: 0 },
    rows: { most: 0, label: 0, description: 0 },
    media: { audio: whatsappCapabilities.media.audio ?? { types: [], bytes: 0 } },
  },
};
/** Google closed Business Messages in July 2024: what is left of a channel there carries nothing. */
const closed: Capabilities = { ...page, kinds: [], media: {} };

export const mcmiCapabilities = (channelType: number): Capabilities => byType[channelType] ?? closed;

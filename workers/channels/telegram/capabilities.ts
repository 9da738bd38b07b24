import { type Capabilities, noPromises, usualKinds, usualSizes } from "#workers/contract/capabilities.ts";

const MB = 1024 * 1024;

/**
 * Content that a Telegram bot can send. Templates and carousels do not exist there and are rendered; labels and rows
 * have no published limit, so ours keep a keyboard readable.
 */
export const telegramCapabilities: Capabilities = {
  ...noPromises,
  ...usualSizes,
  kinds: [...usualKinds, "edit", "revoke"],
  buttons: { most: 13, label: 64 },
  rows: { most: 100, label: 64, description: 300 },
  // Files that Telegram fetches by their address: photos to 5 MB, the others to 20 MB.
  media: {
    image: { types: ["image/jpeg", "image/png", "image/webp"], bytes: 5 * MB },
    video: { types: ["video/mp4"], bytes: 20 * MB },
    audio: { types: ["audio/mpeg", "audio/mp4", "audio/ogg"], bytes: 20 * MB },
    document: { types: ["application/pdf", "application/zip", "image/gif"], bytes: 20 * MB },
  },
  deliveryReceipts: false,
  perSecond: 30,
  pair: { bucket: 3, refillMs: 1_000 },
};

/** Bytes that a button carries. */
export const CALLBACK_BYTES = 64;

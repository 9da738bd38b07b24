import { type Capabilities, noPromises, usualSizes } from "#workers/contract/capabilities.ts";

const MB = 1024 * 1024;

/** Limits of parts, which the table of capabilities has no column for. */
export const PARTS = {
  /** Words above buttons that open or call something. */
  buttonText: 640,
  /** Buttons below such words, and of a card. */
  buttons: 3,
  cardTitle: 80,
  cardText: 80,
  /** Bytes of what a button carries. */
  payload: 1_000,
  /** A text of Instagram is counted in bytes. */
  instagramBytes: 1_000,
} as const;

/** Content that a page's messenger carries. Quick replies may be 13, buttons of other kinds three. */
export const messengerCapabilities: Capabilities = {
  ...noPromises,
  ...usualSizes,
  kinds: ["text", "image", "video", "audio", "document", "buttons", "carousel"],
  text: 2_000,
  caption: 0,
  buttons: { most: 13, label: 20 },
  media: {
    image: { types: ["image/jpeg", "image/png", "image/gif"], bytes: 8 * MB },
    video: { types: ["video/mp4"], bytes: 25 * MB },
    audio: { types: ["audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg"], bytes: 25 * MB },
    document: { types: ["application/pdf", "application/zip", "text/csv"], bytes: 25 * MB },
  },
  readReceipts: true,
  windowHours: 24,
  perSecond: 40,
};

/** The same without documents, and with shorter texts. */
export const instagramCapabilities: Capabilities = {
  ...messengerCapabilities,
  kinds: ["text", "image", "video", "audio", "buttons", "carousel"],
  text: 1_000,
  media: {
    image: { types: ["image/jpeg", "image/png"], bytes: 8 * MB },
    video: { types: ["video/mp4"], bytes: 25 * MB },
    audio: { types: ["audio/aac", "audio/mp4"], bytes: 25 * MB },
  },
};

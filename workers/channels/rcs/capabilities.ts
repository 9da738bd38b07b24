import { type Capabilities, noPromises } from "#workers/contract/capabilities.ts";

const MB = 1024 * 1024;

/** Limits of parts, which the table of capabilities has no column for. */
export const PARTS = {
  cardTitle: 200,
  cardText: 2_000,
  cardButtons: 4,
  link: 2_048,
} as const;

/** Content that RCS carries, whoever passes it on: Google's platform stands behind all of them. */
export const rcsCapabilities: Capabilities = {
  ...noPromises,
  kinds: ["text", "image", "video", "audio", "document", "template", "buttons", "carousel"],
  text: 3_072,
  caption: PARTS.cardText,
  buttons: { most: 11, label: 25 },
  rows: { most: 0, label: 0, description: 0 },
  cards: 10,
  media: {
    image: { types: ["image/jpeg", "image/png", "image/gif"], bytes: 100 * MB },
    video: { types: ["video/mp4", "video/mpeg", "video/webm", "video/h263", "video/m4v"], bytes: 100 * MB },
    audio: {
      types: ["audio/aac", "audio/mpeg", "audio/mp4", "audio/3gpp", "audio/amr", "audio/ogg"],
      bytes: 100 * MB,
    },
    document: { types: ["application/pdf"], bytes: 100 * MB },
  },
  readReceipts: true,
  idempotent: true,
  echoes: true,
  perSecond: 20,
};

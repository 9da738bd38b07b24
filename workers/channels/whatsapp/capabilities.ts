import { type Capabilities, noPromises, usualKinds, usualSizes } from "#workers/contract/capabilities.ts";

const MB = 1024 * 1024;

/** WhatsApp's capabilities, whoever passes it on. Documents may be of any type; these are the ones that are shown. */
export const whatsappCapabilities: Capabilities = {
  ...noPromises,
  ...usualSizes,
  kinds: usualKinds,
  media: {
    image: { types: ["image/jpeg", "image/png"], bytes: 5 * MB },
    video: { types: ["video/mp4", "video/3gpp"], bytes: 16 * MB },
    audio: { types: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"], bytes: 16 * MB },
    document: {
      types: [
        "application/pdf",
        "text/plain",
        "application/msword",
        "application/vnd.ms-excel",
        "application/vnd.ms-powerpoint",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      ],
      bytes: 100 * MB,
    },
  },
  readReceipts: true,
  windowHours: 24,
  templates: true,
  echoes: true,
  perSecond: 80,
  inboundCounts: true,
  pair: { bucket: 45, refillMs: 6_000 },
};

/** Meta itself, which sends flows, too. */
export const cloudCapabilities: Capabilities = {
  ...whatsappCapabilities,
  kinds: [...whatsappCapabilities.kinds, "flow"],
};

/** Limits of parts, which the table of capabilities has no column for. */
export const PARTS = { body: 1_024, header: 60, footer: 60, open: 20, section: 24, cardText: 160 } as const;

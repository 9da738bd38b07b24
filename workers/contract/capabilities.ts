import type { MediaKind, MessageKind } from "./message-body.ts";

/** Kinds of message that messengers with rich messages can send; others carry less, some a little more. */
export const usualKinds: readonly MessageKind[] = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "location",
  "contact",
  "template",
  "buttons",
  "list",
  "carousel",
  "reaction",
];

/** Content that a channel can carry, for the sender, the composer, the template builder and the broadcast form. */
export interface Capabilities {
  /** Kinds of message that can be sent. */
  kinds: readonly MessageKind[];
  /** Longest text, and longest caption of a medium, in characters. */
  text: number;
  caption: number;
  /** Reply buttons of a message, and the length of their labels. */
  buttons: { most: number; label: number };
  /** Rows of a list, over all its sections. */
  rows: { most: number; label: number; description: number };
  cards: number;
  media: Partial<Record<MediaKind, { types: readonly string[]; bytes: number }>>;
  /** The most bytes of a file that comes in, where that is not the most that may go out. */
  takesBytes?: number;
  readReceipts: boolean;
  /** False where the vendor never says that a message has arrived: what was sent has to do. */
  deliveryReceipts?: boolean;
  /** Hours after a person's message in which anything may be sent; null where there is no window. */
  windowHours: number | null;
  /** Outside the window only an approved template may be sent. */
  templates: boolean;
  /** The vendor honours our key, so that a call that broke off may be made again. */
  idempotent: boolean;
  /** Statuses carry our own id. */
  echoes: boolean;
  /** Messages a second that one number may send, and whether those that come in count too. */
  perSecond: number;
  inboundCounts: boolean;
  /** Messages to one person: a bucket that refills by one in so many milliseconds. */
  pair: { bucket: number; refillMs: number } | null;
}

/** Sizes of a message in WhatsApp, which other messengers share or come near to. */
export const usualSizes = {
  text: 4_096,
  caption: 1_024,
  buttons: { most: 3, label: 20 },
  rows: { most: 10, label: 24, description: 72 },
  cards: 10,
} satisfies Partial<Capabilities>;

/** A vendor of which nothing else is known: it says nothing of its messages later, and counts none that comes in. */
export const noPromises = {
  readReceipts: false,
  windowHours: null,
  templates: false,
  idempotent: false,
  echoes: false,
  inboundCounts: false,
  pair: null,
} satisfies Partial<Capabilities>;

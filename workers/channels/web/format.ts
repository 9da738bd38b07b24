import { type Capabilities, noPromises, usualSizes } from "#workers/contract/capabilities.ts";
import { mediaGroups } from "#workers/contract/endpoints/drive.ts";
import type { OutgoingMessage } from "../adapter.ts";
import type { VisitorEvent } from "#workers/contract/widget.ts";

const MB = 1_000_000;

export const capabilities: Capabilities = {
  ...noPromises,
  ...usualSizes,
  kinds: ["text", "image", "video", "audio", "document", "location", "buttons", "list", "carousel"],
  buttons: { most: 10, label: 60 },
  rows: { most: 50, label: 80, description: 200 },
  media: {
    image: { types: mediaGroups.image, bytes: 10 * MB },
    audio: { types: mediaGroups.audio, bytes: 16 * MB },
    video: { types: mediaGroups.video, bytes: 16 * MB },
    document: { types: mediaGroups.document, bytes: 50 * MB },
  },
  readReceipts: true,
  idempotent: true,
  echoes: true,
  perSecond: 50,
};

/** The visitors that a message is for: people whose identity has several write from several browsers. */
export const visitorsOf = ({ to }: Pick<OutgoingMessage, "to">, channelId: string): string[] =>
  to.filter(({ kind, scope }) => kind === "user" && scope === channelId).map(({ value }) => value);

export const eventOf = ({ id, body }: OutgoingMessage, now: number): VisitorEvent => ({
  type: "message",
  message: { id, way: "out", body, at: new Date(now).toISOString() },
});

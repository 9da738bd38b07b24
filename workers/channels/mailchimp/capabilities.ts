import { type Capabilities, noPromises } from "#workers/contract/capabilities.ts";
import { mediaGroups } from "#workers/contract/endpoints/drive.ts";
import { MOST_IN_CALL } from "#workers/contract/media.ts";

/** Files come in as base64, in a call of twelve megabytes. */
const MOST_TAKEN = 9 * 1024 * 1024;
const file = (...types: string[]) => ({ types, bytes: MOST_IN_CALL });

/** A mail of words, links and files, whose bytes stand in the call itself. */
export const mailCapabilities: Capabilities = {
  ...noPromises,
  kinds: ["text", "image", "video", "audio", "document", "template", "buttons"],
  text: 10_000,
  caption: 10_000,
  buttons: { most: 10, label: 100 },
  rows: { most: 0, label: 0, description: 0 },
  cards: 0,
  media: {
    image: file("image/jpeg", "image/png", "image/gif", "image/webp"),
    video: file("video/mp4"),
    audio: file("audio/mpeg", "audio/mp4", "audio/ogg"),
    document: file(...mediaGroups.document),
  },
  takesBytes: MOST_TAKEN,
  readReceipts: true,
  echoes: true,
  perSecond: 20,
};

/** Letters of a subject: longer ones are cut by mailboxes. */
export const MOST_SUBJECT = 200;

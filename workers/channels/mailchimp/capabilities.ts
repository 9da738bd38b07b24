import { type Capabilities, noPromises } from "#workers/contract/capabilities.ts";

/** A mail of words and links. Its files would have to stand in the call itself, which nothing here can write yet. */
export const mailCapabilities: Capabilities = {
  ...noPromises,
  kinds: ["text", "template", "buttons"],
  text: 10_000,
  caption: 0,
  buttons: { most: 10, label: 100 },
  rows: { most: 0, label: 0, description: 0 },
  cards: 0,
  media: {},
  readReceipts: true,
  echoes: true,
  perSecond: 20,
};

/** Letters of a subject: longer ones are cut by mailboxes. */
export const MOST_SUBJECT = 200;

import { type Capabilities, noPromises } from "#workers/contract/capabilities.ts";

/** Content of an SMS, whoever takes it: words, 10 parts of 153 English letters, or of 67 others. */
export const smsCapabilities: Capabilities = {
  ...noPromises,
  kinds: ["text", "template"],
  text: 1_530,
  caption: 0,
  buttons: { most: 0, label: 0 },
  rows: { most: 0, label: 0, description: 0 },
  cards: 0,
  media: {},
  perSecond: 10,
};

import { type Capabilities, usualKinds } from "#workers/contract/capabilities.ts";
import type { OutgoingMessage } from "../adapter.ts";
import type { SimulatedCall } from "./wire.ts";

/** Carries everything, so that what a screen offers depends on the channel type that it plays. */
export const capabilities: Capabilities = {
  kinds: usualKinds,
  text: 4_096,
  caption: 1_024,
  buttons: { most: 3, label: 20 },
  rows: { most: 10, label: 24, description: 72 },
  cards: 10,
  media: {},
  readReceipts: true,
  windowHours: null,
  templates: false,
  idempotent: true,
  echoes: true,
  lookUp: true,
  perSecond: 80,
  inboundCounts: false,
  pair: null,
};

/** The channel types that have a service window have it in the simulator too: hours by channel type. */
export const WINDOW_HOURS: Readonly<Record<number, number>> = { 3: 24, 4: 24, 11: 24 };

export const callOf = ({ id, to, body, quoted }: OutgoingMessage): SimulatedCall => ({
  id,
  to: [...to],
  body,
  ...(quoted !== undefined && { quoted }),
});

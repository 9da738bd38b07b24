import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import type { Formed } from "../call.ts";
import { formatFor } from "../meta-pages/format.ts";

export const BASE_URL = "https://graph.facebook.com";

/** The whole call of a message. Pure. */
export const format = (message: OutgoingMessage, channel: ChannelAccount): Formed =>
  formatFor(message, channel, BASE_URL);

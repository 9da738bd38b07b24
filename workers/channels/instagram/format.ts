import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import type { Formed } from "../call.ts";
import { PARTS } from "../meta-pages/capabilities.ts";
import { formatFor } from "../meta-pages/format.ts";

export const BASE_URL = "https://graph.instagram.com";

/** The whole call of a message. Pure. Instagram counts a text in bytes. */
export function format(message: OutgoingMessage, channel: ChannelAccount): Formed {
  const { body } = message;
  const words = body.kind === "text" || body.kind === "buttons" ? body.text : "";
  if (Buffer.byteLength(words) > PARTS.instagramBytes)
    return { refused: texts.tooManyBytes(PARTS.instagramBytes) };
  return formatFor(message, channel, BASE_URL);
}

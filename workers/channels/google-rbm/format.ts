import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf } from "../number.ts";
import { contentOf, wordsOfTemplate } from "../rcs/format.ts";
import { addressAt } from "./login.ts";

/** The whole call of a message. Pure. */
export function format({ id, to, body }: OutgoingMessage, channel: ChannelAccount, token: string): Formed {
  const digits = digitsOf(to);
  if (digits === undefined) return { refused: texts.noAddress };
  const content = body.kind === "template" ? wordsOfTemplate(body) : contentOf(body);
  if ("refused" in content) return { refused: String(content["refused"]) };
  // A message whose id was used before is ignored, so one whose answer was lost may be called again.
  const asked = new URLSearchParams({ messageId: id, agentId: channel.contactId });
  const url = addressAt(channel, `/phones/${encodeURIComponent(`+${digits}`)}/agentMessages?${asked}`);
  return { url, init: jsonPost({ contentMessage: content }, { authorization: `Bearer ${token}` }) };
}

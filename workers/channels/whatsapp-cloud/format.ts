import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { messageObject } from "../whatsapp/message.ts";

const BASE_URL = "https://graph.facebook.com";
const VERSION = "v23.0";

/** The address of an object at Meta. */
export function nodeAt({ settings }: ChannelAccount, id: string, path = ""): string {
  const base = (settings["baseUrl"] || BASE_URL).replace(/\/+$/, "");
  return `${base}/${settings["version"] || VERSION}/${encodeURIComponent(id)}${path}`;
}

/** The field of a number that tells the limit: it was renamed in version 24, and an unknown field is refused. */
export const limitField = ({ settings }: ChannelAccount): string =>
  Number.parseInt((settings["version"] || VERSION).slice(1), 10) < 24
    ? "messaging_limit_tier"
    : "whatsapp_business_manager_messaging_limit";

export const numberOf = ({ contactId, settings }: ChannelAccount): string =>
  settings["phoneNumberId"] || contactId;

/** The address of the number at Meta, of its messages by default. */
export const addressAt = (channel: ChannelAccount, path: string): string =>
  nodeAt(channel, numberOf(channel), path);

export const bearer = ({ secrets }: ChannelAccount) => ({
  authorization: `Bearer ${secrets["accessToken"] ?? ""}`,
});

/** The whole call of a message. Pure. */
export function format({ id, to, body, quoted }: OutgoingMessage, channel: ChannelAccount): Formed {
  const made = messageObject({ to, body, quoted }, channel.settings["wabaId"]);
  if ("refused" in made) return made;
  // Comes back with every status, so a call whose answer was lost can still be settled.
  const call = { ...made.message, biz_opaque_callback_data: id };
  return { url: addressAt(channel, "/messages"), init: jsonPost(call, bearer(channel)) };
}

import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, posting } from "../call.ts";
import { recipientOf } from "../whatsapp/address.ts";
import { formatWhatsapp } from "../whatsapp/format.ts";

const BASE_URL = "https://graph.facebook.com";
const VERSION = "v23.0";

/** The address of the number at Meta, of its messages by default. */
export function addressAt({ contactId, settings }: ChannelAccount, path: string): string {
  const base = (settings["baseUrl"] || BASE_URL).replace(/\/+$/, "");
  const number = encodeURIComponent(settings["phoneNumberId"] || contactId);
  return `${base}/${settings["version"] || VERSION}/${number}${path}`;
}

export const bearer = ({ secrets }: ChannelAccount) => ({
  authorization: `Bearer ${secrets["accessToken"] ?? ""}`,
});

/** The whole call of a message. Pure. */
export function format({ id, to, body, quoted }: OutgoingMessage, channel: ChannelAccount): Formed {
  const recipient = recipientOf(to, channel.settings["wabaId"]);
  if ("refused" in recipient) return recipient;
  const made = formatWhatsapp(body);
  if ("refused" in made) return { refused: String(made["refused"]) };
  const call = {
    messaging_product: "whatsapp",
    ...recipient,
    ...made,
    ...(quoted !== undefined && body.kind !== "reaction" && { context: { message_id: quoted } }),
    // Comes back with every status, so a call whose answer was lost can still be settled.
    biz_opaque_callback_data: id,
  };
  return { url: addressAt(channel, "/messages"), init: posting(call, bearer(channel)) };
}

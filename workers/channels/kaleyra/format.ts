import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { messageObject } from "../whatsapp/message.ts";
import { OWN } from "./received.ts";

const [INDIA, WORLD] = ["https://api.in.kaleyra.io", "https://api.kaleyra.io"];

/** An address of the account, of which there is one host a region; `baseUrl` names the others. */
export function addressAt(
  { settings }: Pick<ChannelAccount, "settings">,
  version: string,
  path: string,
): string {
  const sid = settings["sid"] ?? "";
  const base = (settings["baseUrl"] || (/IN$/i.test(sid) ? INDIA : WORLD)).replace(/\/+$/, "");
  return `${base}/${version}/${encodeURIComponent(sid)}${path}`;
}

export const keyOf = ({ secrets }: Pick<ChannelAccount, "secrets">) => ({
  "api-key": secrets["apiKey"] ?? "",
});

/** The whole call of a message. Pure. */
export function format({ id, to, body, quoted }: OutgoingMessage, channel: ChannelAccount): Formed {
  const number = to.find(({ kind }) => kind === "number");
  if (!number)
    return { refused: to.some(({ kind }) => kind === "user") ? texts.needsNumber : texts.noAddress };
  // WhatsApp knows nothing of the ids that we make up for messages that come without one.
  if (body.kind === "reaction" && body.to.startsWith(OWN)) return { refused: texts.noReaction };
  const known = quoted?.startsWith(OWN) === true ? undefined : quoted;
  const made = messageObject({ to: [number], body, quoted: known }, undefined);
  if ("refused" in made) return made;
  // Comes back with every status, so a call whose answer was lost can still be settled.
  const call = { messaging_object: made.message, extra_info: { ref: id } };
  const from = encodeURIComponent(`+${channel.contactId.replace(/\D/g, "")}`);
  return {
    url: addressAt(channel, "v2", `/whatsapp/${from}/messages`),
    init: jsonPost(call, keyOf(channel)),
  };
}

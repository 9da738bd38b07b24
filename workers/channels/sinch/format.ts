import { adaptersTexts as texts } from "#texts/adapters.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf } from "../number.ts";
import { formatWhatsapp } from "../whatsapp/format.ts";
import { addressAt, authorized } from "./login.ts";
import { templateOf } from "./template.ts";

type Made = Record<string, unknown> | { refused: string };

/** The whole call of a message. Pure. */
export function format({ id, to, body }: OutgoingMessage, channel: ChannelAccount, token: string): Formed {
  const isTelegram = channel.type === channelTypes.telegram;
  const user = to.find(({ kind, scope }) => kind === "user" && scope === channel.contactId)?.value;
  const identity = isTelegram ? user : digitsOf(to);
  if (identity === undefined) {
    const isUser = !isTelegram && to.some(({ kind }) => kind === "user");
    return { refused: isUser ? texts.needsNumber : texts.noAddress };
  }
  // A body that WhatsApp does not show is not shown by another way either.
  const checked: object = isTelegram ? {} : formatWhatsapp(body);
  if ("refused" in checked) return { refused: String(checked.refused) };
  const message = madeOf(body);
  if ("refused" in message) return { refused: String(message["refused"]) };
  const call = {
    app_id: channel.settings["appId"],
    recipient: {
      identified_by: {
        channel_identities: [{ channel: isTelegram ? "TELEGRAM" : "WHATSAPP", identity }],
      },
    },
    message,
    // Comes back with every report, so a call whose answer was lost can still be settled.
    message_metadata: id,
  };
  return { url: addressAt(channel, "/messages:send"), init: jsonPost(call, authorized(token)) };
}

function madeOf(body: MessageBody): Made {
  switch (body.kind) {
    case "text":
      return { text_message: { text: body.text } };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const { url } = body.medium;
      return url === undefined ? { refused: texts.noMedium } : { media_message: { url } };
    }
    case "location": {
      const { latitude, longitude, name, address } = body;
      const title = name || address || `${latitude}, ${longitude}`;
      const label = address ? { label: address } : {};
      return { location_message: { title, ...label, coordinates: { latitude, longitude } } };
    }
    case "buttons": {
      if (body.header || body.footer || body.medium) return { refused: texts.notMade };
      const choices = body.buttons.flatMap((each) =>
        each.kind === "reply" ? [{ text_message: { text: each.label }, postback_data: each.token }] : [],
      );
      if (choices.length < body.buttons.length) return { refused: texts.linkButton };
      return { choice_message: { text_message: { text: body.text }, choices } };
    }
    case "template":
      return templateOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

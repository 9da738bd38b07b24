import { adaptersTexts as texts } from "#texts/adapters.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BodyOf, MediaKind, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf, digitsWithCountry } from "../number.ts";
import { contentOf as rcsContentOf, wordsOfTemplate } from "../rcs/format.ts";
import { smsOf } from "../sms-words.ts";
import { formatWhatsapp } from "../whatsapp/format.ts";
import { templateOf } from "./template.ts";
import { rcsContent, smsBody } from "./wire.ts";

const RCM = "https://rcmapi.instaalerts.zone/services/rcm";
const SMS = "https://japi.instaalerts.zone/httpapi";

export const isSms = ({ type }: Pick<ChannelAccount, "type">): boolean => type === channelTypes.sms;

const addressOf = (channel: ChannelAccount): string => {
  const base = channel.settings["baseUrl"] || (isSms(channel) ? SMS : RCM);
  return `${base.replace(/\/+$/, "")}/${isSms(channel) ? "JsonReceiver" : "sendMessage"}`;
};

/** A call with the account's key: in a header of its own, or within the call of an SMS. */
export const callOf = (channel: ChannelAccount, value: unknown): Exclude<Formed, { refused: string }> => ({
  url: addressOf(channel),
  init: jsonPost(
    value,
    isSms(channel) ? {} : { authentication: `Bearer ${channel.secrets["accKey"] ?? ""}` },
  ),
});

/** The whole call of a message. Pure. */
export function format(message: OutgoingMessage, channel: ChannelAccount): Formed {
  const { id, to, body } = message;
  const digits = digitsOf(to);
  if (digits === undefined) {
    const isUser = channel.type === channelTypes.whatsApp && to.some(({ kind }) => kind === "user");
    return { refused: isUser ? texts.needsNumber : texts.noAddress };
  }
  if (isSms(channel)) return smsCallOf(digits, message, channel);
  const content = channel.type === channelTypes.rcs ? rcsOf(body) : contentOf(body);
  if ("refused" in content) return { refused: String(content["refused"]) };
  const { webhookId, environment } = channel.settings;
  const call = {
    channel: channel.type === channelTypes.rcs ? "RCS" : "WABA",
    content,
    // Comes back with every status, so a call whose answer was lost can still be settled.
    recipient: { to: digits, recipient_type: "individual", reference: { cust_ref: id } },
    sender: { from: digitsWithCountry(channel.contactId) },
    preferences: { webHookDNId: webhookId || (environment === "0" ? "sandbox" : "1001") },
  };
  return callOf(channel, { message: call, metaData: { version: "v1.0.9" } });
}

function smsCallOf(to: string, message: OutgoingMessage, channel: ChannelAccount): Formed {
  const sms = smsOf(message, channel.settings);
  if ("refused" in sms) return sms;
  const { entityId } = channel.settings;
  if (!entityId) return { refused: texts.noDltEntity };
  const { text, templateId } = sms;
  if (templateId === undefined) return { refused: texts.noDltTemplate };
  const key = channel.secrets["accKey"] ?? "";
  return callOf(channel, smsBody({ key, sender: channel.contactId, to, text, entityId, templateId }));
}

type Content = Record<string, unknown> | { refused: string };

function rcsOf(body: MessageBody): Content {
  const made = body.kind === "template" ? wordsOfTemplate(body) : rcsContentOf(body);
  return "refused" in made ? made : rcsContent(made);
}

function contentOf(body: MessageBody): Content {
  // A body that WhatsApp does not show is not shown by another way either.
  const checked = formatWhatsapp(body);
  if ("refused" in checked) return checked;
  switch (body.kind) {
    case "text": {
      const isLinked = /https?:\/\//i.test(body.text);
      return { preview_url: isLinked, shorten_url: false, type: "TEXT", text: body.text };
    }
    case "image":
    case "video":
    case "audio":
    case "document":
      return attachmentOf(body);
    case "template":
      return templateOf(body);
    case "buttons":
      if (body.medium && body.medium.url === undefined) return { refused: texts.mediumByAddress };
      if (body.buttons.some(({ kind }) => kind !== "reply")) return { refused: texts.linkButton };
      return { type: "INTERACTIVE", interactive: checked["interactive"] };
    case "list":
      return { type: "INTERACTIVE", interactive: checked["interactive"] };
    default:
      return { refused: texts.kind(body.kind) };
  }
}

function attachmentOf({ kind, medium, caption, sticker }: BodyOf<MediaKind>): Content {
  const { url, name, mime } = medium;
  if (url === undefined) return { refused: texts.mediumByAddress };
  if (sticker) return { refused: texts.fileType("sticker") };
  const attachment = {
    type: kind,
    url,
    ...(caption && { caption }),
    ...(name !== undefined && { fileName: name }),
    ...(mime !== undefined && { mimeType: mime }),
  };
  return { type: "ATTACHMENT", attachment };
}

import { adaptersTexts as texts } from "#texts/adapters.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BodyOf, MediaKind, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { digitsOf, digitsWithCountry } from "../number.ts";
import { smsOf } from "../sms-words.ts";

const BASE_URL = "https://api.karix.io";

/** The address of something at Karix. */
export const addressAt = ({ settings }: ChannelAccount, path: string): string =>
  `${(settings["baseUrl"] || BASE_URL).replace(/\/+$/, "")}${path}`;

export function headersOf({ settings, secrets }: ChannelAccount): Record<string, string> {
  const account = `${settings["username"] ?? ""}:${secrets["password"] ?? ""}`;
  return { authorization: `Basic ${Buffer.from(account).toString("base64")}`, "api-version": "2.0" };
}

/** The whole call of a message. Pure. */
export function format(
  { to, ...message }: OutgoingMessage,
  channel: ChannelAccount,
  webhookUrl: string | undefined,
): Formed {
  const digits = digitsOf(to);
  if (digits === undefined) return { refused: texts.noAddress };
  const isWhatsapp = channel.type === channelTypes.whatsApp;
  const content = isWhatsapp ? contentOf(message.body) : smsContentOf(message, channel);
  if ("refused" in content) return { refused: String(content["refused"]) };
  const call = {
    channel: isWhatsapp ? "whatsapp" : "sms",
    source: `+${digitsWithCountry(channel.contactId)}`,
    destination: [`+${digits}`],
    content,
    ...(webhookUrl !== undefined && { events_url: webhookUrl }),
  };
  return { url: addressAt(channel, "/message/"), init: jsonPost(call, headersOf(channel)) };
}

type Content = Record<string, unknown> | { refused: string };

/** Karix has no field for DLT's ids: it finds the template by the words. */
function smsContentOf(
  message: Pick<OutgoingMessage, "body" | "registered">,
  { settings }: ChannelAccount,
): Content {
  const sms = smsOf(message, settings);
  return "refused" in sms ? sms : { text: sms.text };
}

function contentOf(body: MessageBody): Content {
  switch (body.kind) {
    case "text":
      return { text: body.text };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaOf(body);
    case "location":
      return locationOf(body);
    case "template":
      return templateOf(body);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

function mediaOf({ kind, medium, caption, sticker }: BodyOf<MediaKind>): Content {
  if (medium.url === undefined) return { refused: texts.mediumByAddress };
  if (caption && (kind === "audio" || sticker)) return { refused: texts.noCaption };
  return { media: { url: medium.url, ...(caption && { caption }) } };
}

/** A place needs a label; one without words is labelled by where it is. */
function locationOf({ latitude, longitude, name, address }: BodyOf<"location">): Content {
  const label = name || address || `${latitude}, ${longitude}`;
  const place = { latitude: String(latitude), longitude: String(longitude), label };
  return { location: { ...place, ...(address && { address }) } };
}

/** WhatsApp finds the approved template by its words, so what words cannot carry would be lost. */
function templateOf({ header, buttons, cards = [], offerEndsAt, rendered }: BodyOf<"template">): Content {
  const isMore = buttons.length > 0 || cards.length > 0 || offerEndsAt !== undefined;
  if (isMore || (header && header.kind !== "text")) return { refused: texts.templateWordsOnly };
  return rendered.trim() === "" ? { refused: texts.empty } : { text: rendered };
}

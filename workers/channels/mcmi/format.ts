import { adaptersTexts as texts } from "#texts/adapters.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { BodyOf, MediaKind, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { type Json, record } from "../json.ts";
import { digitsOf, digitsWithCountry } from "../number.ts";
import { formatWhatsapp } from "../whatsapp/format.ts";
import {
  callMessage,
  channelName,
  interactiveMessage,
  mediaMessage,
  MESSAGES,
  templateMessage,
  textMessage,
} from "./wire.ts";

/** Where somebody is known by a number, and not by an id of a page. */
export const byNumber = ({ type }: Pick<ChannelAccount, "type">): boolean =>
  type === channelTypes.whatsApp || type === channelTypes.ivrs;

export function addressAt({ settings }: Pick<ChannelAccount, "settings">): string | undefined {
  const base = settings["baseUrl"];
  return base ? `${base.replace(/\/+$/, "")}${MESSAGES}` : undefined;
}
export const callOf = ({ secrets }: ChannelAccount, value: unknown): RequestInit =>
  jsonPost(value, { authorization: `Bearer ${secrets["authKey"] ?? ""}` });

/** The whole call of a message. Pure. */
export function format({ id, to, body }: OutgoingMessage, channel: ChannelAccount): Formed {
  const url = addressAt(channel);
  if (url === undefined) return { refused: texts.noBaseUrl("MCMI") };
  const person = personOf(to, channel);
  if (person === undefined) {
    const isUser = byNumber(channel) && to.some(({ kind }) => kind === "user");
    return { refused: isUser ? texts.needsNumber : texts.noAddress };
  }
  const message = channel.type === channelTypes.ivrs ? spoken(body) : written(body);
  if ("refused" in message) return { refused: String(message["refused"]) };
  const from = byNumber(channel) ? digitsWithCountry(channel.contactId) : channel.contactId;
  // Comes back with every status, so a call whose answer was lost can still be settled.
  const call = { channel: channelName(channel), from, to: person, clientRef: id, message };
  return { url, init: callOf(channel, call) };
}

function personOf(to: OutgoingMessage["to"], channel: ChannelAccount): string | undefined {
  if (byNumber(channel)) return digitsOf(to);
  const users = to.filter(({ kind }) => kind === "user");
  return (users.find(({ scope }) => scope === channel.contactId) ?? users[0])?.value;
}

function written(body: MessageBody): Json {
  // A body that Meta's messengers do not show is not shown by another way either.
  const meta = formatWhatsapp(body);
  if ("refused" in meta) return meta;
  switch (body.kind) {
    case "text":
      return textMessage(body.text);
    case "image":
    case "video":
    case "audio":
    case "document":
      return fileOf(body);
    case "template":
      return templateMessage(record(meta["template"]));
    case "buttons":
      if (body.medium && body.medium.url === undefined) return { refused: texts.mediumByAddress };
      if (body.buttons.some(({ kind }) => kind !== "reply")) return { refused: texts.linkButton };
      return interactiveMessage(meta["interactive"]);
    case "list":
      return interactiveMessage(meta["interactive"]);
    default:
      return { refused: texts.kind(body.kind) };
  }
}

function fileOf({ kind, medium, caption, sticker }: BodyOf<MediaKind>): Json {
  if (sticker) return { refused: texts.fileType("sticker") };
  if (medium.url === undefined) return { refused: texts.mediumByAddress };
  return mediaMessage({
    kind,
    url: medium.url,
    ...(medium.name !== undefined && { name: medium.name }),
    ...(caption && { caption }),
  });
}

/** A call says words or plays a file. */
function spoken(body: MessageBody): Json {
  if (body.kind === "text") return callMessage({ prompt: body.text });
  if (body.kind !== "audio") return { refused: texts.kind(body.kind) };
  if (body.medium.url === undefined) return { refused: texts.mediumByAddress };
  return callMessage({ audioUrl: body.medium.url });
}

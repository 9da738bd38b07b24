import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf, Medium, MessageBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, OutgoingMessage } from "../adapter.ts";
import { type Formed, jsonPost } from "../call.ts";
import { kindOf } from "#workers/contract/media.ts";
import { sourceOf } from "../media.ts";
import { telegramCapabilities } from "./capabilities.ts";
import { keyboardOf } from "./keyboard.ts";
import { renderedCarousel, renderedList, renderedTemplate, renderedWords } from "./render.ts";

const BASE_URL = "https://api.telegram.org";

/** A method and its parameters, or the sentence why there is none. */
export type Method = { method: string; fields: Record<string, unknown> } | { refused: string };

/** The token is part of the address, so no address of a call is ever shown or kept. */
export const methodAt = (channel: ChannelAccount, method: string): string =>
  `${baseOf(channel)}/bot${tokenOf(channel.secrets)}/${method}`;

/** The address of a file by the path that getFile gave. */
export const fileAt = (channel: ChannelAccount, path: string): string =>
  `${baseOf(channel)}/file/bot${tokenOf(channel.secrets)}/${path.split("/").map(encodeURIComponent).join("/")}`;

const baseOf = ({ settings }: ChannelAccount): string =>
  (settings["baseUrl"] || BASE_URL).replace(/\/+$/, "");

const tokenOf = (secrets: ChannelAccount["secrets"]): string =>
  encodeURIComponent(secrets["token"] ?? "").replace("%3A", ":");

/** The whole call of a message. Pure. */
export function format({ to, body, quoted }: OutgoingMessage, channel: ChannelAccount): Formed {
  const users = to.filter(({ kind }) => kind === "user");
  const chat = (users.find(({ scope }) => scope === channel.contactId) ?? users[0])?.value;
  if (chat === undefined) return { refused: texts.noAddress };
  const made = methodOf(body, chat);
  if ("refused" in made) return made;
  const answers = body.kind === "reaction" || body.kind === "edit" || body.kind === "revoke";
  const number = answers ? undefined : messageNumber(quoted, chat);
  const reply = number === undefined ? {} : { message_id: number, allow_sending_without_reply: true };
  const fields = {
    chat_id: chat,
    ...made.fields,
    ...(number !== undefined && { reply_parameters: reply }),
  };
  return { url: methodAt(channel, made.method), init: jsonPost(fields) };
}

/** The number of a message in this chat, from our id of it. */
function messageNumber(id: string | undefined, chat: string): number | undefined {
  const number = id?.startsWith(`${chat}:`) ? /^\d{1,15}/.exec(id.slice(chat.length + 1))?.[0] : undefined;
  return number === undefined ? undefined : Number(number);
}

/** Text goes without a parse mode: there is nothing to escape, and a person's stars stay stars. */
export function methodOf(body: MessageBody, chat: string): Method {
  switch (body.kind) {
    case "text":
      return { method: "sendMessage", fields: { text: body.text } };
    case "image":
    case "video":
    case "audio":
    case "document":
      return fileOf(body.sticker === true ? "sticker" : body.voice === true ? "voice" : body.kind, body);
    case "location": {
      const { latitude, longitude, name, address } = body;
      const [title, place] = [name || address, address || name];
      if (!title) return { method: "sendLocation", fields: { latitude, longitude } };
      return { method: "sendVenue", fields: { latitude, longitude, title, address: place } };
    }
    case "contact":
      return contactOf(body);
    case "buttons":
      return withKeyboard(body.medium, renderedWords(body), keyboardOf(body.buttons));
    case "list":
      return withKeyboard(undefined, renderedList(body), keyboardOf(rowsOf(body)));
    case "carousel":
      return carouselOf(body);
    case "template": {
      const { words, medium } = renderedTemplate(body);
      return withKeyboard(medium, words, keyboardOf([]));
    }
    case "reaction":
    case "edit":
    case "revoke":
      return changeOf(body, chat);
    case "flow":
    case "formAnswer":
    case "system":
    case "unsupported":
    case "echo":
      return { refused: texts.kind(body.kind) };
    default:
      return body satisfies never;
  }
}

const METHODS = {
  image: ["sendPhoto", "photo"],
  video: ["sendVideo", "video"],
  audio: ["sendAudio", "audio"],
  voice: ["sendVoice", "voice"],
  document: ["sendDocument", "document"],
  sticker: ["sendSticker", "sticker"],
} as const;

function fileOf(
  kind: keyof typeof METHODS,
  { medium, caption }: { medium: Medium; caption?: string | undefined },
): Method {
  const source = sourceOf(medium);
  if (!source) return { refused: texts.noMedium };
  if (kind === "sticker" && caption) return { refused: texts.noCaption };
  const [method, field] = METHODS[kind];
  return {
    method,
    fields: { [field]: "url" in source ? source.url : source.id, ...(caption && { caption }) },
  };
}

/** Words with a keyboard, under a file where there is one. */
function withKeyboard(
  medium: Medium | undefined,
  { text, entities }: { text: string; entities?: readonly object[] },
  keyboard: ReturnType<typeof keyboardOf>,
): Method {
  if ("refused" in keyboard) return keyboard;
  const markup = keyboard.rows.length > 0 ? { reply_markup: { inline_keyboard: keyboard.rows } } : {};
  const words = [text, ...keyboard.lines].filter(Boolean).join("\n");
  const linked = entities !== undefined && entities.length > 0;
  if (!medium) {
    if (words.trim() === "") return { refused: texts.empty };
    const over = words.length > telegramCapabilities.text;
    if (over) return { refused: texts.textTooLong(telegramCapabilities.text) };
    return { method: "sendMessage", fields: { text: words, ...(linked && { entities }), ...markup } };
  }
  if (words.length > telegramCapabilities.caption) {
    return { refused: texts.captionTooLong(telegramCapabilities.caption) };
  }
  const file = fileOf(kindOf(medium), { medium, caption: words });
  if ("refused" in file) return file;
  return { ...file, fields: { ...file.fields, ...(linked && { caption_entities: entities }), ...markup } };
}

const rowsOf = ({ sections }: BodyOf<"list">) =>
  sections.flatMap(({ rows }) => rows.map(({ token, label }) => ({ kind: "reply" as const, token, label })));

function carouselOf(body: BodyOf<"carousel">): Method {
  const buttons = body.cards.flatMap((card) => card.buttons);
  const { medium, ...words } = renderedCarousel(body);
  return withKeyboard(medium, words, keyboardOf(buttons));
}

function contactOf({ contacts }: BodyOf<"contact">): Method {
  const [contact, ...more] = contacts;
  if (!contact || more.length > 0) return { refused: texts.oneContact };
  const [phone] = contact.phones;
  if (phone === undefined) return { refused: texts.noPhone };
  return { method: "sendContact", fields: { phone_number: phone, first_name: contact.name || phone } };
}

function changeOf(body: BodyOf<"reaction" | "edit" | "revoke">, chat: string): Method {
  const number = messageNumber(body.kind === "reaction" ? body.to : body.of, chat);
  if (number === undefined) return { refused: texts.otherMessage };
  if (body.kind === "edit")
    return { method: "editMessageText", fields: { message_id: number, text: body.text } };
  if (body.kind === "revoke") return { method: "deleteMessage", fields: { message_id: number } };
  const reaction = body.emoji === "" ? [] : [{ type: "emoji", emoji: body.emoji }];
  return { method: "setMessageReaction", fields: { message_id: number, reaction } };
}

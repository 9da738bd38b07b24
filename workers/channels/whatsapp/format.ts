import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { BodyOf, Medium, MessageBody } from "#workers/contract/message-body.ts";
import { sourceOf } from "../media.ts";
import { flowOf } from "./flow.ts";
import { interactiveOf } from "./interactive.ts";
import { templateOf } from "./template.ts";

/** A message object of Meta, without its recipient, or the sentence why there is none. */
export type Formatted = Record<string, unknown> | { refused: string };

/** Writes a body that the capabilities allow. Pure. */
export function formatWhatsapp(body: MessageBody): Formatted {
  switch (body.kind) {
    case "text":
      return { type: "text", text: { body: body.text, preview_url: /https?:\/\//i.test(body.text) } };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaOf(body);
    case "location": {
      const { latitude, longitude, name, address } = body;
      return { type: "location", location: { latitude, longitude, name, address } };
    }
    case "contact":
      return {
        type: "contacts",
        contacts: body.contacts.map(({ name, phones }) => ({
          // Meta wants another part of the name beside the formatted one.
          name: { formatted_name: name || phones[0], first_name: name || phones[0] },
          phones: phones.map((phone) => ({ phone, type: "CELL" })),
        })),
      };
    case "reaction":
      return { type: "reaction", reaction: { message_id: body.to, emoji: body.emoji } };
    case "buttons":
    case "list":
    case "carousel":
      return interactiveOf(body);
    case "flow":
      return flowOf(body);
    case "template":
      return templateOf(body);
    case "formAnswer":
    case "edit":
    case "revoke":
    case "system":
    case "unsupported":
    case "echo":
      return { refused: texts.kind(body.kind) };
    default:
      return body satisfies never;
  }
}

/** A file in Meta's words: an address that it fetches, or an id that it gave. */
export function metaMedium(medium: Medium, more: Record<string, unknown> = {}) {
  const source = sourceOf(medium);
  if (!source) return undefined;
  return { ...("url" in source ? { link: source.url } : source), ...more };
}

function mediaOf(body: BodyOf<"image" | "video" | "audio" | "document">): Formatted {
  const type = body.sticker === true && body.kind === "image" ? "sticker" : body.kind;
  const captioned = type === "sticker" || type === "audio" ? undefined : body.caption;
  // A caption that this type has no room for would be lost without a word.
  if (body.caption && captioned === undefined) return { refused: texts.noCaption };
  const medium = metaMedium(body.medium, {
    ...(captioned && { caption: captioned }),
    ...(type === "document" && body.medium.name !== undefined && { filename: body.medium.name }),
    ...(type === "audio" && body.voice === true && { voice: true }),
  });
  return medium ? { type, [type]: medium } : { refused: texts.noMedium };
}

import { LONGEST_TEXT, type MediaKind, type PlainBody } from "#workers/contract/message-body.ts";
import { type Json, list, record, text } from "../json.ts";
import { locationOf } from "../location.ts";

const MEDIA: Readonly<Partial<Record<string, MediaKind>>> = {
  image: "image",
  sticker: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  document: "document",
};

/** The kind of a file by WhatsApp's name of its type; undefined for what is no file. */
export const mediaKindOf = (type: string): MediaKind | undefined =>
  Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;

/** Reads a message's content as our kinds; one that is not known keeps its type. */
export function contentOf(message: Json): PlainBody {
  const type = text(message["type"], 200) ?? "none";
  const unsupported: PlainBody = { kind: "unsupported", type };
  if (list(message["errors"]).length > 0)
    return { kind: "unsupported", type: unsupportedType(message, type) };
  const part = record(message[type]);
  const medium = mediaKindOf(type);
  if (medium) return mediaOf(type, medium, part) ?? unsupported;
  switch (type) {
    case "text": {
      const words = text(part["body"], LONGEST_TEXT);
      return words === undefined ? unsupported : { kind: "text", text: words };
    }
    case "location":
      return locationOf(part, part) ?? unsupported;
    case "contacts":
      return contactsOf(list(message["contacts"])) ?? unsupported;
    case "reaction": {
      const to = text(part["message_id"], 500);
      return to === undefined ? unsupported : { kind: "reaction", to, emoji: text(part["emoji"], 64) ?? "" };
    }
    case "button": {
      const label = text(part["text"], 300);
      const token = text(part["payload"], 200) ?? text(label, 200);
      return token === undefined ? unsupported : { kind: "formAnswer", token, label: label ?? token };
    }
    case "interactive":
      return answerOf(part) ?? unsupported;
    case "edit": {
      const of = text(part["original_message_id"], 500);
      const now = record(part["message"]);
      const changed = record(now[text(now["type"], 64) ?? "text"]);
      const words = text(changed["body"] ?? changed["caption"], LONGEST_TEXT);
      return of === undefined || words === undefined ? unsupported : { kind: "edit", of, text: words };
    }
    case "revoke": {
      const of = text(part["original_message_id"], 500);
      return of === undefined ? unsupported : { kind: "revoke", of };
    }
    case "system":
      return {
        kind: "system",
        what: text(part["type"], 64) ?? "system",
        text: text(part["body"], LONGEST_TEXT) ?? "",
      };
    default:
      return { kind: "unsupported", type: unsupportedType(message, type) };
  }
}

/** WhatsApp sometimes names the type that its API has no words for, such as a poll. */
function unsupportedType(message: Json, type: string): string {
  if (type !== "unsupported" && type !== "unknown") return type;
  return text(record(message["unsupported"])["type"], 200) ?? type;
}

function mediaOf(type: string, kind: MediaKind, part: Json): PlainBody | undefined {
  const vendorId = text(part["id"], 500);
  if (vendorId === undefined) return undefined;
  const mime = text(part["mime_type"], 200);
  const name = text(part["filename"], 255);
  const caption = text(part["caption"], LONGEST_TEXT);
  return {
    kind,
    medium: { vendorId, ...(mime !== undefined && { mime }), ...(name !== undefined && { name }) },
    ...(caption !== undefined && { caption }),
    ...((part["voice"] === true || type === "voice") && { voice: true }),
    ...(type === "sticker" && { sticker: true }),
  };
}

function contactsOf(cards: readonly unknown[]): PlainBody | undefined {
  if (cards.length === 0) return undefined;
  const contacts = cards.slice(0, 100).map((each) => {
    const card = record(each);
    const phones = list(card["phones"]).flatMap((one) => text(record(one)["phone"], 64) ?? []);
    const name = record(card["name"]);
    const called = text(name["formatted_name"], 300) ?? text(name["first_name"], 300);
    return { name: called ?? phones[0] ?? "", phones: phones.slice(0, 20) };
  });
  return { kind: "contact", contacts };
}

/** A pressed button, a chosen row, or a filled form (WhatsApp Flow). */
function answerOf(part: Json): PlainBody | undefined {
  const chosen = record(part[text(part["type"], 64) ?? ""]);
  if (part["type"] === "nfm_reply") {
    const values = formOf(chosen["response_json"]);
    const token = text(values["flow_token"], 200) ?? text(chosen["name"], 200) ?? "flow";
    return { kind: "formAnswer", token, label: text(chosen["body"], 300) ?? token, values: { ...values } };
  }
  const token = text(chosen["id"], 200);
  if (token === undefined) return undefined;
  return { kind: "formAnswer", token, label: text(chosen["title"], 300) ?? token };
}

function formOf(value: unknown): Json {
  if (typeof value !== "string") return record(value);
  try {
    return record(JSON.parse(value));
  } catch {
    return {};
  }
}

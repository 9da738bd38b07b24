import { LONGEST_TEXT, type PlainBody } from "#workers/contract/message-body.ts";
import { digestOf } from "../digest.ts";
import { type Json, record, text } from "../json.ts";
import { contentOf, mediaKindOf } from "../whatsapp/content.ts";
import { firstWords } from "../words.ts";

/** Reads Kaleyra's callbacks. ASSUMED where docs/vendors.md says so: all of that is in this file. */

/** How the id begins of a message that came without one. */
export const OWN = "kaleyra:";

/** The id of what a person sent, where the profile asks for it; else one that a repeat has too. */
export const idOf = (item: Json): string =>
  text(item["message_id"], 490) ?? text(partOf(item["message"])["id"], 490) ?? `${OWN}${digestOf(item)}`;

/** The id of a call: statuses count its recipients behind it. */
export const callId = (value: unknown): string | undefined => text(value, 490)?.replace(/:\d+$/, "");

/** The words of an error, which is a text or has it in one of its fields; an empty one is none. */
export const errorIn = (error: unknown): string | undefined =>
  firstWords(typeof error === "object" && error !== null ? Object.values(error) : error);

const PRESSED: readonly string[] = ["button", "interactive", "button_reply", "list_reply"];

/** Reads a person's message: Meta's own where it is there, else the flat fields. */
export function bodyOf(item: Json): PlainBody {
  const type = text(item["type"], 200) ?? "none";
  const kind = mediaKindOf(type);
  const url = text(item["media_url"], 2_000);
  const words = text(item["body"], LONGEST_TEXT);
  if (kind && url !== undefined && URL.canParse(url)) {
    const mime = text(item["mime_type"], 200);
    return {
      kind,
      medium: { url, ...(mime !== undefined && { mime }) },
      ...(words !== undefined && { caption: words }),
      ...(type === "voice" && { voice: true }),
      ...(type === "sticker" && { sticker: true }),
    };
  }
  const meta = partOf(item["message"]);
  if (text(meta["type"], 200) !== undefined) return contentOf(meta);
  if (PRESSED.includes(type) && words !== undefined) {
    const token = text(words, 200) ?? "";
    return { kind: "formAnswer", token, label: text(words, 300) ?? token };
  }
  if (type === "contact" || type === "contacts") {
    const contacts = readValue(item["contacts"]);
    return contentOf({ type: "contacts", contacts: Array.isArray(contacts) ? contacts : [contacts] });
  }
  if (type === "location") return contentOf({ type, location: partOf(item["location"]) });
  return contentOf({ type, text: { body: item["body"] } });
}

/** A profile writes what is no text as the text of its JSON. */
const partOf = (value: unknown): Json => record(readValue(value));

function readValue(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

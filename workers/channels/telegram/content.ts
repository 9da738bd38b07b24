import { LONGEST_TEXT, type MediaKind, type PlainBody } from "#workers/contract/message-body.ts";
import { type Json, list, number, record, text } from "../json.ts";
import { locationOf } from "../location.ts";

const FILES: readonly [field: string, kind: MediaKind][] = [
  // An animation comes with a document beside it, for clients that know none.
  ["animation", "video"],
  ["video", "video"],
  ["video_note", "video"],
  ["voice", "audio"],
  ["audio", "audio"],
  ["sticker", "image"],
  ["document", "document"],
];

/** Fields of every message, which say nothing about its type. */
const COMMON = new Set([
  "message_id",
  "message_thread_id",
  "from",
  "chat",
  "sender_chat",
  "date",
  "edit_date",
  "reply_to_message",
  "forward_origin",
  "via_bot",
  "entities",
  "caption_entities",
  "has_protected_content",
  "is_topic_message",
]);

/** Reads a message into our own form; one that it does not know keeps the name of its field. */
export function contentOf(message: Json): PlainBody {
  const words = text(message["text"], LONGEST_TEXT);
  if (words !== undefined) return { kind: "text", text: words };
  const caption = text(message["caption"], LONGEST_TEXT);
  const venue = record(message["venue"]);
  const photo = list(message["photo"]).map(record).toSorted(bySize).at(-1);
  const known =
    (photo && fileOf("photo", "image", photo, caption)) ??
    FILES.map(([field, kind]) => fileOf(field, kind, record(message[field]), caption)).find(Boolean) ??
    locationOf(record(message["location"] ?? venue["location"]), { ...venue, name: venue["title"] }) ??
    contactOf(record(message["contact"]));
  if (known) return known;
  const type = Object.keys(message).find((field) => !COMMON.has(field)) ?? "none";
  return { kind: "unsupported", type: type.slice(0, 200) };
}

const bySize = (a: Json, b: Json) => areaOf(a) - areaOf(b);
const areaOf = (photo: Json) => (number(photo["width"]) ?? 0) * (number(photo["height"]) ?? 0);

function fileOf(
  field: string,
  kind: MediaKind,
  file: Json,
  caption: string | undefined,
): PlainBody | undefined {
  const vendorId = text(file["file_id"], 500);
  if (vendorId === undefined) return undefined;
  const mime = text(file["mime_type"], 200) ?? mimeOf(field, file);
  const name = text(file["file_name"], 255);
  const bytes = number(file["file_size"]);
  return {
    kind,
    medium: {
      vendorId,
      ...(mime !== undefined && { mime }),
      ...(name !== undefined && { name }),
      ...(bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 && { bytes }),
    },
    ...(caption !== undefined && { caption }),
    ...(field === "voice" && { voice: true }),
    ...(field === "sticker" && { sticker: true }),
  };
}

/** Types that Telegram fixes instead of naming them. */
function mimeOf(field: string, file: Json): string | undefined {
  if (field === "photo") return "image/jpeg";
  if (field === "video_note") return "video/mp4";
  if (field !== "sticker") return undefined;
  if (file["is_animated"] === true) return "application/x-tgsticker";
  return file["is_video"] === true ? "video/webm" : "image/webp";
}

function contactOf(contact: Json): PlainBody | undefined {
  const phone = text(contact["phone_number"], 64);
  if (phone === undefined) return undefined;
  const name = [text(contact["first_name"], 150), text(contact["last_name"], 149)].filter(Boolean).join(" ");
  return { kind: "contact", contacts: [{ name: name || phone, phones: [phone] }] };
}

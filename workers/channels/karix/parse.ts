import type { InboundEvent } from "#workers/contract/inbound.ts";
import { kindOf } from "#workers/contract/media.ts";
import { LONGEST_TEXT, type PlainBody } from "#workers/contract/message-body.ts";
import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, readObject, record, shown, text } from "../json.ts";
import { locationOf } from "../location.ts";
import { timeOf } from "../time.ts";
import { addressOf } from "../whatsapp/address.ts";
import { errorOf, statusOf } from "./message.ts";

/** A delivery is one event with an id of its own. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const event = readObject(body);
  const id = text(event["uid"], 200);
  return [{ key: id === undefined ? `digest:${digestOf(event)}` : `event:${id}`, raw: event }];
}

export function parse(raw: unknown): InboundEvent[] {
  const event = record(raw);
  const type = text(event["type"], 100) ?? "none";
  const message = record(event["data"]);
  const read = type === "message" ? eventOf(message) : undefined;
  return [read ?? { type: "account", what: type, at: 0, text: shown(raw, 1_000) }];
}

function eventOf(message: Json): InboundEvent | undefined {
  const vendorId = text(message["uid"], 500);
  if (vendorId === undefined) return undefined;
  if (message["direction"] === "inbound") return messageOf(message, vendorId);
  const status = statusOf(message);
  if (status === undefined) return undefined;
  const error = status === "failed" ? errorOf(message) : undefined;
  return {
    type: "status",
    vendorId,
    status,
    at: timeOf(message[TIMES[status] ?? "updated_time"] ?? message["updated_time"]),
    ...(error?.code !== undefined && { code: error.code }),
    ...(error?.words !== undefined && { reason: texts.notDelivered("Karix", error.words) }),
  };
}

/** The field that tells when; the last change tells it of all others. */
const TIMES: Readonly<Record<string, string>> = {
  queued: "created_time",
  sent: "sent_time",
  delivered: "delivered_time",
};

function messageOf(message: Json, vendorId: string): InboundEvent | undefined {
  const from = addressOf(message["source"], "");
  // Neither SMS nor WhatsApp at Karix knows anybody but by a number.
  if (from?.kind !== "number") return undefined;
  return {
    type: "message",
    vendorId,
    from: { addresses: [from] },
    at: timeOf(message["created_time"] ?? message["sent_time"] ?? message["updated_time"]),
    body: bodyOf(message),
  };
}

function bodyOf(message: Json): PlainBody {
  const content = record(message["content"]);
  const words = text(content["text"], LONGEST_TEXT);
  if (words !== undefined) return { kind: "text", text: words };
  const place = record(content["location"]);
  const type = text(message["content_type"], 200) ?? Object.keys(content)[0]?.slice(0, 200) ?? "none";
  return (
    mediumOf(record(content["media"])) ??
    locationOf(place, { name: place["label"], address: place["address"] }) ?? { kind: "unsupported", type }
  );
}

/** ASSUMED: a file comes as one is sent, by its address, perhaps with its type. */
function mediumOf(media: Json): PlainBody | undefined {
  const url = text(media["url"], 2_000);
  if (url === undefined || !URL.canParse(url)) return undefined;
  const mime = text(media["mime_type"] ?? media["content_type"], 200) ?? typeOf(url);
  const caption = text(media["caption"], LONGEST_TEXT);
  const kind = kindOf({ mime: mime ?? "application/octet-stream" });
  return {
    kind,
    medium: { url, ...(mime !== undefined && { mime }) },
    ...(caption !== undefined && { caption }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  mp4: "video/mp4",
  "3gp": "video/3gpp",
  ogg: "audio/ogg",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
};

function typeOf(url: string): string | undefined {
  const end = /\.([a-z0-9]+)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, end) ? TYPES[end] : undefined;
}

import { channelTypes } from "#workers/contract/channel-types.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import { LONGEST_TEXT, type MediaKind, type PlainBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, readObject, record, shown, text } from "../json.ts";
import { locationOf } from "../location.ts";
import { timeOf } from "../time.ts";
import { addressOf, distinct } from "../whatsapp/address.ts";

type Channel = Pick<ChannelAccount, "type" | "contactId">;

/** A callback is one message or one report. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const raw = readObject(body);
  const [message, report] = [record(raw["message"]), record(raw["message_delivery_report"])];
  const reported = [report["message_id"], report["status"], raw["event_time"]];
  const key = text(message["id"], 400) ?? digestOf(report["message_id"] === undefined ? raw : reported);
  return [{ key: `sinch:${key}`, raw }];
}

export function parse(raw: unknown, channel: Channel): InboundEvent[] {
  const item = record(raw);
  const event = messageOf(item, channel) ?? statusOf(item);
  if (event) return [event];
  const what = text(record(item["message_delivery_report"])["status"], 64) ?? "unsupported";
  const contactId = text(channel.contactId, 200);
  return [{ type: "account", contactId, what, at: timeOf(item["event_time"]), text: shown(raw, 1_000) }];
}

function messageOf(item: Json, { type, contactId }: Channel): InboundEvent | undefined {
  const message = record(item["message"]);
  const content = record(message["contact_message"]);
  const identity = text(record(message["channel_identity"])["identity"], 200);
  const vendorId = text(message["id"], 500);
  if (identity === undefined || vendorId === undefined) return undefined;
  const addresses =
    type === channelTypes.telegram
      ? [{ kind: "user" as const, scope: contactId.slice(0, 200), value: identity }]
      : distinct([addressOf(identity, "")]);
  if (addresses.length === 0) return undefined;
  const answered = record(content["choice_response_message"])["message_id"];
  const quoted = text(answered, 500) ?? text(record(content["reply_to"])["message_id"], 500);
  return {
    type: "message",
    vendorId,
    at: timeOf(message["accept_time"] ?? item["event_time"]),
    from: { addresses },
    body: bodyOf(content),
    ...(quoted !== undefined && { quoted }),
  };
}

const MEDIA: readonly (readonly [MediaKind, RegExp])[] = [
  ["image", /\.(jpe?g|png|webp|gif)$/i],
  ["video", /\.(mp4|3gpp?)$/i],
  ["audio", /\.(mp3|ogg|oga|m4a|aac|amr)$/i],
];

function bodyOf(content: Json): PlainBody {
  const words = text(record(content["text_message"])["text"], LONGEST_TEXT);
  if (words !== undefined) return { kind: "text", text: words };
  const url = text(record(content["media_message"])["url"], 2_000);
  if (url !== undefined && URL.canParse(url)) {
    // Nothing tells what a file is but the end of its address.
    const kind = MEDIA.find(([, ends]) => ends.test(new URL(url).pathname))?.[0] ?? "document";
    return { kind, medium: { url } };
  }
  const place = record(content["location_message"]);
  const about = { name: place["title"], address: place["label"] };
  const location = locationOf(record(place["coordinates"]), about);
  if (location) return location;
  const pressed = record(content["choice_response_message"])["postback_data"];
  const token = text(pressed, 200);
  if (token !== undefined) return { kind: "formAnswer", token, label: text(pressed, 300) ?? token };
  const type = Object.keys(content).find((name) => name.endsWith("_message")) ?? "none";
  return { kind: "unsupported", type: text(type, 200) ?? "none" };
}

const STATUS: Readonly<Record<string, Status>> = {
  QUEUED_ON_CHANNEL: "sent",
  DELIVERED: "delivered",
  READ: "read",
  FAILED: "failed",
};

function statusOf(item: Json): InboundEvent | undefined {
  const report = record(item["message_delivery_report"]);
  const name = text(report["status"], 64) ?? "";
  const status = Object.hasOwn(STATUS, name) ? STATUS[name] : undefined;
  const vendorId = text(report["message_id"], 500);
  if (status === undefined || vendorId === undefined) return undefined;
  const own = text(report["metadata"], 65);
  const why = status === "failed" ? record(report["reason"]) : {};
  const [code, reason] = [text(why["code"], 64), text(why["description"], 500)];
  return {
    type: "status",
    vendorId,
    ...(own !== undefined && own.length <= 64 && { ownId: own }),
    status,
    at: timeOf(item["event_time"]),
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
  };
}

import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import { LONGEST_TEXT, type PlainBody } from "#workers/contract/message-body.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, readObject, record, shown, text } from "../json.ts";
import { timeOf } from "../time.ts";
import { addressOf, distinct } from "../whatsapp/address.ts";
import { contentOf, mediaKindOf } from "../whatsapp/content.ts";
import { smsReport } from "./wire.ts";

const messageIn = (item: Json): Json => record(record(item["eventContent"])["message"]);

/** A delivery is one message or one status. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const raw = readObject(body);
  return [{ key: `karix-rcm:${keyOf(raw)}`, raw }];
}

function keyOf(item: Json): string {
  const message = text(messageIn(item)["id"], 400);
  if (message !== undefined) return `message:${message}`;
  const events = record(item["events"]);
  const status = text(record(item["notificationAttributes"])["status"], 64);
  const [mid, at] = [text(events["mid"], 400), text(events["timestamp"], 64)];
  const isNamed = mid !== undefined && status !== undefined && at !== undefined;
  return isNamed ? `status:${mid}:${status}:${at}` : digestOf(item);
}

export function parse(raw: unknown): InboundEvent[] {
  const item = record(raw);
  const event = messageOf(item) ?? statusOf(item) ?? smsStatusOf(item);
  if (event) return [event];
  const events = record(item["events"]);
  const what = text(events["eventType"], 100) ?? "unsupported";
  return [{ type: "account", what, at: timeOf(events["timestamp"]), text: shown(raw, 1_000) }];
}

function messageOf(item: Json): InboundEvent | undefined {
  const message = messageIn(item);
  const vendorId = text(message["id"], 500);
  const addresses = distinct([addressOf(message["from"], "")]).filter(({ kind }) => kind === "number");
  if (vendorId === undefined || addresses.length === 0) return undefined;
  const quoted = text(record(message["context"])["id"], 500);
  return {
    type: "message",
    vendorId,
    at: timeOf(record(item["events"])["timestamp"]),
    from: { addresses },
    body: bodyOf(message),
    ...(quoted !== undefined && { quoted }),
  };
}

/** Its content is Meta's under another name for its type; a file may have an address instead of an id. */
function bodyOf(message: Json): PlainBody {
  const type = text(message["contentType"], 200) ?? "none";
  const kind = mediaKindOf(type);
  const part = record(message[type]);
  const url = text(part["url"] ?? part["link"], 2_001);
  if (!kind || url === undefined || url.length > 2_000) return contentOf({ ...message, type });
  const mime = text(part["mimeType"] ?? part["mime_type"], 200);
  const name = text(part["fileName"] ?? part["filename"], 255);
  const caption = text(part["caption"], LONGEST_TEXT);
  return {
    kind,
    medium: { url, ...(mime !== undefined && { mime }), ...(name !== undefined && { name }) },
    ...(caption !== undefined && { caption }),
  };
}

const STATUS: Readonly<Record<string, Status>> = {
  accepted: "queued",
  queued: "queued",
  processing: "queued",
  sent: "sent",
  delivered: "delivered",
  read: "read",
};

function statusOf(item: Json): InboundEvent | undefined {
  const said = record(item["notificationAttributes"]);
  const name = text(said["status"], 64)?.trim().toLowerCase();
  const events = record(item["events"]);
  const vendorId = text(events["mid"], 500);
  const ref = text(record(record(item["recipient"])["reference"])["cust_ref"], 65);
  const ownId = ref !== undefined && ref.length <= 64 ? ref : undefined;
  if (!name || (vendorId === undefined && ownId === undefined)) return undefined;
  const status = Object.hasOwn(STATUS, name) ? (STATUS[name] ?? "failed") : "failed";
  // A success may have a reason all the same.
  const [code, reason] =
    status === "failed" ? [text(said["code"], 64) ?? name, text(said["reason"], 500)] : [];
  return {
    type: "status",
    ...(vendorId !== undefined && { vendorId }),
    ...(ownId !== undefined && { ownId }),
    status,
    at: timeOf(events["timestamp"]),
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
  };
}

/** Operators' words of a failure: anything else tells no end. */
const FAILED = /^(failed|ndnc_failed|promo_blocked|blacklist|whitelist|undeliv|rejectd|expired)$/i;

function smsStatusOf(item: Json): InboundEvent | undefined {
  const report = smsReport(item);
  const isDelivered = report?.word.toUpperCase() === "DELIVRD";
  if (!report || !(isDelivered || FAILED.test(report.word))) return undefined;
  return {
    type: "status",
    vendorId: report.id,
    status: isDelivered ? "delivered" : "failed",
    at: timeOf(report.at),
    ...(!isDelivered && { code: report.word }),
  };
}

import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, readObject, record, shown, text } from "../json.ts";
import { timeOf } from "../time.ts";
import { addressOf, distinct } from "../whatsapp/address.ts";
import { parseWhatsapp } from "../whatsapp/parse.ts";
import { splitValue } from "../whatsapp/split.ts";
import { bodyOf, callId, errorIn, idOf } from "./received.ts";

/** A delivery is one status or one message, as flat as its profile was written, or Meta's own. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const item = readObject(body);
  // Other profiles of its documents pass on what Meta itself says.
  if (Array.isArray(item["messages"]) || Array.isArray(item["statuses"]))
    return splitValue(item, "", "callback", undefined);
  return [{ key: keyOf(item), raw: item }];
}

/** A status names its message and its time, a message often nothing of the kind. */
function keyOf(item: Json): string {
  const [id, status, at] = [text(item["id"], 490), text(item["status"], 64), text(item["timestamp"], 64)];
  const isNamed = id !== undefined && status !== undefined && at !== undefined;
  return isNamed ? `status:${id}:${status}:${at}` : `digest:${digestOf(item)}`;
}

export function parse(
  raw: unknown,
  { contactId }: Pick<ChannelAccount, "type" | "contactId">,
): InboundEvent[] {
  const item = record(raw);
  if (typeof item["is"] === "string" && "metadata" in item) return parseWhatsapp(raw, contactId);
  const event = text(item["status"], 64) === undefined ? messageOf(item) : statusOf(item);
  if (event) return [event];
  const what = text(item["status"], 64) ?? text(item["type"], 64) ?? "unsupported";
  return [
    {
      type: "account",
      contactId: text(contactId, 200),
      what,
      at: timeOf(item["timestamp"]),
      text: shown(raw, 1_000),
    },
  ];
}

function messageOf(item: Json): InboundEvent | undefined {
  const addresses = distinct([addressOf(item["from"] ?? item["mobile"], "")]).filter(
    ({ kind }) => kind === "number",
  );
  if (addresses.length === 0) return undefined;
  const name = text(item["name"], 200);
  const ours = text(item["wanumber"], 64)?.replace(/\D/g, "");
  const quoted = text(item["reply_to"], 500);
  return {
    type: "message",
    ...(ours && { contactId: ours }),
    vendorId: idOf(item),
    at: timeOf(item["created_at"]),
    from: { addresses, ...(name !== undefined && { name }) },
    body: bodyOf(item),
    ...(quoted !== undefined && { quoted }),
  };
}

const STATUS: Readonly<Record<string, Status>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  "not-sent": "failed",
};

function statusOf(item: Json): InboundEvent | undefined {
  const name = text(item["status"], 64)?.toLowerCase() ?? "";
  const status = Object.hasOwn(STATUS, name) ? STATUS[name] : undefined;
  const vendorId = callId(item["id"]);
  const ref = text(item["ref"], 65);
  const ownId = ref !== undefined && ref.length <= 64 ? ref : undefined;
  if (status === undefined || (vendorId === undefined && ownId === undefined)) return undefined;
  // A success may carry an empty error all the same.
  const [code, reason] =
    status === "failed" ? [text(item["error_code"], 64), text(errorIn(item["error"]), 500)] : [];
  return {
    type: "status",
    ...(vendorId !== undefined && { vendorId }),
    ...(ownId !== undefined && { ownId }),
    status,
    at: timeOf(item["timestamp"]),
    ...(code !== undefined && { code }),
    ...(reason !== undefined && { reason }),
  };
}

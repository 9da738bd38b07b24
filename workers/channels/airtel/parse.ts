import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, readObject, record, shown, text } from "../json.ts";
import { digitsWithCountry } from "../number.ts";
import { timeOf } from "../time.ts";
import { addressOf } from "../whatsapp/address.ts";
import { contentOf, mediaKindOf } from "../whatsapp/content.ts";
import { isRcs } from "./address.ts";
import { parseAirtelRcs } from "./rcs.ts";

/** A delivery is one flat object, of a message or of a status. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const raw = readObject(body);
  return [{ key: `airtel:${keyOf(raw)}`, raw }];
}

function keyOf(item: Json): string {
  const what = text(item["msgStatus"] ?? item["eventType"], 64);
  const at = text(item["createdDate"] ?? item["sendTime"], 64);
  const [message, request] = [text(item["messageId"], 300), text(item["messageRequestId"], 300)];
  const id = isInbound(item) ? message : (request ?? message);
  if (id === undefined) return digestOf(item);
  if (isInbound(item)) return `message:${id}`;
  return what !== undefined && at !== undefined ? `status:${id}:${what}:${at}` : digestOf(item);
}

const isInbound = (item: Json): boolean => {
  const stream = text(item["msgStream"], 64)?.toUpperCase();
  return item["eventType"] === "RECEIVED" || (stream === "INBOUND" && item["eventType"] === undefined);
};

export function parse(raw: unknown, channel: Pick<ChannelAccount, "type" | "contactId">): InboundEvent[] {
  const item = record(raw);
  if (isRcs(channel)) return parseAirtelRcs(item, channel);
  const event = isInbound(item) ? messageOf(item, channel) : statusOf(item);
  if (event) return [event];
  const what = text(item["msgStatus"], 100) ?? "unsupported";
  return [{ type: "account", what, at: timeOf(item["createdDate"]), text: shown(raw, 1_000) }];
}

/** Both addresses are told, and which is whose by another name in each profile: the one that is not ours is theirs. */
function addressesOf(item: Json, { contactId }: Pick<ChannelAccount, "contactId">) {
  const own = digitsWithCountry(contactId).replaceAll(/\D/g, "");
  const [source, target] = [item["sourceAddress"] ?? item["from"], item["recipientAddress"] ?? item["to"]];
  const digits = (value: unknown) => text(value, 64)?.replaceAll(/\D/g, "");
  const isTurned = digits(source) === own;
  return { theirs: addressOf(isTurned ? target : source, ""), ours: digits(isTurned ? source : target) };
}

function messageOf(item: Json, channel: Pick<ChannelAccount, "contactId">): InboundEvent | undefined {
  const vendorId = text(item["messageId"], 500);
  const { theirs, ours } = addressesOf(item, channel);
  if (vendorId === undefined || theirs?.kind !== "number") return undefined;
  const message = record(item["message"]);
  const name = text(record(item["profile"])["name"], 200);
  const context = record(record(item["messageParameters"])["context"]);
  // A message of ours is known by the id of its request.
  const quoted = text(context["messageRequestId"], 500) ?? text(context["id"], 500);
  const session = text(item["sessionId"], 200);
  const said = timeOf(message["timestamp"]);
  return {
    type: "message",
    ...(ours && { contactId: ours }),
    vendorId,
    at: said > 0 ? said : timeOf(item["createdDate"]),
    from: { addresses: [theirs], ...(name !== undefined && { name }) },
    body: contentOf(typed(message)),
    ...(quoted !== undefined && { quoted }),
    ...(session !== undefined && { session }),
  };
}

const KINDS: readonly string[] = ["text", "button", "interactive", "location", "contacts", "reaction"];
const ANSWERS: readonly string[] = ["list_reply", "button_reply", "nfm_reply"];

/** Meta's own parts, but the name of the part may be all that tells its kind. */
function typed(message: Json): Json {
  const type =
    text(message["type"], 200)?.toLowerCase() ??
    Object.keys(message).find((name) => KINDS.includes(name) || mediaKindOf(name) !== undefined);
  const chosen = record(message["interactive"]);
  const answer = ANSWERS.find((name) => chosen[name] !== undefined);
  return {
    ...message,
    ...(type !== undefined && { type }),
    ...(answer !== undefined && { interactive: { ...chosen, type: answer } }),
  };
}

const STATUS: Readonly<Record<string, Status>> = {
  SENT: "sent",
  DELIVERED: "delivered",
  READ: "read",
  FAILED: "failed",
};

function statusOf(item: Json): InboundEvent | undefined {
  const name = text(item["msgStatus"], 64)?.toUpperCase() ?? "";
  const status = Object.hasOwn(STATUS, name) ? STATUS[name] : undefined;
  const vendorId = text(item["messageRequestId"], 500) ?? text(item["messageId"], 500);
  if (status === undefined || vendorId === undefined) return undefined;
  // A success may carry an empty error all the same.
  const error = status === "failed" ? errorOf(item["error"]) : {};
  return { type: "status", vendorId, status, at: timeOf(item["createdDate"]), ...error };
}

/** An error of Meta's may stand within one of Airtel's. */
export function errorOf(value: unknown): { code?: string; reason?: string } {
  const error = record(value);
  const inner = record(record(error["message"])["error"]);
  const from = Object.keys(inner).length > 0 ? inner : error;
  const code = text(from["code"], 64);
  const reason = text(from["message"], 500) ?? text(from["title"], 500);
  return { ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) };
}

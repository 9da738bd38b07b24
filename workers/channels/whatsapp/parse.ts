import type { Status } from "#workers/contract/message.ts";
import type { InboundEvent, InboundMessage, InboundStatus } from "#workers/contract/inbound.ts";
import { list, number, record, seconds, shown, text, type Json } from "../json.ts";
import { addressOf, distinct } from "./address.ts";
import { contentOf } from "./content.ts";
import { flowNewsOf } from "./flow-news.ts";
import { healthOf } from "./health.ts";
import { templateNewsOf } from "./template-news.ts";

/** An event that split.ts wrote, in the words of the house. Never throws, and never answers nothing. */
export function parseWhatsapp(raw: unknown, channelContact: string): InboundEvent[] {
  const { is, waba, field, metadata, contact, item, time } = record(raw);
  const scope = text(waba, 200) ?? "";
  const event = record(item);
  // News of a number, such as its quality, name it themselves.
  const contactId = contactOf(
    is === "change" ? { ...event, ...record(metadata) } : record(metadata),
    channelContact,
  );
  const ours = contactId === undefined ? {} : { contactId };
  const changed = is === "change" ? (text(field, 100) ?? "") : "";
  const health = healthOf(changed, event);
  const template = templateNewsOf(changed, event);
  const flow = flowNewsOf(changed, event);
  const account = (what: string, about: unknown = item ?? raw): InboundEvent[] => [
    {
      type: "account",
      ...ours,
      what: what.slice(0, 100),
      at: seconds(time ?? event["timestamp"]),
      text: shown(about, 1_000),
      ...(health.length > 0 && { health }),
      ...(template && { template }),
      ...(flow && { flow }),
      ...((health.length > 0 || template || flow) && scope !== "" && { account: scope }),
    },
  ];
  switch (is) {
    case "message":
      return messageOf(event, record(contact), scope, ours) ?? account("unsupported");
    case "echo":
      return echoOf(event, scope, ours) ?? account("unsupported");
    case "status":
      return statusOf(event, ours) ?? account(`status:${text(event["status"], 64) ?? "none"}`);
    case "preference":
      return preferenceOf(event, record(contact), scope, ours) ?? account("user_preferences");
    case "error":
      return account("error");
    default:
      return account(is === "change" ? (text(field, 100) ?? "change") : "unsupported");
  }
}

/**
 * Our number that the event names, as channels keep it: digits, or Meta's id where the channel is known by that. An
 * account's deliveries may name a number of another channel.
 */
function contactOf(metadata: Json, channelContact: string): string | undefined {
  const id = text(metadata["phone_number_id"], 200);
  if (id !== undefined && id === channelContact) return id;
  const digits = text(metadata["display_phone_number"], 64)?.replaceAll(/[\s()+.-]/g, "");
  return digits !== undefined && /^\d{5,20}$/.test(digits) ? digits : id;
}

type Ours = { contactId?: string };

function messageOf(message: Json, contact: Json, scope: string, ours: Ours): InboundEvent[] | undefined {
  const vendorId = text(message["id"], 500);
  const system = message["type"] === "system" ? record(message["system"]) : {};
  const addresses = distinct([
    addressOf(message["from"], scope),
    addressOf(message["from_user_id"], scope),
    // The old and the new one together: this person has both.
    addressOf(system["wa_id"] ?? system["new_wa_id"], scope),
    addressOf(system["user_id"], scope),
    addressOf(system["previous_user_id"], scope),
    addressOf(message["from_user_id"] === undefined ? contact["user_id"] : undefined, scope),
  ]);
  const known = addresses.length > 0 ? addresses : distinct([addressOf(contact["wa_id"], scope)]);
  if (vendorId === undefined || known.length === 0) return undefined;
  const profile = record(contact["profile"]);
  const name = text(profile["name"], 200) ?? text(profile["username"], 200);
  return [
    {
      type: "message",
      ...ours,
      vendorId,
      at: seconds(message["timestamp"]),
      from: { addresses: known, ...(name !== undefined && { name }) },
      body: contentOf(message),
      ...quotedBy(message),
    },
  ];
}

/** Reads a message that was written in the vendor's own app: the person is the one it went to. */
function echoOf(echo: Json, scope: string, ours: Ours): InboundEvent[] | undefined {
  const vendorId = text(echo["id"], 500);
  const addresses = distinct([addressOf(echo["to"], scope), addressOf(echo["to_user_id"], scope)]);
  if (vendorId === undefined || addresses.length === 0) return undefined;
  const at = seconds(echo["timestamp"]);
  const body = { kind: "echo" as const, body: contentOf(echo) };
  return [{ type: "message", ...ours, vendorId, at, from: { addresses }, body, ...quotedBy(echo) }];
}

/** Reads a person's choice under "Offers and announcements". */
function preferenceOf(chosen: Json, contact: Json, scope: string, ours: Ours): InboundEvent[] | undefined {
  const addresses = distinct([
    addressOf(chosen["wa_id"], scope),
    addressOf(chosen["user_id"] ?? contact["user_id"], scope),
  ]);
  const value = chosen["value"];
  const isKnown = chosen["category"] === "marketing_messages" && (value === "stop" || value === "resume");
  if (!isKnown || addresses.length === 0) return undefined;
  const name = text(record(contact["profile"])["name"], 200);
  return [
    {
      type: "consent",
      ...ours,
      from: { addresses, ...(name !== undefined && { name }) },
      purpose: "marketing",
      given: value === "resume",
      wording: text(chosen["detail"], 500) ?? "",
      at: seconds(chosen["timestamp"]),
    },
  ];
}

function quotedBy(message: Json): Pick<InboundMessage, "quoted"> {
  const quoted = text(record(message["context"])["id"], 500);
  return quoted === undefined ? {} : { quoted };
}

/** A voice message that was played was certainly read. */
const STATUS: Readonly<Record<string, Status>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

function statusOf(event: Json, ours: Ours): InboundEvent[] | undefined {
  const name = text(event["status"], 64);
  const status = name !== undefined && Object.hasOwn(STATUS, name) ? STATUS[name] : undefined;
  const vendorId = text(event["id"], 500);
  const echoed = event["biz_opaque_callback_data"];
  const ownId = typeof echoed === "string" && echoed.length <= 64 ? text(echoed, 64) : undefined;
  if (status === undefined || (vendorId === undefined && ownId === undefined)) return undefined;
  const pricing = record(event["pricing"]);
  const origin = record(record(event["conversation"])["origin"]);
  const category = text(pricing["category"], 64) ?? text(origin["type"], 64);
  const error = record(list(event["errors"])[0]);
  const code = number(error["code"]) === undefined ? undefined : text(error["code"], 64);
  const reason =
    text(record(error["error_data"])["details"], 500) ??
    text(error["message"], 500) ??
    text(error["title"], 500);
  return [
    {
      type: "status",
      ...ours,
      ...(vendorId !== undefined && { vendorId }),
      ...(ownId !== undefined && { ownId }),
      status,
      at: seconds(event["timestamp"]),
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
      ...(category !== undefined && { category }),
      ...billableOf(pricing),
    },
  ];
}

/** Whether Meta charges, by the type of its price; `billable`, which says the same, is to go. */
const CHARGED: Readonly<Record<string, boolean>> = {
  regular: true,
  free_customer_service: false,
  free_entry_point: false,
};

function billableOf(pricing: Json): Pick<InboundStatus, "billable"> {
  const told = pricing["billable"];
  if (typeof told === "boolean") return { billable: told };
  const type = text(pricing["type"], 64) ?? "";
  return Object.hasOwn(CHARGED, type) ? { billable: CHARGED[type] } : {};
}

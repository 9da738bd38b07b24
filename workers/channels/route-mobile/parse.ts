import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { flag, type Json, readObject, record, text } from "../json.ts";
import { parseWhatsapp } from "../whatsapp/parse.ts";
import { splitValue } from "../whatsapp/split.ts";

/** The events of a delivery: Meta's own objects, bare or below `data`, beside the number that they are of. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const delivery = readObject(body);
  const value = "data" in delivery ? { ...delivery, ...record(delivery["data"]) } : delivery;
  const metadata = { display_phone_number: value["brand_msisdn"] ?? value["display_no"] };
  return splitValue({ ...value, metadata }, "", "callback", undefined);
}

/** Reads an event as Meta's, once it is put into Meta's words. */
export function parse(raw: unknown, { contactId }: Pick<ChannelAccount, "type" | "contactId">) {
  const event = record(raw);
  const item = record(event["item"]);
  if (event["is"] === "message") return parseWhatsapp({ ...event, item: messageOf(item) }, contactId);
  if (event["is"] !== "status") return parseWhatsapp(raw, contactId);
  if (item["type"] !== "event") return parseWhatsapp({ ...event, item: statusOf(item) }, contactId);
  // News of a template come among the statuses.
  const news = { ...event, is: "change", field: "message_template_status_update", item: newsOf(item) };
  return parseWhatsapp({ ...news, time: item["timestamp"] }, contactId);
}

/** News of a template say why beside the reason. */
function newsOf(item: Json): Json {
  const { reason, status, template_id, template_name, template_language, information } = item;
  const word = text(reason, 500) ?? "NONE";
  return {
    event: status,
    message_template_id: template_id,
    message_template_name: template_name,
    message_template_language: template_language,
    reason: word === "NONE" ? (text(record(information)["description"], 500) ?? word) : word,
  };
}

/** An answer names WhatsApp's own id, which stands beside the vendor's; a file is known by the id in its address. */
function messageOf(item: Json): Json {
  const type = text(item["type"], 64) ?? "none";
  const part = record(item[type]);
  const mediaId = idIn(part["media_url"]);
  return {
    ...item,
    id: text(item["message_id"], 500) ?? item["id"],
    ...(mediaId !== undefined && { [type]: { ...part, id: mediaId } }),
  };
}

function idIn(address: unknown): string | undefined {
  const url = text(address, 2_000);
  if (url === undefined || !URL.canParse(url)) return undefined;
  return text(new URL(url).searchParams.get("media_id"), 500);
}

/** A status has the id that the call was answered with, and WhatsApp's beside it. */
function statusOf(item: Json): Json {
  const { billable: word, ...pricing } = record(item["pricing"]);
  const billable = flag(word);
  return {
    ...item,
    biz_opaque_callback_data: item["extra"],
    pricing: { ...pricing, ...(billable !== undefined && { billable }) },
  };
}

import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, list, record, text } from "../json.ts";

/** One event with what stands beside it in the delivery, so that it can be read alone and much later. */
export interface WhatsappRaw {
  is: "message" | "echo" | "status" | "preference" | "error" | "change";
  /** The WhatsApp Business Account: the scope of user ids, since no webhook names the portfolio. */
  waba: string;
  field: string;
  metadata: unknown;
  /** The profile of who wrote. */
  contact?: unknown;
  item: unknown;
  /** When the account's event happened: it is the envelope that says so. */
  time?: unknown;
}

/** The events of one value object (the `value` of a change). */
export function splitValue(value: Json, waba: string, field: string, time: unknown): RawEvent[] {
  const metadata = record(value["metadata"]);
  const beside = { waba, field, metadata };
  const contacts = list(value["contacts"]);
  const withProfile: readonly WhatsappRaw["is"][] = ["message", "echo", "preference"];
  const one = (is: WhatsappRaw["is"], item: unknown, key: string): RawEvent => {
    const contact = withProfile.includes(is) ? contactOf(record(item), contacts) : undefined;
    const raw: WhatsappRaw = { is, ...beside, item, ...(contact !== undefined && { contact }) };
    return { key, raw };
  };
  const found = [
    ...list(value["messages"]).map((item) => one("message", item, messageKey("message", item))),
    ...list(value["message_echoes"]).map((item) => one("echo", item, messageKey("echo", item))),
    ...list(value["statuses"]).map((item) => one("status", item, statusKey(item))),
    ...list(value["user_preferences"]).map((item) =>
      one("preference", item, `preference:${digestOf({ metadata, item })}`),
    ),
    ...list(value["errors"]).map((item) => one("error", item, `error:${digestOf({ beside, item, time })}`)),
  ];
  if (found.length > 0) return found;
  const raw: WhatsappRaw = { is: "change", ...beside, item: value, time };
  // The same news may come twice, such as a template approved again, so its time is part of what it is.
  return [{ key: `change:${digestOf({ waba, field, value, time })}`, raw }];
}

function messageKey(is: string, item: unknown): string {
  const id = text(record(item)["id"], 500);
  return `${is}:${id ?? digestOf(item)}`;
}

function statusKey(item: unknown): string {
  const { id, status, timestamp } = record(item);
  const [ofMessage, what, when] = [text(id, 500), text(status, 64), text(timestamp, 64)];
  const named = ofMessage !== undefined && what !== undefined && when !== undefined;
  return `status:${named ? `${ofMessage}:${what}:${when}` : digestOf(item)}`;
}

/** The profile that belongs to a message: by number or user id, else the only one there is. */
function contactOf(message: Json, contacts: readonly unknown[]): unknown {
  const named = [
    message["from"],
    message["from_user_id"],
    message["to"],
    message["to_user_id"],
    message["wa_id"],
  ];
  const same = (value: unknown) => value !== undefined && value !== "" && named.includes(value);
  const found = contacts.find((each) => same(record(each)["wa_id"]) || same(record(each)["user_id"]));
  return found ?? (contacts.length === 1 ? contacts[0] : undefined);
}

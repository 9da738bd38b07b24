import { type Json, readObject, record, text } from "../json.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";

/**
 * The bytes of the event that a delivery carries in the envelope of Pub/Sub; undefined where it is no such envelope.
 */
export function dataOf(delivery: Json): Uint8Array | undefined {
  const data = text(record(delivery["message"])["data"], Number.POSITIVE_INFINITY);
  return data === undefined ? undefined : Buffer.from(data, "base64");
}

/** A delivery is one event: within its envelope, or bare. Unreadable data is kept as it came. */
export function rawOf(body: Uint8Array): Json {
  const delivery = readObject(body);
  const data = dataOf(delivery);
  if (data === undefined) return delivery;
  try {
    return readObject(data);
  } catch {
    return delivery;
  }
}

/** The key of an event: its own id with what it tells, since both platforms know a message by one id in all of them. */
export function keyedEvent(vendor: string, raw: Json): RawEvent {
  const own = text(raw["eventId"], 200);
  const message = text(raw["messageId"], 200);
  const what = text(raw["eventType"], 100);
  const told = what === undefined ? message : own === undefined ? undefined : `${what}:${own}`;
  return { key: `${vendor}:${told ?? digestOf(raw)}`, raw };
}

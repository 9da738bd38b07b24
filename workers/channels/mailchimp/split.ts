import { LONGEST_TEXT } from "#workers/contract/message-body.ts";
import type { Hold, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, record, text } from "../json.ts";
import { plainOf } from "./plain.ts";

const FIELD = "mandrill_events";
/** Room for a mail with files of eight megabytes: its body is in memory three times until they are held. */
export const MOST_BYTES = 12 * 1024 * 1024;
/** Files of one mail; more are named alone. */
const MOST_FILES = 20;
/** A page longer than this is cut: what stands above it was read. */
const LONGEST_PAGE = 200_000;

/** The events of a delivery, which is a form of one field. Throws when that is no JSON. */
export function eventsIn(body: Uint8Array): readonly unknown[] {
  const form = new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(body));
  const events: unknown = JSON.parse(form.get(FIELD) ?? "");
  return Array.isArray(events) ? events : [events];
}

/** Mails come with their whole source, page and files: what is read of them is kept, and files are held. */
export async function split(body: Uint8Array, hold?: Hold): Promise<RawEvent[]> {
  const events = eventsIn(body);
  // A delivery of nothing is kept as such.
  const all = events.length > 0 ? events : [{ event: "nothing" }];
  const found: RawEvent[] = [];
  // One after the other, so that no more than one file is decoded at a time.
  for (const each of all) {
    const event = record(each);
    const isMail = event["event"] === "inbound";
    found.push(isMail ? keyed(await slim(event, hold)) : { key: keyOf(event), raw: each });
  }
  return found;
}

function keyOf(event: Json): string {
  const [name, id, at] = [text(event["event"], 64), text(event["_id"], 200), text(event["ts"], 32)];
  const isNamed = name !== undefined && id !== undefined && at !== undefined;
  // A mail that is opened twice is told of twice.
  return isNamed ? `${name}:${id}:${at}` : `digest:${digestOf(event)}`;
}

/** A mail whose sender gave it no id has that of what is in it, its files included. */
function keyed(mail: Json): RawEvent {
  const key = keyOf(mail);
  return { key, raw: { ...mail, id: `mail:${key}` } };
}

/** A file of a mail as its event is kept. */
export interface HeldFile {
  name: string;
  type?: string | undefined;
  bytes?: number;
  /** Under which it is held. */
  id?: string;
}

/** Headers that are read, as mailboxes spell them. */
const HEADERS = ["Message-Id", "Message-ID", "In-Reply-To"] as const;

async function slim(event: Json, hold: Hold | undefined): Promise<Json> {
  const message = record(event["msg"]);
  const headers = record(message["headers"]);
  const files: HeldFile[] = [];
  // An object's fields have no order, and the same mail told anew has the same key.
  const all = [message["attachments"], message["images"]].flatMap((each) =>
    Object.entries(record(each)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  for (const [key, value] of all) {
    files.push(await heldFile(key, record(value), files.length < MOST_FILES ? hold : undefined));
  }
  const { from_email, from_name, email, subject } = message;
  const html = message["html"];
  const words =
    text(message["text"], LONGEST_TEXT)?.trim() ??
    text(plainOf(typeof html === "string" ? html.slice(0, LONGEST_PAGE) : ""), LONGEST_TEXT);
  return {
    event: "inbound",
    ts: event["ts"],
    msg: {
      ...{ from_email, from_name, email },
      subject: text(subject, 500),
      text: words,
      headers: Object.fromEntries(HEADERS.map((name) => [name, text(headers[name], 500)])),
      files,
    },
  };
}

async function heldFile(key: string, file: Json, hold: Hold | undefined): Promise<HeldFile> {
  const name = text(file["name"], 255) ?? text(key, 255) ?? "";
  const [type, { content }] = [text(file["type"], 200), file];
  if (!hold || typeof content !== "string" || content === "") return { name, type };
  // Pictures within the page never say that they are base64, and always are.
  const bytes = Buffer.from(content, file["base64"] === false ? "utf8" : "base64");
  return { name, type, bytes: bytes.byteLength, id: await hold(bytes) };
}

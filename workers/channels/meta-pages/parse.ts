import type { InboundEvent } from "#workers/contract/inbound.ts";
import {
  type BodyOf,
  LONGEST_TEXT,
  type MediaKind,
  mediaKinds,
  type PlainBody,
} from "#workers/contract/message-body.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, list, number, readObject, record, shown, text } from "../json.ts";
import { locationOf } from "../location.ts";
import { timeOf } from "../time.ts";

/** One event with the page or account that it is of, so that it can be read alone and much later. */
interface PageRaw {
  page: string;
  item: unknown;
}

/** A delivery has the events of several people; each has a key of its own. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const delivery = readObject(body);
  const events = list(delivery["entry"]).flatMap((each) => {
    const entry = record(each);
    const page = text(entry["id"], 200) ?? "";
    const items = ["messaging", "standby", "changes"].flatMap((field) => list(entry[field]));
    return items.map((item): RawEvent => {
      const raw: PageRaw = { page, item };
      return { key: keyOf(page, record(item)), raw };
    });
  });
  // A delivery of nothing that we know is kept whole.
  return events.length > 0
    ? events
    : [{ key: `digest:${digestOf(delivery)}`, raw: { page: "", item: delivery } }];
}

function keyOf(page: string, item: Json): string {
  const message = record(item["message"]);
  const [mid, pressed] = [text(message["mid"], 400), text(record(item["postback"])["mid"], 400)];
  if (mid !== undefined) return message["is_deleted"] === true ? `deleted:${mid}` : `message:${mid}`;
  return pressed === undefined ? `event:${digestOf({ page, item })}` : `postback:${pressed}`;
}

export function parse(raw: unknown): InboundEvent[] {
  const { page, item: given } = record(raw);
  const item = record(given);
  const contactId = text(page, 200);
  const ours = contactId === undefined ? {} : { contactId };
  const at = timeOf(item["timestamp"]);
  const scope = contactId ?? "";
  const found = messagesOf(item, scope, at) ?? statusesOf(item, scope, at);
  if (found && found.length > 0) return found.map((event) => ({ ...event, ...ours }));
  const what = Object.keys(item).find((name) => !BESIDE.has(name)) ?? "none";
  const isEcho = record(item["message"])["is_echo"] === true;
  return [
    { type: "account", ...ours, what: isEcho ? "echo" : what.slice(0, 100), at, text: shown(item, 1_000) },
  ];
}

/** Fields of every event, which say nothing about its kind. */
const BESIDE = new Set(["sender", "recipient", "timestamp"]);

function messagesOf(item: Json, scope: string, at: number): InboundEvent[] | undefined {
  const sender = text(record(item["sender"])["id"], 320);
  if (sender === undefined) return undefined;
  const from = { addresses: [{ kind: "user" as const, scope, value: sender }] };
  const one = (vendorId: string, body: PlainBody, quoted?: string): InboundEvent => ({
    type: "message",
    vendorId,
    at,
    from,
    body,
    ...(quoted !== undefined && { quoted }),
  });
  const message = record(item["message"]);
  const mid = text(message["mid"], 450);
  // Our own messages come back, too.
  if (message["is_echo"] === true) return undefined;
  if (mid !== undefined) {
    const quoted = text(record(message["reply_to"])["mid"], 500);
    return bodiesOf(message, mid).map((body, index) =>
      one(index === 0 ? idOf(message, mid) : `${mid}#${index}`, body, quoted),
    );
  }
  const postback = record(item["postback"]);
  const pressed = pressOf(postback);
  if (pressed) return [one(text(postback["mid"], 500) ?? `postback:${digestOf(item)}`, pressed)];
  const reaction = record(item["reaction"]);
  const of = text(reaction["mid"], 500);
  if (of !== undefined) {
    const emoji = reaction["action"] === "unreact" ? "" : (text(reaction["emoji"], 64) ?? "");
    return [one(`reaction:${digestOf(item)}`, { kind: "reaction", to: of, emoji })];
  }
  const edit = record(item["message_edit"]);
  const edited = text(edit["mid"], 450);
  const words = text(edit["text"], LONGEST_TEXT);
  if (edited === undefined || words === undefined) return undefined;
  const count = text(edit["num_edit"], 10) ?? digestOf(item);
  return [one(`${edited}:${count}`, { kind: "edit", of: edited, text: words })];
}

const idOf = (message: Json, mid: string): string =>
  message["is_deleted"] === true ? `${mid}:deleted` : mid;

function pressOf(postback: Json): PlainBody | undefined {
  const label = text(postback["title"], 300);
  const token = text(postback["payload"], 200) ?? text(label, 200);
  return token === undefined ? undefined : { kind: "formAnswer", token, label: label ?? token };
}

/** A message of several files is several messages; its words stand with the first, or before them all. */
function bodiesOf(message: Json, mid: string): PlainBody[] {
  if (message["is_deleted"] === true) return [{ kind: "revoke", of: mid }];
  const words = text(message["text"], LONGEST_TEXT);
  const token = text(record(message["quick_reply"])["payload"], 200);
  if (token !== undefined) return [{ kind: "formAnswer", token, label: text(words, 300) ?? token }];
  const files = list(message["attachments"]).map((each) => attachmentOf(record(each)));
  const [first, ...rest] = files;
  if (words === undefined) return first ? files : [{ kind: "unsupported", type: "message" }];
  if (!first) return [{ kind: "text", text: words }];
  if (isFile(first)) return [{ ...first, caption: words }, ...rest];
  return [{ kind: "text", text: words }, ...files.filter(({ kind }) => kind !== "unsupported")];
}

const isFile = (body: PlainBody): body is BodyOf<MediaKind> =>
  (mediaKinds as readonly string[]).includes(body.kind);

const KINDS: Readonly<Record<string, MediaKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
  file: "document",
};

function attachmentOf({ type: given, payload: of }: Json): PlainBody {
  const type = text(given, 200) ?? "none";
  const payload = record(of);
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const url = text(payload["url"], 2_001);
  if (kind && url !== undefined && url.length <= 2_000) {
    const isSticker = number(payload["sticker_id"]) !== undefined;
    return { kind, medium: { url }, ...(isSticker && { sticker: true }) };
  }
  const place = record(payload["coordinates"]);
  const location = locationOf({ latitude: place["lat"], longitude: place["long"] }, {});
  return location ?? { kind: "unsupported", type };
}

/** Statuses that name their messages. Messenger tells of what was read by a time alone: everything up to it was. */
function statusesOf(item: Json, scope: string, at: number): InboundEvent[] | undefined {
  const delivered = list(record(item["delivery"])["mids"]).flatMap((mid) => text(mid, 500) ?? []);
  const seen = text(record(item["read"])["mid"], 500);
  if (seen !== undefined) return [{ type: "status", vendorId: seen, status: "read", at }];
  const until = timeOf(record(item["read"])["watermark"]);
  const person = text(record(item["sender"])["id"], 320);
  if (until > 0 && person !== undefined) {
    return [{ type: "seen", from: { addresses: [{ kind: "user", scope, value: person }] }, until, at }];
  }
  return delivered.map((vendorId) => ({ type: "status", vendorId, status: "delivered", at }));
}

import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import { LONGEST_TEXT, type PlainBody } from "#workers/contract/message-body.ts";
import type { RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, record, seconds, shown, text } from "../json.ts";

const FIELD = "mandrill_events";

/** The events of a delivery, which is a form of one field. Throws when that is no JSON. */
export function eventsIn(body: Uint8Array): readonly unknown[] {
  const form = new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(body));
  const events: unknown = JSON.parse(form.get(FIELD) ?? "");
  return Array.isArray(events) ? events : [events];
}

export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const events = eventsIn(body);
  // A delivery of nothing is kept as such.
  return (events.length > 0 ? events : [{ event: "nothing" }]).map((raw) => ({
    key: keyOf(record(raw)),
    raw,
  }));
}

function keyOf(event: Json): string {
  const [name, id, at] = [text(event["event"], 64), text(event["_id"], 200), text(event["ts"], 32)];
  const isNamed = name !== undefined && id !== undefined && at !== undefined;
  // A mail that is opened twice is told of twice.
  return isNamed ? `${name}:${id}:${at}` : `digest:${digestOf(event)}`;
}

const STATUS: Readonly<Record<string, Status>> = {
  send: "sent",
  delivered: "delivered",
  open: "read",
  click: "read",
  hard_bounce: "failed",
  soft_bounce: "failed",
  reject: "failed",
};
/** What makes an address one that nobody reads, and what a person says by their mailbox. */
const UNREACHABLE: readonly string[] = ["hard_bounce"];
const REFUSALS: readonly string[] = ["spam", "unsub"];

export function parse(raw: unknown): InboundEvent[] {
  const event = record(raw);
  const name = text(event["event"], 64) ?? "unsupported";
  const message = record(event["msg"]);
  const at = seconds(event["ts"]);
  const found =
    name === "inbound"
      ? mailsOf(message, at)
      : [...statusesOf(name, event, at), ...choicesOf(name, message, at)];
  if (found.length > 0) return found;
  return [{ type: "account", what: name, at, text: shown(raw, 1_000) }];
}

function statusesOf(name: string, event: Json, at: number): InboundEvent[] {
  const message = record(event["msg"]);
  const vendorId = text(event["_id"] ?? message["_id"], 500);
  const status = Object.hasOwn(STATUS, name) ? STATUS[name] : undefined;
  if (status === undefined || vendorId === undefined) return [];
  const own = text(record(message["metadata"])["ref"], 65);
  const reason = text(message["diag"] ?? message["bounce_description"], 500);
  return [
    {
      type: "status",
      vendorId,
      ...(own !== undefined && own.length <= 64 && { ownId: own }),
      status,
      at,
      ...(status === "failed" && { code: name, ...(reason !== undefined && { reason }) }),
    },
  ];
}

function personOf(value: unknown, name?: unknown) {
  const address = text(value, 320)?.trim().toLowerCase();
  if (address === undefined || !/^[^\s@]+@[^\s@]+$/.test(address)) return undefined;
  const called = text(name, 200);
  return {
    addresses: [{ kind: "mail" as const, scope: "", value: address }],
    ...(called !== undefined && { name: called }),
  };
}

function choicesOf(name: string, message: Json, at: number): InboundEvent[] {
  const from = personOf(message["email"]);
  if (!from) return [];
  if (UNREACHABLE.includes(name)) return [{ type: "reach", from, reachable: false, at }];
  if (!REFUSALS.includes(name)) return [];
  return [{ type: "consent", from, purpose: "marketing", given: false, wording: name, at }];
}

/** A mail that came in: its words, and for each of its files that there is one, since the event holds the bytes itself. */
function mailsOf(message: Json, at: number): InboundEvent[] {
  const from = personOf(message["from_email"], message["from_name"]);
  if (!from) return [];
  const contactId = text(message["email"], 200)?.toLowerCase();
  const headers = record(message["headers"]);
  const id = text(headers["Message-Id"] ?? headers["Message-ID"], 450) ?? `mail:${digestOf(message)}`;
  const quoted = text(headers["In-Reply-To"], 500);
  const files = [record(message["attachments"]), record(message["images"])].flatMap((each) =>
    Object.keys(each),
  );
  const bodies: PlainBody[] = [
    wordsOf(message),
    ...files.map((name): PlainBody => ({ kind: "unsupported", type: `file ${name}`.slice(0, 200) })),
  ];
  return bodies.map((body, index) => ({
    type: "message",
    ...(contactId !== undefined && { contactId }),
    vendorId: index === 0 ? id : `${id}#${index}`,
    at,
    from,
    body,
    ...(quoted !== undefined && { quoted }),
  }));
}

/** The subject stands above the words, unless it only repeats that of a mail of ours. */
function wordsOf(message: Json): PlainBody {
  const subject = text(message["subject"], 500)?.trim() ?? "";
  const words = text(message["text"], LONGEST_TEXT)?.trim() ?? plainOf(text(message["html"], 200_000) ?? "");
  const isAnswer = /^(re|fwd?|aw|antw)\s*:/i.test(subject);
  const all = [isAnswer ? "" : subject, words].filter(Boolean).join("\n\n");
  const fitting = text(all, LONGEST_TEXT);
  return fitting === undefined ? { kind: "unsupported", type: "mail" } : { kind: "text", text: fitting };
}

const SIGNS: Readonly<Record<string, string>> = {
  nbsp: " ",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  amp: "&",
};

/** A page's words, for a mail that has no others. */
const plainOf = (html: string): string =>
  html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(nbsp|lt|gt|quot|#39|amp);/g, (sign, name: string) => SIGNS[name] ?? sign)
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

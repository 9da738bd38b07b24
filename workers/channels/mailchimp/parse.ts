import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { Status } from "#workers/contract/message.ts";
import { LONGEST_TEXT, type PlainBody } from "#workers/contract/message-body.ts";
import { kindOf } from "#workers/contract/media.ts";
import { type Json, list, number, record, seconds, shown, text } from "../json.ts";

const STATUS: Readonly<Record<string, Status>> = {
  send: "sent",
  delivered: "delivered",
  open: "read",
  click: "read",
  hard_bounce: "failed",
  soft_bounce: "failed",
  reject: "failed",
};
/** Bounces by which nobody reads an address, and choices that a person makes in their mailbox. */
const UNREACHABLE: readonly string[] = ["hard_bounce"];
const REFUSALS: readonly string[] = ["spam", "unsub"];

export function parse(raw: unknown): InboundEvent[] {
  const event = record(raw);
  const name = text(event["event"], 64) ?? "unsupported";
  const message = record(event["msg"]);
  const at = seconds(event["ts"]);
  const found =
    name === "inbound"
      ? mailsOf(event, message, at)
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

/** A mail that came in: its words, and each of its files. */
function mailsOf(event: Json, message: Json, at: number): InboundEvent[] {
  const from = personOf(message["from_email"], message["from_name"]);
  if (!from) return [];
  const contactId = text(message["email"], 200)?.toLowerCase();
  const headers = record(message["headers"]);
  const id = text(headers["Message-Id"] ?? headers["Message-ID"], 450) ?? text(event["id"], 450) ?? "";
  const quoted = text(headers["In-Reply-To"], 500);
  const bodies = [wordsOf(message), ...list(message["files"]).map((file) => fileOf(record(file)))];
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

function fileOf(file: Json): PlainBody {
  const [vendorId, name] = [text(file["id"], 64), text(file["name"], 255)];
  const [mime, bytes] = [text(file["type"], 200), number(file["bytes"])];
  if (vendorId === undefined) return { kind: "unsupported", type: `file ${name ?? ""}`.slice(0, 200) };
  const medium = {
    vendorId,
    ...(mime !== undefined && { mime }),
    ...(name !== undefined && { name }),
    ...(bytes !== undefined && { bytes }),
  };
  return { kind: mime === undefined ? "document" : kindOf(medium), medium };
}

/** The subject stands above the words, unless it only repeats that of a mail of ours. */
function wordsOf(message: Json): PlainBody {
  const subject = text(message["subject"], 500)?.trim() ?? "";
  const isAnswer = /^(re|fwd?|aw|antw)\s*:/i.test(subject);
  const all = [isAnswer ? "" : subject, text(message["text"], LONGEST_TEXT) ?? ""]
    .filter(Boolean)
    .join("\n\n");
  const fitting = text(all, LONGEST_TEXT);
  return fitting === undefined ? { kind: "unsupported", type: "mail" } : { kind: "text", text: fitting };
}

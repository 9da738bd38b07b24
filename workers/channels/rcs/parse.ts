import type { InboundEvent } from "#workers/contract/inbound.ts";
import { kindOf } from "#workers/contract/media.ts";
import type { Status } from "#workers/contract/message.ts";
import { LONGEST_TEXT, type PlainBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount } from "../adapter.ts";
import { type Json, number, record, shown, text } from "../json.ts";
import { locationOf } from "../location.ts";
import { timeOf } from "../time.ts";
import { addressOf } from "../whatsapp/address.ts";

/** Events of Google's platform, as it and those who resell it write them. */

const STATUS: Readonly<Record<string, Status>> = {
  SENT: "sent",
  DELIVERED: "delivered",
  READ: "read",
  FAILED: "failed",
  // It was taken back before it arrived.
  TTL_EXPIRATION_REVOKED: "failed",
};

/** Choices that people make in their messaging app. */
const CHOICES: Readonly<Record<string, boolean>> = { SUBSCRIBE: true, UNSUBSCRIBE: false };

export function parseRcs(
  raw: unknown,
  { contactId: own }: Pick<ChannelAccount, "type" | "contactId">,
): InboundEvent[] {
  const event = record(raw);
  // Some write the agent with its domain, others without.
  const agent = text(event["agentId"], 200);
  const isOwn = agent !== undefined && agent.split("@")[0] === own.split("@")[0];
  const contactId = text(isOwn ? own : agent, 200);
  const ours = contactId === undefined ? {} : { contactId };
  const found = statusOf(event, ours) ?? choiceOf(event, ours) ?? messageOf(event, ours);
  if (found) return [found];
  const what = text(event["eventType"], 100) ?? pressedAction(event) ?? "unsupported";
  return [{ type: "account", ...ours, what, at: timeOf(event["sendTime"]), text: shown(raw, 1_000) }];
}

type Ours = { contactId?: string };

function personOf(event: Json) {
  const found = addressOf(event["senderPhoneNumber"] ?? event["phoneNumber"], "");
  return found?.kind === "number" ? { addresses: [found] } : undefined;
}

/** A message of ours is known by the id that we gave it. */
function statusOf(event: Json, ours: Ours): InboundEvent | undefined {
  const name = text(event["eventType"], 100) ?? "";
  const status = Object.hasOwn(STATUS, name) ? STATUS[name] : undefined;
  const id = text(event["messageId"], 500);
  if (status === undefined || id === undefined) return undefined;
  const reason = status === "failed" ? text(event["reason"], 500) : undefined;
  return {
    type: "status",
    ...ours,
    vendorId: id,
    ...(id.length <= 64 && { ownId: id }),
    status,
    at: timeOf(event["sendTime"]),
    ...(status === "failed" && { code: name.slice(0, 64) }),
    ...(reason !== undefined && { reason }),
  };
}

function choiceOf(event: Json, ours: Ours): InboundEvent | undefined {
  const wording = text(event["eventType"], 100) ?? "";
  const from = personOf(event);
  const given = Object.hasOwn(CHOICES, wording) ? CHOICES[wording] : undefined;
  if (given === undefined || !from) return undefined;
  const at = timeOf(event["sendTime"]);
  return { type: "consent", ...ours, from, purpose: "marketing", given, wording, at };
}

/** A link that was opened or a number that was called is no word to anybody. */
const pressedAction = (event: Json): string | undefined =>
  record(event["suggestionResponse"])["type"] === "ACTION" ? "pressed" : undefined;

function messageOf(event: Json, ours: Ours): InboundEvent | undefined {
  const from = personOf(event);
  const vendorId = text(event["messageId"], 500);
  const isEvent = event["eventType"] !== undefined || pressedAction(event) !== undefined;
  if (!from || vendorId === undefined || isEvent) return undefined;
  return {
    type: "message",
    ...ours,
    vendorId,
    at: timeOf(event["sendTime"]),
    from,
    body: bodyOf(event),
  };
}

/** Fields of every message, which say nothing about its kind. */
const COMMON = new Set(["senderPhoneNumber", "phoneNumber", "messageId", "sendTime", "agentId"]);

function bodyOf(event: Json): PlainBody {
  const words = text(event["text"], LONGEST_TEXT);
  if (words !== undefined) return { kind: "text", text: words };
  const known =
    pressedOf(record(event["suggestionResponse"])) ??
    fileOf(record(record(event["userFile"])["payload"])) ??
    locationOf(record(event["location"]), {});
  if (known) return known;
  const type = Object.keys(event).find((name) => !COMMON.has(name)) ?? "none";
  return { kind: "unsupported", type: text(type, 200) ?? "none" };
}

function pressedOf(response: Json): PlainBody | undefined {
  const label = text(response["text"], 300);
  const token = text(response["postbackData"], 200) ?? text(label, 200);
  return token === undefined ? undefined : { kind: "formAnswer", token, label: label ?? token };
}

function fileOf(payload: Json): PlainBody | undefined {
  const url = text(payload["fileUri"], 2_001);
  if (url === undefined || url.length > 2_000) return undefined;
  const mime = text(payload["mimeType"], 200);
  const name = text(payload["fileName"], 255);
  const bytes = number(payload["fileSizeBytes"]);
  const medium = {
    url,
    ...(mime !== undefined && { mime }),
    ...(name !== undefined && { name }),
    ...(bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 && { bytes }),
  };
  // Nothing but its type tells what it is: one without is a document.
  return { kind: mime === undefined ? "document" : kindOf(medium), medium };
}

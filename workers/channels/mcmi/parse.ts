import type { InboundEvent } from "#workers/contract/inbound.ts";
import { LONGEST_TEXT, mediaKinds, type PlainBody } from "#workers/contract/message-body.ts";
import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, readObject, record, shown, text } from "../json.ts";
import { timeOf } from "../time.ts";
import { addressOf } from "../whatsapp/address.ts";
import { contentOf } from "../whatsapp/content.ts";
import { byNumber } from "./format.ts";
import { errorIn, statusIn } from "./wire.ts";

/** A delivery is one message or one status. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const raw = readObject(body);
  return [{ key: `mcmi:${keyOf(raw)}`, raw }];
}

function keyOf(event: Json): string {
  const [what, id] = [text(event["event"], 64), text(event["messageId"], 400)];
  if (id === undefined) return digestOf(event);
  if (what === "message") return `message:${id}`;
  const [status, at] = [text(event["status"], 64), text(event["timestamp"], 64)];
  return status !== undefined && at !== undefined ? `status:${id}:${status}:${at}` : digestOf(event);
}

export function parse(raw: unknown, channel: Pick<ChannelAccount, "type" | "contactId">): InboundEvent[] {
  const event = record(raw);
  const found = event["event"] === "message" ? messageOf(event, channel) : statusOf(event);
  if (found) return [found];
  const what = text(event["status"], 64) ?? text(event["event"], 64) ?? "unsupported";
  return [{ type: "account", what, at: timeOf(event["timestamp"]), text: shown(raw, 1_000) }];
}

function messageOf(
  event: Json,
  channel: Pick<ChannelAccount, "type" | "contactId">,
): InboundEvent | undefined {
  const vendorId = text(event["messageId"], 500);
  const from = personIn(event["from"], channel);
  if (vendorId === undefined || !from) return undefined;
  const name = text(record(event["profile"])["name"], 200);
  return {
    type: "message",
    vendorId,
    at: timeOf(event["timestamp"]),
    from: { addresses: [from], ...(name !== undefined && { name }) },
    body: bodyOf(record(event["message"])),
  };
}

function personIn(value: unknown, channel: Pick<ChannelAccount, "type" | "contactId">) {
  if (byNumber(channel)) {
    const found = addressOf(value, "");
    return found?.kind === "number" ? found : undefined;
  }
  const id = text(value, 320);
  const scope = text(channel.contactId, 200) ?? "";
  return id === undefined ? undefined : { kind: "user" as const, scope, value: id };
}

/** Its own words for files; everything else is taken for Meta's. */
function bodyOf(message: Json): PlainBody {
  if (message["type"] !== "media") return contentOf(typed(message));
  const part = record(message["media"]);
  const kind = mediaKinds.find((each) => each === part["kind"]);
  const url = text(part["url"], 2_001);
  if (!kind || url === undefined || url.length > 2_000) return { kind: "unsupported", type: "media" };
  const name = text(part["name"], 255);
  const caption = text(part["caption"], LONGEST_TEXT);
  return {
    kind,
    medium: { url, ...(name !== undefined && { name }) },
    ...(caption !== undefined && { caption }),
  };
}

/** A choice may come without the name of the part that holds it, so this adds it. */
function typed(message: Json): Json {
  const chosen = record(message["interactive"]);
  const part = ["list_reply", "button_reply"].find((name) => chosen[name] !== undefined);
  return part === undefined ? message : { ...message, interactive: { ...chosen, type: part } };
}

function statusOf(event: Json): InboundEvent | undefined {
  const found = statusIn(event);
  const vendorId = text(event["messageId"], 500);
  const ref = text(event["clientRef"], 65);
  const ownId = ref !== undefined && ref.length <= 64 ? ref : undefined;
  if (!found || (vendorId === undefined && ownId === undefined)) return undefined;
  const { status, word } = found;
  const error = status === "failed" ? errorIn(event) : undefined;
  const code = error?.code ?? (status === "failed" && word !== "failed" ? word : undefined);
  return {
    type: "status",
    ...(vendorId !== undefined && { vendorId }),
    ...(ownId !== undefined && { ownId }),
    status,
    at: timeOf(event["timestamp"]),
    ...(code !== undefined && { code }),
    ...(error?.words !== undefined && { reason: error.words }),
  };
}

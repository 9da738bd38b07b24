import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import type { ChannelAccount, RawEvent } from "../adapter.ts";
import { digestOf } from "../digest.ts";
import { type Json, list, readObject, record, seconds, shown, text } from "../json.ts";
import { contentOf } from "./content.ts";

/** A delivery is one update with a number of its own. */
export async function split(body: Uint8Array): Promise<RawEvent[]> {
  const update = readObject(body);
  const id = text(update["update_id"], 64);
  return [{ key: id === undefined ? `digest:${digestOf(update)}` : `update:${id}`, raw: update }];
}

/**
 * A pressed button turns its wheel until it is answered, which the answer to the call itself can do: see "Making requests
 * when getting updates" of the Bot API.
 */
export function answer(events: readonly RawEvent[]): Record<string, unknown> | undefined {
  const pressed = events
    .map(({ raw }) => text(record(record(raw)["callback_query"])["id"], 64))
    .find((id) => id !== undefined);
  return pressed === undefined ? undefined : { method: "answerCallbackQuery", callback_query_id: pressed };
}

/** Messages are numbered within their chat, so our id of one names both. */
export const messageId = (chat: unknown, message: unknown): string | undefined => {
  const [inChat, number] = [text(chat, 64), text(message, 64)];
  return inChat === undefined || number === undefined ? undefined : `${inChat}:${number}`;
};

/** The scope of a user's id is the bot, by which the channel is known. */
export function parse(
  raw: unknown,
  { contactId: scope }: Pick<ChannelAccount, "type" | "contactId">,
): InboundEvent[] {
  const update = record(raw);
  const kind = Object.keys(update).find((field) => field !== "update_id") ?? "none";
  const item = record(update[kind]);
  const found = eventOf(kind, item, scope, text(update["update_id"], 64));
  if (found) return [found];
  const group = isElsewhere(record(item["chat"]));
  return [
    {
      type: "account",
      what: group ? "group" : kind.slice(0, 100),
      at: seconds(item["date"]),
      text: group ? texts.group : shown(raw, 1_000),
    },
  ];
}

function eventOf(
  kind: string,
  item: Json,
  scope: string,
  update: string | undefined,
): InboundEvent | undefined {
  const from = personOf(record(item["from"]), scope);
  // Somebody who writes in a group must not be answered in private.
  if (!from || isElsewhere(record(item["chat"]))) return undefined;
  switch (kind) {
    case "message":
    case "edited_message":
      return messageOf(kind, item, from, update);
    case "callback_query":
      return pressOf(item, from);
    case "my_chat_member": {
      const status = text(record(item["new_chat_member"])["status"], 64);
      if (status === undefined) return undefined;
      const reachable = status !== "kicked" && status !== "left";
      return { type: "reach", from, reachable, at: seconds(item["date"]) };
    }
    default:
      return undefined;
  }
}

const isElsewhere = (chat: Json): boolean => chat["type"] !== undefined && chat["type"] !== "private";

function personOf(user: Json, scope: string) {
  const id = text(user["id"], 64);
  if (id === undefined) return undefined;
  const name = [text(user["first_name"], 100), text(user["last_name"], 99)].filter(Boolean).join(" ");
  const known = name || text(user["username"], 200);
  return {
    addresses: [{ kind: "user" as const, scope: scope.slice(0, 200), value: id }],
    ...(known !== undefined && { name: known }),
  };
}

type Person = NonNullable<ReturnType<typeof personOf>>;

function messageOf(
  kind: "message" | "edited_message",
  item: Json,
  from: Person,
  update: string | undefined,
): InboundEvent | undefined {
  const chat = record(item["chat"])["id"];
  const id = messageId(chat, item["message_id"]);
  if (id === undefined) return undefined;
  const quoted = messageId(chat, record(item["reply_to_message"])["message_id"]);
  const body = contentOf(item);
  const beside = { type: "message" as const, from, ...(quoted !== undefined && { quoted }) };
  if (kind === "message") return { ...beside, vendorId: id, at: seconds(item["date"]), body };
  const words = body.kind === "text" ? body.text : "caption" in body ? body.caption : undefined;
  return {
    ...beside,
    // An edit keeps the message's own number, so the update's tells edits apart.
    vendorId: `${id}:${update ?? text(item["edit_date"], 64) ?? "edited"}`,
    at: seconds(item["edit_date"]),
    body: words === undefined ? { kind: "unsupported", type: kind } : { kind: "edit", of: id, text: words },
  };
}

/** A pressed button. Telegram tells no time of it: 0, so that its arrival counts. */
function pressOf(item: Json, from: Person): InboundEvent | undefined {
  const id = text(item["id"], 64);
  const message = record(item["message"]);
  if (id === undefined || isElsewhere(record(message["chat"]))) return undefined;
  const token = text(item["data"], 200);
  const quoted = messageId(record(message["chat"])["id"], message["message_id"]);
  return {
    type: "message",
    from,
    vendorId: `press:${id}`,
    at: 0,
    body:
      token === undefined
        ? { kind: "unsupported", type: "callback_query" }
        : { kind: "formAnswer", token, label: labelOf(message, token) },
    ...(quoted !== undefined && { quoted }),
  };
}

/** The pressed button's words, which stand in the message that it was under. */
function labelOf(message: Json, token: string): string {
  const rows = list(record(message["reply_markup"])["inline_keyboard"]);
  const pressed = rows.flatMap(list).find((each) => record(each)["callback_data"] === token);
  return text(record(pressed)["text"], 300) ?? token;
}

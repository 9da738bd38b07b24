import type { ChangedAction, ChangedMessage } from "./chat-events.ts";
import { masked } from "./mask.ts";
import type { MessageBody } from "./message-body.ts";
import type { EventData } from "./socket.ts";

/** Fields of a message's body that people read; ids, tokens, types and addresses of files stay as they are. */
const READ: ReadonlySet<string> = new Set([
  ...["text", "caption", "name", "rendered", "label", "header", "footer", "title", "description", "subject"],
  ...["address", "number", "value", "phones", "values", "data"],
]);
/** Fields in which all is read, however it is called. */
const ALL_READ: ReadonlySet<string> = new Set(["values", "data"]);
/** They name another message as its vendor does, and WhatsApp's ids spell the number. */
const VENDORS: ReadonlySet<string> = new Set(["of", "to", "vendorId"]);

function shown(value: unknown, key: string, isRead: boolean): unknown {
  if (typeof value === "string")
    return VENDORS.has(key) && !isRead ? "" : isRead || READ.has(key) ? masked(value) : value;
  if (Array.isArray(value)) return value.map((each) => shown(each, key, isRead));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shown(each, name, isRead || ALL_READ.has(name))]),
  );
}

/** A message's body for people who may not see customers: without numbers and mail addresses, wherever somebody wrote them. */
const maskedBody = (body: MessageBody): MessageBody => shown(body, "", false) as MessageBody;

export const maskedMessage = <
  Message extends Pick<ChangedMessage, "body" | "reason" | "vendorId" | "quoted">,
>(
  message: Message,
): Message => ({
  ...message,
  vendorId: null,
  reason: message.reason === null ? null : masked(message.reason),
  body: message.body && maskedBody(message.body),
  ...(message.quoted && { quoted: { ...message.quoted, text: masked(message.quoted.text) } }),
});

export const maskedAction = (action: ChangedAction): ChangedAction => ({
  ...action,
  text: masked(action.text),
});

/** A live event of chats for the same people. */
export const maskedChats = ({ chats }: EventData<"chatsChanged">): EventData<"chatsChanged"> => ({
  chats: chats.map((chat) => ({
    ...chat,
    lastText: masked(chat.lastText),
    messages: chat.messages.map(maskedMessage),
    actions: chat.actions.map(maskedAction),
  })),
});

import type { ChangedMessage } from "./chat-events.ts";
import { messageActionCodes } from "./chat-states.ts";
import { mediumOf, quietKinds, wordsOf } from "./message-body.ts";

/** As platform-shell.md numbers what became of a message. */
const MESSAGE = { unread: 0, sent: 1, read: 2 } as const;
const DELIVERY: Readonly<Record<string, number>> = { delivered: 1, read: 2, failed: 3, expired: 3 };
const FAILED = 3;

type Numbers = Required<
  Pick<
    ChangedMessage,
    | "messageStatus"
    | "deliveryStatus"
    | "channelErrorCode"
    | "channelErrorDesc"
    | "actionId"
    | "actionType"
    | "actionBy"
    | "actedOn"
    | "message"
    | "attachment"
  >
>;

/** Messages of a chat with their numbers: the last `unread` of the customer's, if they are the chat's last, are not read yet. */
export function numbered<Message extends Omit<ChangedMessage, keyof Numbers>>(
  messages: readonly Message[],
  unread: number,
): (Message & Numbers)[] {
  const theirs = messages
    .filter(({ direction, body }) => direction === "in" && !(body && quietKinds.includes(body.kind)))
    .toSorted((a, b) => b.seq - a.seq);
  const isUnread = new Set(theirs.slice(0, unread).map(({ id }) => id));
  return messages.map((message) => ({
    ...message,
    messageStatus: statusOf(message, isUnread.has(message.id)),
    deliveryStatus: message.direction === "in" ? null : (DELIVERY[message.status] ?? null),
    channelErrorCode: message.code ?? "",
    channelErrorDesc: message.reason ?? "",
    actionId: message.id,
    actionType: typeOf(message),
    actionBy: message.byId,
    actedOn: new Date(message.at).toISOString(),
    message: message.body ? wordsOf(message.body) : "",
    attachment: (message.body && mediumOf(message.body)?.medium) ?? null,
  }));
}

/** A chat begins with the customer's words, unless we were first. */
function typeOf({ direction, status, seq }: Pick<ChangedMessage, "direction" | "status" | "seq">): number {
  if (direction === "in")
    return seq === 1 ? messageActionCodes.customerStarted : messageActionCodes.customerReplied;
  return DELIVERY[status] === FAILED ? messageActionCodes.error : messageActionCodes.agentReplied;
}

function statusOf(
  { direction, status }: Pick<ChangedMessage, "direction" | "status">,
  isUnread: boolean,
): number {
  if (direction === "in") return isUnread ? MESSAGE.unread : MESSAGE.read;
  return status === "read" ? MESSAGE.read : MESSAGE.sent;
}

import type { ChangedMessage } from "./chat-events.ts";
import { CHAT, messageActionCodes } from "./chat-states.ts";
import { mediumOf, quietKinds, wordsOf } from "./message-body.ts";
import { ratingIn } from "./rating.ts";

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

/**
 * Messages of a chat with their numbers: the last `unread` of the customer's, if they are the chat's last, are not read yet.
 * `rated` is the rating of a closed chat whose end they are.
 */
export function numbered<Message extends Omit<ChangedMessage, keyof Numbers>>(
  messages: readonly Message[],
  unread: number,
  rated: number | null = null,
): (Message & Numbers)[] {
  const theirs = messages
    .filter(({ direction, body }) => direction === "in" && !(body && quietKinds.includes(body.kind)))
    .toSorted((a, b) => b.seq - a.seq);
  const isUnread = new Set(theirs.slice(0, unread).map(({ id }) => id));
  const rates = (message: Message): boolean => {
    const given = message.direction === "in" && message.body && ratingIn(message.body);
    if (!given) return false;
    // A bare number is a rating where it is the last word of a chat that has it: all else would have opened another chat.
    return given.by !== "number" || (message === theirs[0] && given.rating === rated);
  };
  return messages.map((message) => ({
    ...message,
    messageStatus: statusOf(message, isUnread.has(message.id)),
    deliveryStatus: message.direction === "in" ? null : (DELIVERY[message.status] ?? null),
    channelErrorCode: message.code ?? "",
    channelErrorDesc: message.reason ?? "",
    actionId: message.id,
    actionType: rates(message) ? messageActionCodes.customerRated : typeOf(message),
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

/** The rating of a chat that is closed, after which nothing but a rating comes. */
export const ratedOf = ({ state, rating }: { state: number; rating: number | null }): number | null =>
  state === CHAT.closed ? rating : null;

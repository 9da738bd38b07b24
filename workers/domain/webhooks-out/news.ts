import { CHAT } from "#workers/contract/chat-states.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { HookEvent } from "#workers/contract/webhooks-out.ts";
import { iso, isoOrNull } from "../ctx.ts";

/** Something that a receiver hears of, once for each cause. */
export interface HookNews {
  type: HookEvent;
  cause: string;
  chatId: string;
  body: string;
}

type Chat = EventData<"chatsChanged">["chats"][number];
type Message = Chat["messages"][number];

/** The news in a live event of chats that was written at that time. Pure. */
export function hookNewsIn({ chats }: EventData<"chatsChanged">, at: number): HookNews[] {
  return chats.flatMap((chat) => {
    const tell = (type: HookEvent, cause: string, more: object = {}): HookNews => ({
      type,
      cause: `${type}:${cause}`,
      chatId: chat.id,
      body: JSON.stringify({
        type,
        timestamp: iso(at),
        revision: chat.revision,
        data: { chat: chatOf(chat), ...more },
      }),
    });
    const { id, was, revision } = chat;
    const before = was === "nowhere" || was === null ? null : was;
    const moved = was !== null;
    return [
      ...(was === "nowhere" ? [tell("chat.opened", id)] : []),
      ...chat.messages.flatMap((message) => {
        const stated = messageOf(message);
        // Null for a long one, as in the event.
        const { body } = message;
        if (message.direction === "in")
          return [tell("message.received", message.id, { message: { ...stated, body } })];
        // A message that still waits here has no status that anybody else has stated.
        return message.status === "queued"
          ? []
          : [tell("message.status", `${message.id}:${message.status}`, { message: stated })];
      }),
      ...(moved && chat.handler !== null && chat.handler !== before?.handler
        ? [tell("chat.assigned", `${id}:${revision}`)]
        : []),
      ...(moved && chat.state === CHAT.closed && before?.state !== CHAT.closed
        ? [tell("chat.closed", `${id}:${revision}`)]
        : []),
    ];
  });
}

const NAMES = Object.fromEntries(Object.entries(CHAT).map(([name, state]) => [state, name]));

const chatOf = (chat: Chat) => ({
  id: chat.id,
  channelId: chat.channelId,
  customerId: chat.customerId ?? null,
  state: NAMES[chat.state] ?? String(chat.state),
  departmentId: chat.departmentId,
  handler: chat.handler && { id: chat.handler, name: chat.handlerName },
  labels: chat.labels.map(({ name }) => name),
  rating: chat.rating,
});

const messageOf = ({ id, direction, by, byId, vendorId, status, code, reason, at }: Message) => ({
  ...{ id, direction, by, status, code, reason, vendorId },
  // A customer's is their identity, which nobody outside knows.
  byId: by === "customer" ? null : byId,
  at: isoOrNull(at),
});

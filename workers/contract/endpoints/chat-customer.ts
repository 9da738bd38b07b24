import { z } from "zod";
import { recipientStatuses } from "../broadcast.ts";
import { endpoint, holding } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { answering, chat, oneChat, params } from "./chats.ts";
import { customerFields } from "./customers.ts";

/** The person at the other end of a chat. */

export const chatUserDetails = endpoint({
  method: "GET",
  path: "/e/enterprise/chatUserDetails",
  summary:
    "Who a chat is with: their other chats and talks with bots that one may see, and what a bot has learned of them in this one",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  query: z.object({ chatId: id }),
  reply: z.object({
    chats: z.array(
      chat.pick({
        chatId: true,
        state: true,
        missedReason: true,
        channelName: true,
        handlerName: true,
        lastAt: true,
        lastMessage: true,
      }),
    ),
    more: z.boolean(),
    sessions: z
      .array(
        z.object({
          id: z.string(),
          botName: z.string(),
          at: time,
          turns: z.int(),
          chatId: z.string(),
          state: z.int().meta({ description: "Of that chat" }),
        }),
      )
      .meta({ description: "Their other talks with bots, in chats that one may see, the latest first" }),
    moreSessions: z.boolean(),
    broadcasts: z
      .array(
        z.object({
          id: z.string(),
          broadcastId: z.string(),
          name: z.string(),
          at: time,
          status: z.enum(recipientStatuses),
          replied: z.boolean(),
        }),
      )
      .meta({ description: "What they were sent with many others, on any channel, the latest first" }),
    moreBroadcasts: z.boolean(),
    archivedUntil: time.nullable().meta({
      description: "When the latest of their broadcasts began that is in the archive; null for none",
    }),
    bot: z
      .object({
        name: z.string(),
        turns: z.int().meta({ description: "Messages of the session" }),
        notUnderstood: z.int(),
        intents: z.array(z.string()).meta({ description: "Names, the latest first" }),
        parameters: z.array(z.object({ name: z.string(), value: z.string() })),
      })
      .nullable(),
  }),
  under: "response",
});

const becoming = {
  path: `${oneChat}/customer`,
  access: answering,
  params,
  reply: z.object({ chat }),
  under: "response",
} as const;

export const makeChatCustomer = endpoint({
  method: "POST",
  summary:
    "Makes a customer of who a chat is with; needs CUSTOMER.EDIT as well. A number that a customer has is refused with their id",
  body: customerFields,
  ...becoming,
});

export const linkChatCustomer = endpoint({
  method: "PUT",
  summary: "Says which customer a chat is with, where nobody knows; needs CUSTOMER.EDIT as well",
  body: z.object({ customerId: id }),
  ...becoming,
});

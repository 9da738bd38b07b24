import { z } from "zod";
import { changedMessage } from "../chat-events.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";

export const SEARCH_PAGE = 30;
export const LONGEST_SEARCH = 200;

const hit = z.object({
  messageId: z.string(),
  seq: z.int().meta({ description: "Place in its chat" }),
  at: time,
  by: changedMessage.shape.by,
  excerpt: z.string().meta({ description: "The words around what was found" }),
  chatId: z.string(),
  state: z.int(),
  channelName: z.string(),
  name: z.string().meta({ description: "Whom the chat is with" }),
});
export type ChatHit = z.infer<typeof hit>;

export const chatSearch = endpoint({
  method: "GET",
  path: "/e/enterprise/chat/search",
  summary: "Messages of chats that one may see, by words that are in them or begin so; the newest first",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  query: z.object({
    words: text(LONGEST_SEARCH),
    chatId: z.string().max(64).default("").meta({ description: "Empty: all chats" }),
    before: z.int().optional().meta({ description: "`next` of the page before" }),
  }),
  reply: z.object({
    hits: z.array(hit),
    terms: z.array(z.string()).meta({ description: "What was looked for, in small letters" }),
    next: z.int().nullable().meta({ description: "Null: there are no more" }),
  }),
  under: "response",
});

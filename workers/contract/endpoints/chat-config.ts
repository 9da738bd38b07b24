import { z } from "zod";
import { chatRules } from "../chat-rules.ts";
import { endpoint, holding } from "../endpoint.ts";

const kept = chatRules.extend({ revision: z.int() });

export const getChatConfig = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_config",
  summary: "When people answer chats, how long somebody waits, and what customers are told",
  access: holding("CHAT.HANDLE", "CHAT.CHAT_CONFIG"),
  reply: kept,
  under: "response",
});

export const saveChatConfig = endpoint({
  method: "PUT",
  path: "/e/enterprise/chat_config",
  summary: "Sets how chats are answered; holds for messages that come in from now on",
  access: holding("CHAT.CHAT_CONFIG"),
  body: chatRules.extend({ revision: z.int().min(0).optional() }),
  reply: kept,
  under: "response",
});

import { z } from "zod";
import { chatRules, keepFilesChoices, keepChoices } from "../chat-rules.ts";
import { chatRulesTexts as texts } from "#texts/chat-rules.ts";
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

/** More chats are not counted one by one. */
export const MOST_COUNTED = 10_000;
/** A query has texts: empty is never. */
const months = <const Choices extends readonly number[]>(choices: Choices) =>
  z
    .union([z.literal(""), z.coerce.number().pipe(z.literal(choices, texts.keepWrong))])
    .default("")
    .transform((value) => (value === "" ? null : value));

export const previewRetention = endpoint({
  method: "GET",
  path: "/e/enterprise/chat_config/retention",
  summary: "How many ended chats, and the files of how many, would be deleted if they were kept for so long",
  access: holding("CHAT.CHAT_CONFIG"),
  query: z.object({ keepMonths: months(keepChoices), keepFilesMonths: months(keepFilesChoices) }),
  reply: z.object({
    chats: z.int().meta({ description: `Counted up to ${MOST_COUNTED}; one more: there are more` }),
    filesOf: z.int().meta({ description: "Chats whose files would go, those that go as a whole among them" }),
  }),
  under: "response",
});

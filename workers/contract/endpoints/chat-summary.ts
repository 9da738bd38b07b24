import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

const params = z.object({ id });
const one = "/e/enterprise/chat/:id";

const summaryLine = z.object({
  kind: z.enum(["wanted", "values", "notUnderstood", "had", "handed", "noted", "open"]),
  text: z.string(),
});
export type SummaryLine = z.infer<typeof summaryLine>;

export const chatTakeOver = endpoint({
  method: "GET",
  path: `${one}/summary`,
  summary:
    "What who takes a chat over needs to know, by rules; nothing where neither a bot nor a colleague had it before",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  params,
  reply: z.object({
    lines: z.array(summaryLine),
    asksOf: z
      .string()
      .nullable()
      .meta({ description: "The bot whose AI integration can be asked to sum up; null: there is none" }),
  }),
  under: "response",
});

export const summariseChat = endpoint({
  method: "POST",
  path: `${one}/summary`,
  summary:
    "Asks the AI integration of the chat's bot to sum up what was said; within ten seconds, else why there is no text",
  access: holding("CHAT.HANDLE"),
  params,
  reply: z.object({
    text: z.string().nullable(),
    failure: said("Why there is no text; empty where there is one"),
  }),
  under: "response",
});

const suggestion = z.object({
  kind: z.enum(["intent", "knowledge", "canned"]),
  title: z.string(),
  text: z.string().meta({ description: "What is put into the answer" }),
  source: z.string().meta({ description: "Where it is from, for people" }),
  url: z.string().nullable().meta({ description: "The page that it is from, where it has an address" }),
});
export type ChatSuggestion = z.infer<typeof suggestion>;

export const chatSuggestions = endpoint({
  method: "GET",
  path: `${one}/suggestions`,
  summary:
    "Answers to the customer's last words that nobody has answered: from the bot, its knowledge and the library; nothing is counted or logged",
  access: holding("CHAT.HANDLE"),
  params,
  query: z.object({
    messageId: id
      .optional()
      .meta({ description: "Only for this message: there are none where it is no longer the last" }),
  }),
  reply: z.object({
    messageId: z.string().nullable().meta({ description: "The message that they answer" }),
    suggestions: z.array(suggestion),
  }),
  under: "response",
});

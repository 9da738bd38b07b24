import { z } from "zod";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import { recipientStatuses } from "#workers/contract/broadcast.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { isTimezone } from "../timezones.ts";
import { LONGEST_SEARCH } from "./chat-search.ts";
import { runStep } from "./automation-runs.ts";
import { turnKinds } from "./bot-sessions.ts";

/** The archive of conversations: chats, whoever led them. */

export const CONVERSATIONS_PAGE = 20;
/** A place among the messages of a chat, of which one look at what was behind them has no more than these. */
export const BEHIND_PAGE = 200;
export const ledBy = ["bot", "journey", "person"] as const;
export type LedBy = (typeof ledBy)[number];
export const conversationStates = ["", "open", "ended"] as const;
export const transcriptForms = ["text", "csv"] as const;

const named = z.object({ id: z.string(), name: z.string() });
const journey = named.extend({ kind: z.enum(automationKinds) });
const idOrNone = z.string().max(64).default("");
const all = "/e/enterprise/conversations";
const access = holding("CHAT.VIEW_CHATHISTORY");

const conversation = z.object({
  chatId: z.string(),
  customer: z.object({ id: z.string().nullable(), name: z.string(), address: z.string() }),
  channelName: z.string(),
  channelType: z.int(),
  departmentName: z.string(),
  state: z.int(),
  bots: z.array(named).meta({ description: "Names are empty of what was deleted since" }),
  journeys: z.array(journey),
  agents: z.array(named),
  messages: z.int().meta({ description: "Without automatic ones" }),
  lastAt: time,
  excerpt: z.string().meta({ description: "The words around what was found, else the last ones" }),
  seq: z
    .int()
    .nullable()
    .meta({ description: "Place of the message that was found; null: none in particular" }),
});
export type Conversation = z.infer<typeof conversation>;

const filter = {
  words: text(LONGEST_SEARCH).default("").meta({
    description: "All of them are in it or begin so, whatever their case and accents",
  }),
  led: z
    .array(z.enum(ledBy))
    .max(ledBy.length)
    .default([])
    .meta({ description: "Any of them took part; empty: whoever" }),
  bot: idOrNone,
  journey: idOrNone.meta({ description: "Id of a journey or an encap" }),
  agentId: idOrNone.meta({ description: "Who answered in it, or has it" }),
  departmentId: idOrNone.meta({ description: '"none": of no department' }),
  channelId: idOrNone,
  customer: text(100).default("").meta({ description: "Words of a name, or how a number begins" }),
  state: z.enum(conversationStates).default(""),
  since: time.optional().meta({ description: "Their last message is of then or later" }),
  until: time.optional().meta({ description: "Their last message is from before" }),
};
const filtered = z.object(filter);
export type ConversationFilter = z.infer<typeof filtered>;

export const listConversations = endpoint({
  method: "GET",
  path: all,
  summary: "Conversations that one may see, whoever led them, the one with the latest message first",
  access,
  query: filtered.extend({
    before: z.int().optional().meta({ description: "`next` of the page before" }),
  }),
  reply: z.object({
    conversations: z.array(conversation),
    terms: z.array(z.string()).meta({ description: "What was looked for, in small letters" }),
    next: z.int().nullable().meta({ description: "Null: there are no more" }),
    moreCustomersThan: z.int().nullable().meta({
      description:
        "More customers match than are looked at: conversations of the newest so many are found, and others' are not. Null: of all",
    }),
    behindSince: time.nullable().meta({
      description: "What changed since then may not be found yet; null: all is known, but for some seconds",
    }),
  }),
  under: "response",
});

export const conversationChoices = endpoint({
  method: "GET",
  path: `${all}/choices`,
  summary: "Names of what conversations can be narrowed down to",
  access,
  reply: z.object({
    bots: z.array(named),
    journeys: z.array(journey),
    agents: z.array(named),
    departments: z.array(named),
    channels: z.array(named),
  }),
  under: "response",
});

export const exportConversations = endpoint({
  method: "GET",
  path: `${all}/csv`,
  summary: "Everything that the list finds as CSV, whole; needs CHAT.VIEW_CHATHISTORY as well",
  access: holding("CUSTOMER.EXPORT"),
  query: filtered,
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});

const step = runStep.pick({ seq: true, node: true, port: true, outcome: true, at: true });
const behind = z.object({
  messageId: z.string(),
  run: z
    .object({
      id: z.string(),
      instanceId: z.string(),
      journey,
      steps: z.array(
        step.extend({ error: z.string().meta({ description: "Empty where nothing went wrong" }) }),
      ),
    })
    .nullable()
    .meta({
      description:
        "The run that sent it, and what it did since its message before; the rest with its last one",
    }),
  turn: z
    .object({
      bot: named,
      sessionId: z.string(),
      kind: z.enum(turnKinds),
      intent: named.nullable(),
      confidence: z.number(),
      at: time,
    })
    .nullable()
    .meta({ description: "What a bot made of it" }),
});
export type BehindMessage = z.infer<typeof behind>;

const besideKinds = ["broadcast", "journey", "system"] as const;
const sentBeside = z.object({
  id: z.string(),
  afterId: z.string().meta({ description: "The message after which it was sent; empty: before the first" }),
  kind: z.enum(besideKinds),
  broadcast: named.nullable(),
  channelName: z.string(),
  status: z.enum(recipientStatuses),
  text: z.string(),
  at: time,
});
export type SentBeside = z.infer<typeof sentBeside>;

export const behindConversation = endpoint({
  method: "GET",
  path: `${all}/:id/behind`,
  summary:
    "What was behind a part of a chat's messages: steps of the journeys that sent them, what bots made of them, and what the same person was sent meanwhile outside of chats",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  params: z.object({ id }),
  query: z.object({
    first: z.int().min(1).meta({ description: "Place in the chat" }),
    last: z
      .int()
      .min(1)
      .meta({ description: `Place in the chat; at most ${BEHIND_PAGE} after the first` }),
  }),
  reply: z.object({
    behind: z.array(behind),
    sent: z.array(sentBeside),
    sentMore: z.boolean().meta({ description: "Only the latest of what was sent are there" }),
  }),
  under: "response",
});

export const exportConversation = endpoint({
  method: "GET",
  path: `${all}/:id/transcript`,
  summary: "All that was said in a chat, without notes, as text or CSV",
  access,
  params: z.object({ id }),
  query: z.object({
    form: z.enum(transcriptForms).default("text"),
    timezone: z
      .string()
      .max(64)
      .refine(isTimezone, texts.zoneWrong)
      .default("UTC")
      .meta({ description: "IANA name; times of the text are of it" }),
  }),
  reply: z.null(),
  under: "response",
  file: "text/plain; charset=utf-8",
});

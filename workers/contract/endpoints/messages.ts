import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { facts, speakers } from "../who-speaks.ts";
import { turnKinds } from "./bot-sessions.ts";
import { said } from "../said.ts";

/**
 * Why a message was written, or who took one that came in: a row of the table of speakers, a fact that was stated, or a
 * bot that passed the chat on. `nobody` took what asks for no answer, and `other` wrote what has no cause of these.
 */
export const reasons = [...speakers, ...facts, "handOver", "nobody", "other"] as const;
export type Reason = (typeof reasons)[number];

const named = z.object({ id: z.string(), name: z.string() });

const whyAnswered = z.object({
  id: z.string(),
  direction: z.enum(["in", "out"]),
  because: z.enum(reasons),
  asked: z
    .object({ id: z.string(), text: z.string(), at: time })
    .nullable()
    .meta({ description: "The customer's message that it answers, or itself" }),
  bot: named.nullable().meta({ description: "An empty name: the bot was deleted" }),
  turn: z
    .object({
      kind: z.enum(turnKinds),
      intent: named.nullable(),
      confidence: z.number().meta({ description: "0 to 1" }),
      nearestPhrase: z.string().nullable(),
      others: z.array(z.object({ name: z.string(), confidence: z.number() })),
      sources: z.array(z.string()).meta({ description: "Sources of an answer from the knowledge base" }),
      parameters: z.record(z.string(), z.string()),
    })
    .nullable()
    .meta({ description: "As the bot's log has it" }),
  failed: z.boolean().meta({ description: "The bot could not answer at all" }),
});
export type WhyAnswered = z.infer<typeof whyAnswered>;

export const messageWhy = endpoint({
  method: "GET",
  path: "/e/enterprise/messages/:id/why",
  summary: "Why a message was answered as it was: who took it, and what the bot understood",
  access: holding("CHANNELS.CREATE", "CHANNELS.EDIT"),
  params: z.object({ id }),
  reply: whyAnswered,
  under: "response",
});

export const messageStatus = endpoint({
  method: "GET",
  path: "/e/enterprise/messages/:id",
  summary: "How far a message has come, as its channel has said; without its words",
  access: holding("CHAT.VIEW_CHATHISTORY"),
  key: "messages.read",
  params: z.object({ id }),
  reply: z.object({
    id: z.string(),
    chatId: z.string(),
    channelId: z.string(),
    direction: z.enum(["in", "out"]),
    kind: z.string(),
    status: z.string(),
    code: z.string().nullable().meta({ description: "Of a failure, in the words of the channel's vendor" }),
    reason: said().nullable(),
    at: time,
  }),
  under: "response",
});

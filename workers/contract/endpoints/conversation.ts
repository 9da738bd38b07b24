import { z } from "zod";
import { messages } from "#app/messages.ts";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";

export const predictIntent = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/predictIntent",
  summary: "One turn of a conversation with an agent; the session id of the answer continues it",
  access: holding("NLP.VIEW"),
  body: z.object({
    message: z.object({
      type: z.literal("text").default("text"),
      suggestionId: z.string().max(64).nullish(),
      text: z
        .string(messages.bots.messageEmpty)
        .trim()
        .min(1, messages.bots.messageEmpty)
        .max(2_000, messages.errors.tooLong(2_000)),
      lnCode: z.string().max(16).nullish(),
    }),
    sessionId: z.string().max(64).nullish(),
    agentId: id,
    metadata: z
      .object({
        senderId: z.string().max(200).nullish(),
        timeZone: z.string().max(64).nullish(),
        appId: z.string().max(64).nullish(),
      })
      .nullish(),
  }),
  reply: z.object({
    sessionId: z.string(),
    output: z.object({ text: z.string(), source: z.array(z.string()) }),
    intent: z.object({ id: z.string(), name: z.string(), confidence: z.number() }).nullable(),
    candidates: z.array(z.object({ id: z.string(), name: z.string(), confidence: z.number() })),
  }),
  under: "data",
});
export type Turn = z.infer<typeof predictIntent.reply>;

import { z } from "zod";
import { recipientStatuses } from "./broadcast.ts";
import { turnKinds } from "./endpoints/bot-sessions.ts";

/** Data of events that triggers write (migration 0105), as receivers read them. */

const when = z.iso.datetime();

/** The data of `broadcast.status`: what became of one recipient of a broadcast, or of a run of a campaign. */
export const recipientTold = z.object({
  broadcast: z.object({
    id: z.string(),
    name: z.string(),
    channelId: z.string(),
    activityId: z.string().nullable().meta({ description: "Of a campaign's run its activity" }),
  }),
  recipient: z.object({
    id: z.string(),
    customerId: z.string().nullable(),
    address: z.string().meta({ description: "But for what tells them apart, its signs are hidden" }),
    status: z.enum(recipientStatuses),
    code: z.string().nullable(),
    reason: z.string().nullable(),
    vendorId: z.string().nullable(),
    at: when
      .nullable()
      .meta({ description: "When it was their turn; null for somebody whose turn never came" }),
  }),
});

const turnOutcomes = ["answered", "handedOver", "dropped", "failed"] as const;

/** The data of `bot.turn`: how a customer's message to a bot ended, without a word of it. */
export const turnTold = z.object({
  chat: z.object({ id: z.string(), channelId: z.string(), customerId: z.string().nullable() }),
  bot: z.object({ id: z.string(), name: z.string().nullable() }),
  turn: z.object({
    messageId: z.string().meta({ description: "The message that `message.received` told" }),
    outcome: z.enum(turnOutcomes),
    kind: z.enum(turnKinds).nullable().meta({ description: "Null where the bot never decided" }),
    intent: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    confidence: z.number().nullable(),
    emotion: z.string().nullable(),
    at: when,
  }),
});

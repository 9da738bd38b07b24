import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { id } from "../ids.ts";

/** A silence longer than this ends a bot session; the next message starts another. */
export const SESSION_GAP_MS = 30 * 60_000;

/** Longer messages are taken, as people paste them, and their beginning is understood and kept. */
const LONGEST_MESSAGE = 10_000;
const LONGEST_HEARD = 2_000;

/** So much of a message a bot hears, of whichever channel it is; half of a sign at its end is none. */
export const heardOf = (text: string): string =>
  text
    .trim()
    .slice(0, LONGEST_HEARD)
    .replace(/[\uD800-\uDBFF]$/, "");

/**
 * Outcome of a turn: an intent's response, a question for a parameter, the knowledge base, the out-of-scope message,
 * the same after too many tries for a parameter, that the questions stop because the person asked for it, or a question
 * which of a few intents was meant.
 */
export const turnKinds = [
  "answer",
  "prompt",
  "knowledge",
  "outOfScope",
  "gaveUp",
  "cancelled",
  "didYouMean",
] as const;
export type TurnKind = (typeof turnKinds)[number];

/** The intent that a session is filling, stored with the session, so that it survives a restart. */
export interface PendingIntent {
  intentId: string;
  /** Known values, by parameter name. */
  values: Record<string, string>;
  /** The parameter that is being asked for, and the number of times it was asked. */
  asking: string;
  tries: number;
}

/** Intents that the bot offers for a message that it half understood: that of the turn, whose text is kept there only. */
export interface Offer {
  turnId: string;
  offered: { id: string; name: string }[];
}

/** The intent or the offer that a session waits for. */
export type Pending = PendingIntent | Offer;

const candidate = z.object({ id: z.string(), name: z.string(), confidence: z.number() });

/** An entity found in the message. Positions count UTF-16 units; the end is exclusive. */
export const foundEntity = z.object({
  entityId: z.string(),
  name: z.string(),
  text: z.string(),
  value: z.string(),
  start: z.int(),
  end: z.int(),
});
export type FoundEntity = z.infer<typeof foundEntity>;

export const predictIntent = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/predictIntent",
  summary: "One turn of a conversation with an agent; the session id of the answer continues it",
  access: holding("NLP.VIEW"),
  perMinute: 240,
  body: z.object({
    message: z.object({
      type: z.literal("text").default("text"),
      suggestionId: z.string().max(64).nullish(),
      text: z
        .string(botsTexts.messageEmpty)
        .trim()
        .min(1, botsTexts.messageEmpty)
        .max(LONGEST_MESSAGE, errorsTexts.tooLong(LONGEST_MESSAGE)),
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
    /** Words that the person may choose from; sending one of them chooses it. */
    choices: z.array(z.string()),
    /** The turn's own id, to which "wrong? add it to intent ..." refers. */
    turnId: z.string(),
    kind: z.enum(turnKinds),
    intent: candidate.nullable(),
    candidates: z.array(candidate),
    nearestPhrase: z.string().nullable(),
    entities: z.array(foundEntity),
    /** Parameter name to value, as far as known after this turn. */
    parameters: z.record(z.string(), z.string()),
    /** The parameter that the bot asks for. */
    asking: z.string().nullable(),
    emotion: z.string().nullable(),
    /** Duration of the turn on the server. */
    milliseconds: z.number(),
  }),
  under: "data",
});
export type Turn = z.infer<typeof predictIntent.reply>;

import { z } from "zod";
import { reportsTexts as texts } from "#texts/reports.ts";
import { emotionNames, feelingNames } from "../emotions.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging } from "../fields.ts";
import { id } from "../ids.ts";
import { turnKinds } from "./bot-sessions.ts";

/** The conversation report of one bot, from the counts kept with each turn (docs/decisions/reports.md). */

const access = holding("NLP.VIEW");
const nlp = "/chatbird/api/nlp";

export const REPORT_PAGE = 50;
/** The longest range of a report. */
export const MOST_DAYS = 3_660;

/** Date and time as the specification's picker writes it, with a T: without a Z it is in the given zone. */
export const moment = z
  .string(texts.invalidDate)
  .trim()
  .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/, texts.invalidDate)
  .refine((text) => !Number.isNaN(Date.parse(text)), texts.invalidDate)
  .meta({ description: "ISO 8601; without Z or an offset it is read in the zone given, else UTC" });

export const zone = {
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, texts.unknownZone)
    .optional()
    .meta({ description: "An IANA name such as Asia/Kolkata" }),
  timeZoneOffset: z
    .union([
      z.number().min(-900).max(900),
      z.string().regex(/^(-?\d{1,3}|[+-]\d\d:\d\d)$/, texts.unknownZone),
    ])
    .optional()
    .meta({
      description:
        "Where no time zone is given: minutes as JavaScript's getTimezoneOffset() says them (India: -330), or +05:30",
    }),
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const range = { agentId: id, startDate: moment, endDate: moment, ...zone };
export type ReportRange = z.output<z.ZodObject<typeof range>>;

/** The range rounded to quarters of an hour: the report covers exactly this time. */
const asRead = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

const day = z.string().meta({ description: "yyyy-MM-dd in the zone of the report" });

export const conversationsReport = endpoint({
  method: "POST",
  path: `${nlp}/conversationsReport`,
  summary: "The figures of an agent's conversations in a range",
  access,
  body: z.object(range),
  reply: z.object({
    /** Conversations that began in the range. */
    totalConversations: z.int(),
    averageMessages: z.number(),
    maximumConversations: z.object({
      maximumConversationsValue: z.int(),
      /** The id of the longest one, so that it can be opened. */
      conversationId: z.string().nullable(),
    }),
    weakUnderstanding: z.int(),
    totalMessages: z.int(),
    scoped: z.int(),
    /** Answered by the question which intent was meant: neither scoped nor not. */
    offered: z.int(),
    nonScoped: z.int(),
    range: asRead,
  }),
  under: "data",
});

export const graphReport = endpoint({
  method: "POST",
  path: `${nlp}/graphReport`,
  summary: "Active users, scope and feelings day by day; days without messages are zero",
  access,
  body: z.object(range),
  reply: z.object({
    activeUsers: z.array(z.object({ date: day, value: z.int() })),
    scopeTrend: z.array(z.object({ date: day, scoped: z.int(), offered: z.int(), nonScoped: z.int() })),
    feelings: z.array(
      z.object({ date: day, positive: z.int(), negative: z.int(), ambiguous: z.int(), neutral: z.int() }),
    ),
    figures: z
      .array(
        z.object({ date: day, conversations: z.int(), messages: z.int(), longest: z.int(), weak: z.int() }),
      )
      .meta({
        description:
          "Conversations that began that day, with all their messages and those of the longest (of long ranges by days of UTC), " +
          "and what was understood weakly",
      }),
  }),
  under: "data",
});

export const topIntent = endpoint({
  method: "POST",
  path: `${nlp}/topIntent`,
  summary: "The intents that were said most often, at most 100",
  access,
  body: z.object(range),
  reply: z.array(z.object({ intentName: z.string(), count: z.int(), intentId: z.string() })),
  under: "data",
});

/** Scope values from the specification. */
export const scopes = { all: 0, scoped: 1, nonScoped: 2 } as const;
const scopeType = z.literal([0, 1, 2], texts.unknownScope).default(scopes.all);
export type ScopeType = z.output<typeof scopeType>;

/** Counts of conversations by class: every message was understood, some, or none. */
const classes = z.object({ understood: z.int(), partly: z.int(), notUnderstood: z.int() });

export type ConversationClass = keyof z.output<typeof classes>;

/** Placeholder for an intent if none was understood, and for a story if an intent is in none any more. */
export const NONE = "-";

/** Message filter that a click on a figure applies. */
const narrowed = {
  intentId: id.optional(),
  conversationId: id.optional(),
  weak: z.boolean().default(false).meta({ description: "Only what was understood weakly" }),
  emotion: z.enum(emotionNames).optional(),
  feeling: z.enum(feelingNames).optional(),
  kind: z.enum(turnKinds).optional().meta({ description: "How the message was answered" }),
  conversationClass: classes
    .keyof()
    .optional()
    .meta({ description: "Messages of conversations that began in the range and went so" }),
  storyId: id.optional().meta({ description: `The story that the intent is in now; ${NONE}: in none` }),
  cameFrom: id
    .optional()
    .meta({ description: `The intent of the message before, in the conversation; ${NONE}: none understood` }),
  begins: z.boolean().default(false).meta({ description: "Only the first message of each conversation" }),
  ends: z.boolean().default(false).meta({ description: "Only the last message of each conversation" }),
};
export type Narrowing = z.output<z.ZodObject<typeof narrowed>>;

const intentShare = z.object({
  intent: z.string(),
  confidence: z.number(),
  utterance: z.string().nullable(),
});

const message = z.object({
  id: z.string(),
  conversationId: z.string(),
  userMessage: z.string(),
  createdOn: z.iso.datetime(),
  intentIdentified: z.boolean(),
  intent: z.string().nullable(),
  intentId: z.string().nullable(),
  confidence: z.number(),
  utterance: z.string().nullable(),
  botResponse: z.string(),
  emotion: z.string().nullable(),
  weak: z.boolean(),
  reviewed: z.boolean().meta({ description: "Somebody has added it to an intent, or put it aside" }),
  otherIntent: z.array(intentShare),
});
export type ReportMessage = z.output<typeof message>;

export const reportMessages = endpoint({
  method: "POST",
  path: `${nlp}/conversations`,
  summary: "The messages of a range, newest first",
  access,
  query: z.object(paging(REPORT_PAGE)),
  body: z.object({
    ...range,
    scopeType,
    ...narrowed,
    after: z
      .string()
      .regex(/^\d{1,16}\.\d{1,16}$/)
      .optional()
      .meta({
        description:
          "`next` of the page before: goes on there whatever is written meanwhile; `from` then counts nothing",
      }),
  }),
  reply: z.object({ messages: z.array(message), more: z.boolean(), next: z.string().nullable() }),
  under: "data",
});

export const messagesCsv = endpoint({
  method: "GET",
  path: `${nlp}/download/conversations/csv`,
  summary: "The messages of a range as CSV, times in the zone given",
  access,
  query: z.object({
    ...range,
    scope: z
      .int()
      .refine((value): value is ScopeType => value === 0 || value === 1 || value === 2, texts.unknownScope)
      .default(scopes.all),
    ...narrowed,
  }),
  reply: z.null(),
  under: "data",
  file: "text/csv; charset=utf-8",
});

const named = z.object({ id: z.string(), name: z.string() });

export const conversationFlow = endpoint({
  method: "POST",
  path: `${nlp}/conversationFlow`,
  summary: "How conversations move from intent to intent, where they begin and where they end",
  access,
  body: z.object(range),
  reply: z.object({
    intents: z.array(named.extend({ said: z.int(), begins: z.int(), ends: z.int() })),
    steps: z.array(z.object({ from: named, to: named, count: z.int() })),
  }),
  under: "data",
});
export type ConversationFlow = z.output<typeof conversationFlow.reply>;

export const callClassification = endpoint({
  method: "POST",
  path: `${nlp}/callClassification`,
  summary: "Conversations by how they went, messages by how they were answered and by story",
  access,
  body: z.object(range),
  reply: z.object({
    classes,
    outcomes: z.array(z.object({ kind: z.enum(turnKinds), count: z.int() })),
    /** Without an id: intents that are in no story any more. */
    stories: z.array(z.object({ id: z.string().nullable(), name: z.string(), count: z.int() })),
  }),
  under: "data",
});

export const emotionReport = endpoint({
  method: "POST",
  path: `${nlp}/emotionReport`,
  summary: "How often each emotion was in what people wrote",
  access,
  body: z.object(range),
  reply: z.array(z.object({ emotion: z.string(), count: z.int() })),
  under: "data",
});

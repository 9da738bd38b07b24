import { z } from "zod";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { errorsTexts } from "#texts/errors.ts";
import { channelTypes } from "./channel-types.ts";
import { MOST_SOURCE } from "./expression.ts";
import { fieldFilters } from "./field-filter.ts";
import { medium } from "./message-body.ts";

/** Broadcasts: one template to many people. Shared by the server, the screens and campaigns. */

/** So long after its end a broadcast's recipients move to the archive: its own list has them, others have not. */
export const ARCHIVED_AFTER_DAYS = 90;

export const broadcastStates = [
  "scheduled",
  "processing",
  "paused",
  "completed",
  "stopped",
  "failed",
] as const;
export type BroadcastState = (typeof broadcastStates)[number];

/** Which action moves a broadcast from where to where; every other one is refused. */
export const broadcastMoves = {
  start: { from: ["scheduled"], to: "processing" },
  pause: { from: ["processing"], to: "paused" },
  resume: { from: ["paused"], to: "processing" },
  stop: { from: ["scheduled", "processing", "paused"], to: "stopped" },
  retry: { from: ["completed", "stopped", "paused", "processing"], to: "processing" },
  complete: { from: ["processing"], to: "completed" },
  fail: { from: ["scheduled", "processing", "paused"], to: "failed" },
} as const satisfies Record<string, { from: readonly BroadcastState[]; to: BroadcastState }>;
export type BroadcastMove = keyof typeof broadcastMoves;
/** Moves that a person may make. */
export const broadcastActions = ["start", "pause", "resume", "stop", "retry"] as const;
export type BroadcastAction = (typeof broadcastActions)[number];

export const mayMove = (move: BroadcastMove, from: BroadcastState): boolean =>
  (broadcastMoves[move].from as readonly BroadcastState[]).includes(from);

/** A person's word on recipients who are not confirmed: they have got it, or are to be sent it again, perhaps twice. */
export const settlements = ["arrived", "again"] as const;
export type Settlement = (typeof settlements)[number];
/** As many are settled by one press at most; the next one goes on with the others. */
export const MOST_SETTLED = 5_000;
/** The code of whom a person has said it: they count as sent, and are no reason to fall back. */
export const SETTLED = "settled";

/** Statuses of one recipient; `queued` is still to be sent, `unknown` is shown as "Not confirmed". */
export const recipientStatuses = [
  "queued",
  "unknown",
  "sent",
  "delivered",
  "read",
  "failed",
  "expired",
  "cancelled",
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];
/** Outcomes of those who did not get it: what came too late failed, too. */
export const failedOf = ({ failed, expired }: Readonly<Record<"failed" | "expired", number>>): number =>
  failed + expired;

export const MOST_NUMBERS = 5_000;
const LEAST_NUMBERS_LENGTH = 10;
/** Whether what was typed can name anybody: numbers have ten characters at least, a mail address its sign. */
export const isAddressTyped = (channelType: number, typed: string): boolean =>
  channelType === channelTypes.email ? typed.includes("@") : typed.length >= LEAST_NUMBERS_LENGTH;
export const MOST_MAPPINGS = 200;
export const MOST_SAMPLES = 10;

/** Numbers as somebody typed them: split on commas (and line breaks), trimmed, blanks dropped. */
export const numbersIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");

export const mappingTypes = ["static", "column", "expression"] as const;
export type MappingType = (typeof mappingTypes)[number];

/** A template's variable and where its value comes from: the same for all, a column of the recipient, or a text with names. */
export const mapping = z.object({
  variable: z.string().max(200),
  type: z.enum(mappingTypes),
  value: z.string(errorsTexts.notText).max(MOST_SOURCE, errorsTexts.tooLong(MOST_SOURCE)),
});
export type Mapping = z.infer<typeof mapping>;

/** A file that is sent in a template's header: one of the drive by its address, as the library gives it. */
export const sentMedia = medium.extend({ type: z.enum(["IMAGE", "VIDEO", "DOC"]) });
export type SentMedia = z.infer<typeof sentMedia>;

/** Parts of a template that have variables, as screens group them. */
export const groupTypes = ["messageTags", "buttonPayload", "cards", "url"] as const;

/** Why a recipient was left out or failed before a call; each has a sentence and what to do in the texts. */
export const leftOutCodes = [
  "invalidNumber",
  "unreadableRow",
  "missingValue",
  "optOut",
  "unreachable",
  "offerCap",
  "template",
  "expired",
  "expiredQuiet",
  "expiredRest",
  "cancelled",
  "reached",
] as const;

/** A data file that was uploaded as imports are; each of its rows is a recipient, with values of its own. */
export const audienceFile = z.object({
  path: z.string().min(1).max(64).meta({ description: "The file's id, as its upload gave it" }),
  name: z.string().max(255).default(""),
  column: z.string().max(500).meta({ description: "The header of the column with the number or address" }),
});
export type AudienceFile = z.infer<typeof audienceFile>;
/** A file's columns fill variables under these names: `row.City`. */
export const ROW_GROUP = "row.";

export const audience = z
  .object({
    /** Everybody in the customer master who matches; null: only those who are named. */
    filter: z
      .object({
        search: z.string().max(200).default(""),
        groups: z.array(z.string().max(64)).max(50, errorsTexts.tooMany(50)).default([]),
        tags: z.array(z.string().max(64)).max(50, errorsTexts.tooMany(50)).default([]),
        fields: fieldFilters.optional().meta({ description: "Conditions on own fields; all of them hold" }),
      })
      .nullable()
      .default(null),
    customerIds: z.array(z.string().max(64)).max(MOST_NUMBERS, errorsTexts.tooMany(MOST_NUMBERS)).default([]),
    file: audienceFile.nullable().default(null),
  })
  .meta({ description: texts.api.audience });
export type Audience = z.infer<typeof audience>;

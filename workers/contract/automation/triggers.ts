import { z } from "zod";
import { triggersTexts as texts } from "#texts/triggers.ts";
import { folded, factIn } from "#workers/contract/who-speaks.ts";
import { weekdays } from "#workers/contract/zone-clock.ts";
import { clock, refId } from "./parts.ts";

/** Triggers let people into a journey. Each kind is set in its Start step and waits once the journey is started. */

export const wordModes = ["exact", "starts", "contains"] as const;
export const messageKinds = [
  "any",
  "first",
  "text",
  "image",
  "video",
  "audio",
  "document",
  "location",
] as const;
export const broadcastNews = ["reply", "delivered", "failed", "click"] as const;
export const membershipNews = ["entersGroup", "leavesGroup", "entersLabel", "leavesLabel"] as const;
export const chatEnds = ["closed", "missed"] as const;
/** Offers are meant: whoever refuses everything is written to no more. */
export const consentNews = ["optIn", "optOut"] as const;
export const rhythms = ["day", "week", "month"] as const;
/** At most so many bytes of an event's data, and of a call of a webhook. */
export const MOST_EVENT_BYTES = 64 * 1_024;

const { fields } = texts;
const word = z
  .string(fields.word)
  .max(100, fields.longWord)
  .refine((typed) => folded(typed) !== "", fields.emptyWord)
  .refine((typed) => factIn(typed) === undefined, fields.factWord);
export const eventName = z.string(fields.event).regex(/^[\w.:-]{1,100}$/, fields.event);
/** Where a value stands in JSON, such as `customer.phone`. */
const place = z.string(fields.place).regex(/^[\w-]{1,64}(\.[\w-]{1,64}){0,7}$/, fields.place);

export const schedule = z.strictObject({
  kind: z.literal("schedule"),
  every: z.enum(rhythms, fields.choose),
  weekday: z.enum(weekdays, fields.choose).default("mon"),
  day: z.int(fields.day).min(1, fields.day).max(31, fields.day).default(1),
  clock,
  audience: z.strictObject({ of: z.enum(["group", "label"], fields.choose), id: refId }, fields.audience),
});
export type Schedule = z.infer<typeof schedule>;

export const trigger = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("keyword"),
      words: z.array(word, fields.word).min(1, fields.word).max(20, fields.manyWords),
      mode: z.enum(wordModes, fields.choose).default("exact"),
    }),
    z.strictObject({
      kind: z.literal("link"),
      token: z.string(fields.token).regex(/^[A-Za-z0-9-]{3,40}$/, fields.token),
    }),
    z.strictObject({ kind: z.literal("message"), what: z.enum(messageKinds, fields.choose).default("any") }),
    z.strictObject({
      kind: z.literal("intent"),
      intent: z.string(fields.intent).trim().min(1, fields.intent).max(100, fields.intent),
    }),
    z.strictObject({ kind: z.literal("event"), name: eventName }),
    z.strictObject({
      kind: z.literal("webhook"),
      by: z.enum(["phone", "id"], fields.choose).default("phone"),
      at: place.default("phone"),
    }),
    z.strictObject({
      kind: z.literal("broadcast"),
      what: z.enum(broadcastNews, fields.choose).default("reply"),
      templateId: refId.optional(),
    }),
    z.strictObject({
      kind: z.literal("membership"),
      change: z.strictObject({ what: z.enum(membershipNews, fields.choose), id: refId }, fields.choose),
    }),
    z.strictObject({
      kind: z.literal("field"),
      field: z.string(fields.field).min(1, fields.field).max(100, fields.field),
      to: z.string(fields.value).max(500, fields.value).optional(),
    }),
    schedule,
    z.strictObject({
      kind: z.literal("chatClosed"),
      what: z.enum(chatEnds, fields.choose).default("closed"),
    }),
    z.strictObject({
      kind: z.literal("consent"),
      what: z.enum(consentNews, fields.choose).default("optIn"),
    }),
    z.strictObject({ kind: z.literal("imported") }),
    z.strictObject({ kind: z.literal("journey"), journeyId: refId }),
    z.strictObject({ kind: z.literal("form"), formId: refId }),
    z.strictObject({ kind: z.literal("manual") }),
  ],
  fields.choose,
);
export type Trigger = z.infer<typeof trigger>;
export const MOST_TRIGGERS = 20;

/** Kinds as rows wait for them: of words there is one a way to compare them. */
export type HeldKind = Exclude<Trigger["kind"], "link"> | "starts" | "contains";

export const entryResults = [
  "entered",
  "filter",
  "inIt",
  "wasIn",
  "tooOften",
  "unreachable",
  "blocked",
  "paused",
  "stopped",
  "late",
  "broken",
] as const;
export type EntryResult = (typeof entryResults)[number];

/** A trigger in words. The caller, who has the names of groups, templates and others, looks them up. */
export function triggerInWords(given: Trigger, nameOf: (id: string) => string = (id) => id): string {
  const { words } = texts;
  switch (given.kind) {
    case "keyword":
      return words.keyword[given.mode](given.words);
    case "link":
      return words.link(given.token);
    case "message":
      return words.message[given.what];
    case "intent":
      return words.intent(given.intent);
    case "event":
      return words.event(given.name);
    case "broadcast":
      return words.broadcast(given.what, given.templateId === undefined ? "" : nameOf(given.templateId));
    case "membership":
      return words.membership[given.change.what](nameOf(given.change.id));
    case "field":
      return words.field(given.field, given.to);
    case "schedule":
      return words.schedule(given, nameOf(given.audience.id));
    case "chatClosed":
      return words.chatClosed[given.what];
    case "consent":
      return words.consent[given.what];
    case "journey":
      return words.journey(nameOf(given.journeyId));
    case "form":
      return words.form(nameOf(given.formId));
    case "webhook":
    case "imported":
    case "manual":
      return words[given.kind];
    default:
      return given satisfies never;
  }
}

/** The triggers of a Start step that can be used; a draft may be half-typed, and an older version knows fewer kinds. */
export const triggersIn = (data: unknown): Trigger[] =>
  (Array.isArray(data) ? data : []).flatMap((each) => {
    const parsed = trigger.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });

import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { publicSendingTexts as texts } from "#texts/public-sending.ts";
import { sentMedia } from "../broadcast.ts";
import { endpoint, holding } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

export const MOST_SENT_AT_ONCE = 100;
/** Seconds within which a message has to leave, where the request names none: a code is of no use later. */
export const USUAL_SECONDS = { code: 300, other: 86_400 } as const;
const LEAST_SECONDS = 30;
const MOST_SECONDS = 3 * 86_400;
const LONGEST_VALUE = 4_096;
const MOST_CARDS = 10;

const word = (longest: number) =>
  z.string(texts.mandatory).trim().min(1, texts.mandatory).max(longest, errorsTexts.tooLong(longest));

/** One message, as a system asks for it. */
export const publicMessage = z.object({
  channelId: word(64),
  to: word(254).meta({
    description: "A phone number with its country code in any spelling, or a mail address",
  }),
  template: z
    .object(
      {
        id: z.string(errorsTexts.notText).max(64, errorsTexts.tooLong(64)).default(""),
        name: z.string(errorsTexts.notText).max(512, errorsTexts.tooLong(512)).default(""),
        language: z.string(errorsTexts.notText).max(16, errorsTexts.tooLong(16)).default(""),
      },
      texts.mandatory,
    )
    .meta({ description: "By its id, or by name and language" }),
  variables: z
    .record(z.string(), z.string(errorsTexts.notText).max(LONGEST_VALUE, errorsTexts.tooLong(LONGEST_VALUE)))
    .default({})
    .meta({
      description:
        "Values by the keys that GET /chatbird/api/campaign/variables lists, such as body/1 or buttons.0/1; " +
        "a variable's name alone will do where only one place has it",
    }),
  media: sentMedia.nullable().default(null).meta({ description: "The header's file" }),
  cards: z
    .array(z.object({ media: sentMedia.nullable().default(null) }))
    .max(MOST_CARDS, errorsTexts.tooMany(MOST_CARDS))
    .default([]),
  idempotencyKey: word(100).meta({ description: "Your own name for this message" }),
  expiresIn: z
    .int(texts.secondsWrong)
    .min(LEAST_SECONDS, texts.secondsWrong)
    .max(MOST_SECONDS, texts.secondsWrong)
    .optional()
    .meta({ description: "Seconds within which it has to leave; 300 for a code and a day for others" }),
});
export type PublicMessage = z.infer<typeof publicMessage>;

/** Why one message was not taken. */
export const refusalCodes = [
  "invalid",
  "channelUnknown",
  "templateUnknown",
  "templateNotApproved",
  "addressWrong",
  "variableMissing",
  "variableUnknown",
  "mediaWrong",
  "keyUsed",
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

const accepted = z.object({
  status: z.literal("accepted"),
  id: z.string(),
  idempotencyKey: z.string(),
  repeated: z.boolean().meta({ description: "It was taken before, and isn't sent again" }),
});
const refused = z.object({
  status: z.literal("refused"),
  idempotencyKey: z.string(),
  field: z.string(),
  code: z.enum(refusalCodes),
  message: said(),
  hint: said("How to mend it"),
});
export type Refused = z.infer<typeof refused>;
export type Taken = z.infer<typeof accepted> | Refused;

export const publicMessagesPath = "/chatbird/api/public/messages";
const sending = holding("CAMPAIGNS.CREATE");
const reading = holding("CAMPAIGNS.CREATE", "CHAT.VIEW_CHATHISTORY");

/** Each is read by itself, so that one that is wrong leaves the others be. */
const { $schema: _, ...described } = z.toJSONSchema(publicMessage, { io: "input" });

export const sendMessages = endpoint({
  method: "POST",
  path: publicMessagesPath,
  summary: `Sends templates, 1 to ${MOST_SENT_AT_ONCE} messages in a call; each is answered on its own, in their order`,
  details: texts.api.idempotency(USUAL_SECONDS.other / 3_600),
  access: sending,
  key: "messages.send",
  body: z.object({
    messages: z
      .array(z.unknown().meta(described), texts.messagesWrong)
      .min(1, texts.messagesWrong)
      .max(MOST_SENT_AT_ONCE, errorsTexts.tooMany(MOST_SENT_AT_ONCE)),
  }),
  example: {
    messages: [
      {
        channelId: "$CHANNEL_ID",
        to: "$PHONE",
        template: { name: "order_shipped", language: "en" },
        variables: { "body/1": "Asha" },
        idempotencyKey: "order-1001-shipped",
      },
    ],
  },
  reply: z.object({ messages: z.array(z.discriminatedUnion("status", [accepted, refused])) }),
  under: "data",
});

const sentMessage = z.object({
  id: z.string(),
  idempotencyKey: z.string().meta({ description: "Empty once the person was erased" }),
  channelId: z.string(),
  status: z.string().meta({
    description:
      "queued, sent, delivered, read, failed, expired, cancelled, or unknown: the call broke off, and the message isn't sent again by itself",
  }),
  times: z
    .record(z.string(), time)
    .meta({ description: "When each status was first reached, by the vendor's clock" }),
  code: z.string().nullable().meta({ description: "Of a failure, in the words of the channel's vendor" }),
  reason: said().nullable(),
  vendorId: z.string().nullable().meta({ description: "The vendor's own id; null before there is one" }),
  createdAt: time,
  expiresAt: time.nullable(),
});
export type SentMessage = z.infer<typeof sentMessage>;

export const getSentMessage = endpoint({
  method: "GET",
  path: `${publicMessagesPath}/:id`,
  summary: "How far a message that was sent through the API has come",
  access: reading,
  key: ["messages.send", "messages.read"],
  params: z.object({ id }),
  reply: sentMessage,
  under: "data",
});

export const findSentMessage = endpoint({
  method: "GET",
  path: publicMessagesPath,
  summary: "The same by its idempotency key",
  access: reading,
  key: ["messages.send", "messages.read"],
  query: z.object({ key: word(100) }),
  reply: sentMessage,
  under: "data",
});

import { z } from "zod";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { simulatorFilesTexts as fileTexts } from "#texts/simulator-files.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { mediaKinds, messageBody } from "../message-body.ts";
import { trouble } from "../simulator.ts";
import { MAX_DRIVE_BYTES } from "./drive.ts";
import { said } from "../said.ts";

/** A customer writes no longer message. */
export const LONGEST_SAID = 4_096;

/** By which address somebody is known: their number, the channel's own id of somebody without one, or their mail. */
const address = z.object({
  phone: text(60).optional().meta({ description: "A number with its country code" }),
  userId: text(100).optional().meta({ description: "For a person without a number" }),
  mail: text(254).optional(),
});
export type PersonAddress = z.infer<typeof address>;
export const personFields = address.extend({ name: name(texts.nameEmpty) });

const label = z.string(errorsTexts.notText).trim().min(1, errorsTexts.notText).max(300);
const latitude = z
  .number(errorsTexts.notNumber)
  .min(-90, errorsTexts.notNumber)
  .max(90, errorsTexts.notNumber);
const longitude = z
  .number(errorsTexts.notNumber)
  .min(-180, errorsTexts.notNumber)
  .max(180, errorsTexts.notNumber);

/** Bodies that a played customer can send: the part of the normalised message that a phone can make. */
const saidBody = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("text"),
      text: z
        .string(errorsTexts.notText)
        .refine((words) => words.trim() !== "", texts.textEmpty)
        .max(LONGEST_SAID, errorsTexts.tooLong(LONGEST_SAID)),
    }),
    z.object({ kind: z.literal("formAnswer"), token: z.string(errorsTexts.notText).max(200), label }),
    z.object({
      kind: z.enum(mediaKinds),
      medium: z
        .object({
          id: id.optional().meta({ description: "Of a file that was taken in for this channel" }),
          url: z
            .url({ protocol: /^https$/, error: fileTexts.pictureWrong })
            .max(2_000, errorsTexts.tooLong(2_000))
            .optional(),
        })
        .refine((given) => (given.id === undefined) !== (given.url === undefined), {
          path: ["url"],
          error: fileTexts.oneMedium,
        }),
      caption: text(1_024).optional(),
      voice: z.boolean().optional().meta({ description: "A recording of the person's voice" }),
    }),
    z.object({ kind: z.literal("location"), latitude, longitude, name: text(300).optional() }),
    z.object({
      kind: z.literal("contact"),
      contacts: z
        .array(z.object({ name: label, phones: z.array(label).min(1, errorsTexts.notText).max(5) }))
        .length(1, errorsTexts.notText),
    }),
    z.object({
      kind: z.literal("reaction"),
      to: label.meta({ description: "The id of the entry that is reacted to" }),
      emoji: z.string(errorsTexts.notText).max(16).meta({ description: "Empty takes the reaction back" }),
    }),
  ],
  texts.bodyWrong,
);
export type SaidBody = z.input<typeof saidBody>;

const entry = z.object({
  n: z.int(),
  id: z.string(),
  way: z.enum(["in", "out"]).meta({ description: "in: from the customer to us; out: from us" }),
  messageId: z.string().nullable().meta({ description: "Of a message from us: its own id" }),
  body: messageBody,
  status: z
    .string()
    .meta({ description: "notTaken: the webhook refused it for a day; refused: our call was refused" }),
  quoted: z.string().nullable().meta({ description: "The id of the entry that is answered" }),
  code: z.string().nullable(),
  reason: said().nullable(),
  at: time,
});
export type Entry = z.infer<typeof entry>;

export const simulatedPhoneReply = z.object({
  person: address.meta({ description: "The address in the one spelling of the house, such as E.164" }),
  entries: z.array(entry),
});
const phone = simulatedPhoneReply;
export type Phone = z.infer<typeof phone>;

const simulated = z.object({
  id: z.string(),
  name: z.string(),
  type: z.int(),
  typeName: z.string(),
  agent: z.string().meta({ description: "The name of the bot that answers; empty for none" }),
});
export type SimulatedChannel = z.infer<typeof simulated>;

const all = "/e/enterprise/simulator";
const params = z.object({ id });
const access = holding("CHANNELS.CREATE", "CHANNELS.EDIT");

export const listSimulators = endpoint({
  method: "GET",
  path: all,
  summary: "The enterprise's channels of the simulator, by name",
  access,
  reply: z.object({ channels: z.array(simulated) }),
  under: "response",
});

export const simulatedPhone = endpoint({
  method: "GET",
  path: `${all}/:id/phone`,
  summary: "What is on the phone of one played customer",
  access,
  params,
  query: z.object({ person: address }),
  reply: phone,
  under: "response",
});

export const simulatedSay = endpoint({
  method: "POST",
  path: `${all}/:id/say`,
  summary:
    "A played customer says something; it enters by the channel's webhook. Answers what is on their phone",
  access,
  params,
  body: z.object({
    person: personFields,
    body: saidBody,
    quoted: text(64).optional().meta({ description: "The id of the entry that is answered" }),
    doubled: z.boolean().default(false).meta({ description: "The webhook is called twice for it" }),
  }),
  reply: phone,
  under: "response",
});

const simulatedMedium = z.object({
  id: z.string(),
  kind: z.enum(mediaKinds),
  mime: z.string().meta({ description: "Told by the contents" }),
  name: z.string(),
  bytes: z.int(),
});
export type SimulatedMedium = z.infer<typeof simulatedMedium>;

export const takeSimulatedMedium = endpoint({
  method: "POST",
  path: `${all}/:id/media`,
  summary:
    "Takes a file in that a played customer will send: what they say names it by its id. It is kept for a day; `kind` must stand before the file",
  access,
  params,
  body: z.object({ kind: z.enum(mediaKinds, fileTexts.kindWrong) }),
  incoming: { field: "file", maxBytes: MAX_DRIVE_BYTES },
  reply: simulatedMedium,
  under: "response",
});

export const readSimulatedMedium = endpoint({
  method: "GET",
  path: `${all}/:id/media/:medium`,
  summary: "The bytes of a file that a played customer has sent, for a day",
  access,
  anew: false,
  params: params.extend({ medium: id }),
  reply: z.null(),
  under: "response",
  file: "application/octet-stream",
});

export const simulatedRead = endpoint({
  method: "POST",
  path: `${all}/:id/read`,
  summary: "A played customer has seen everything on their phone",
  access,
  params,
  body: z.object({ person: address }),
  reply: phone,
  under: "response",
});

export const simulatedTrouble = endpoint({
  method: "GET",
  path: `${all}/:id/trouble`,
  summary: "The trouble that the simulator of a channel makes on purpose",
  access,
  params,
  reply: trouble,
  under: "response",
});

export const setSimulatedTrouble = endpoint({
  method: "POST",
  path: `${all}/:id/trouble`,
  summary: "Switches trouble on and off, for what is sent from now on",
  access,
  params,
  body: trouble,
  reply: trouble,
  under: "response",
});

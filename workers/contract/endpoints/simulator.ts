import { z } from "zod";
import { simulatorTexts as texts } from "#texts/simulator.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { messageBody } from "../message-body.ts";

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

/** What a played customer can send: the part of the normalised message that a phone can make. */
const saidBody = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("text"),
      text: z
        .string(errorsTexts.notText)
        .refine((said) => said.trim() !== "", texts.textEmpty)
        .max(LONGEST_SAID, errorsTexts.tooLong(LONGEST_SAID)),
    }),
    z.object({ kind: z.literal("formAnswer"), token: z.string(errorsTexts.notText).max(200), label }),
    z.object({
      kind: z.literal("image"),
      medium: z.object({
        url: z.url({ protocol: /^https$/, error: texts.pictureWrong }).max(2_000, errorsTexts.tooLong(2_000)),
      }),
      caption: text(1_024).optional(),
    }),
    z.object({ kind: z.literal("location"), latitude, longitude, name: text(300).optional() }),
  ],
  texts.bodyWrong,
);
export type SaidBody = z.input<typeof saidBody>;

const entry = z.object({
  n: z.int(),
  id: z.string(),
  way: z.enum(["in", "out"]).meta({ description: "in: from the customer to us; out: from us" }),
  body: messageBody,
  status: z.string(),
  at: time,
});
export type Entry = z.infer<typeof entry>;

const phone = z.object({
  person: address.meta({ description: "The address in the one spelling of the house, such as E.164" }),
  entries: z.array(entry),
});
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

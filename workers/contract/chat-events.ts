import { z } from "zod";
import { chatLabel } from "./chat-labels.ts";
import { chatPart } from "./chat-people.ts";
import { medium, messageBody } from "./message-body.ts";
import { said } from "./said.ts";

/** Another message of the same chat that a message answers. */
const quotation = z.object({
  id: z.string(),
  seq: z.int(),
  direction: z.enum(["in", "out"]),
  text: z.string().meta({ description: "The beginning of its words; empty where it has none" }),
});

/** A message of a chat as a live event carries it: its whole present state. */
export const changedMessage = z.object({
  id: z.string(),
  seq: z.int(),
  direction: z.enum(["in", "out"]),
  by: z.enum(["customer", "person", "bot", "system"]),
  byId: z.string(),
  vendorId: z.string().nullable(),
  status: z.string(),
  code: z.string().nullable(),
  reason: said().nullable(),
  at: z.number(),
  sendAt: z
    .number()
    .nullable()
    .meta({ description: "When it is to leave, of one that can still be taken back" }),
  sentAgain: z.boolean().meta({ description: "Another went out in its place" }),
  body: messageBody.nullable().meta({ description: "Null for a long one, which a screen asks for" }),
  quoted: quotation
    .nullable()
    .optional()
    .meta({ description: "What it answers, where that is of the same chat" }),
  about: z.string().nullable().optional().meta({
    description: "Id of the message of the same chat that an edit, a withdrawal or a reaction names",
  }),
  messageStatus: z.int().optional().meta({
    description: "0 unread, 1 sent, 2 read; with the next three in a chat that is read and in named actions",
  }),
  deliveryStatus: z.int().nullable().optional().meta({
    description: "1 delivered, 2 read, 3 failed; null: none of them, or a customer's",
  }),
  channelErrorCode: z.string().optional().meta({ description: "The vendor's; empty: none" }),
  channelErrorDesc: z.string().optional(),
  actionId: z.string().optional().meta({
    description: "With the next five as platform-shell.md 3 names a message's parts, beside the four before",
  }),
  actionType: z.int().optional().meta({
    description:
      "0: the customer began the chat with it, 1: a customer's, 3: ours, 7: a customer's rating, 12: ours, and it did not arrive",
  }),
  actionBy: z.string().optional(),
  actedOn: z.string().optional(),
  message: z
    .string()
    .optional()
    .meta({ description: "Its words; empty where it has none, or they are not here" }),
  attachment: medium.nullable().optional(),
});

/** A colleague who is named in a note, by their name as it was then. */
const mention = z.object({ uId: z.string(), name: z.string() });
export type Mention = z.infer<typeof mention>;

/** Something that a person did in a chat, or noted there for colleagues alone. Its place is among the messages'. */
export const changedAction = z.object({
  id: z.string(),
  seq: z.int(),
  actionType: z.int().meta({ description: "As platform-shell.md 3 numbers them; those from 20 on are ours" }),
  actionBy: z.string(),
  byName: z.string(),
  to: z.string().meta({ description: "Name of the department or colleague that it was given to" }),
  text: z.string(),
  mentions: z.array(mention).meta({ description: "Colleagues whom a note names" }),
  at: z.number(),
});
export type ChangedAction = z.infer<typeof changedAction>;
export type ChangedMessage = z.infer<typeof changedMessage>;

/** Where a chat was, as far as it decides who sees it and in which queues it stands. */
const formerPlace = z.object({
  state: z.int(),
  departmentId: z.string().nullable(),
  handler: z.string().nullable(),
  people: z.array(chatPart.pick({ uId: true, part: true })),
  lastAt: z.number(),
  anybodys: z.boolean(),
});

/** Chats as they are now, each with the messages that were added or whose status changed. An older revision never overwrites a newer. */
export const chatsChanged = z.object({
  chats: z.array(
    z.object({
      id: z.string(),
      channelId: z.string(),
      identityId: z.string(),
      customerId: z
        .string()
        .nullable()
        .optional()
        .meta({ description: "Which customer they are; null: none" }),
      state: z.int(),
      departmentId: z.string().nullable(),
      handler: z.string().nullable(),
      handlerName: z.string(),
      people: z.array(chatPart),
      labels: z.array(chatLabel),
      missedReason: z.int().nullable(),
      rating: z.int().nullable(),
      waitingSince: z.number().nullable(),
      suspendedUntil: z.number().nullable(),
      windowUntil: z.number().nullable().optional().meta({
        description: "Until when the customer's words let free text through, where the channel has a window",
      }),
      refusedForWindow: z.boolean().optional().meta({
        description: "The vendor refused the last message to them because only a template is taken",
      }),
      unread: z.int(),
      seq: z.int(),
      lastAt: z.number(),
      lastText: z.string(),
      revision: z.int(),
      messages: z.array(changedMessage),
      actions: z.array(changedAction),
      anybodys: z
        .boolean()
        .meta({ description: "Its department has no people: all see it while nobody has it" }),
      was: z
        .union([formerPlace, z.literal("nowhere")])
        .nullable()
        .meta({
          description: "Its place when an event last told of it; null: the same, nowhere: it has just begun",
        }),
    }),
  ),
});

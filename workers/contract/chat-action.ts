import { z } from "zod";
import { chatsTexts as texts } from "#texts/chats.ts";
import { text, time } from "./fields.ts";
import { LONGEST_TEXT } from "./message-body.ts";

export const LONGEST_NOTE = 2_000;
/** Colleagues whom one note names. */
export const MOST_MENTIONS = 10;
/** Of a template's variable. */
export const LONGEST_VALUE = 1_024;

/** The client's own id of what it asks for: asked twice, it is done once. */
export const identified = { id: z.uuid(texts.idWrong) };
/** The same where the specification's calls have none: those are done as often as they are asked. */
export const once = { id: identified.id.optional() };
const words = (most: number, empty: string) => text(most).min(1, empty);

/** Actions that are a press alone. */
export const chatPresses = [
  "agentPickupChat",
  "acceptTransfer",
  "acceptAssign",
  "acceptInvite",
  "agentMissedChatPickup",
  "declineChat",
  "leaveChat",
  "resumeChat",
] as const;
/** Until when a chat is laid aside; without a time, until the customer writes. */
export const aside = { until: time.optional() };
/** Actions of a supervisor in a chat that is not theirs: joining it, or taking it from its handler. */
export const supervisorActions = ["superviseChat", "takeOverChat"] as const;
export type SupervisorAction = (typeof supervisorActions)[number];
/** Actions on one message of ours, by its id. */
export const messageActions = ["cancelMessage", "sendNow", "retryMessage", "confirmMessage"] as const;
export type MessageAction = (typeof messageActions)[number];
/** How far ahead an answer can be written. */
export const MOST_AHEAD_DAYS = 30;
/** For so long an answer can wait to be taken back. */
export const MOST_HOLD_MS = 60_000;
const later = { sendAt: time.optional(), holdMs: z.int().min(0).max(MOST_HOLD_MS).optional() };
/** Vendors take a variable's value on one line. */
const slotValue = text(LONGEST_VALUE).regex(/^(?!.*(?:[\t\n\r]|\s{5})).*$/s, texts.valueLines);
const target = { userId: z.string().min(1, texts.noTarget).max(64), note: text(LONGEST_NOTE).default("") };

/** By the names of the realtime actions. */
export const chatAction = z.discriminatedUnion("action", [
  z.object({ action: z.enum(chatPresses), ...once }),
  z.object({ action: z.literal("suspendChat"), ...once, ...aside }),
  z
    .object({
      action: z.literal("agentReplyChat"),
      ...once,
      text: text(LONGEST_TEXT).default(""),
      fileId: z.string().max(64).default(""),
      seenSeq: z.int().min(0).optional(),
      ...later,
    })
    .refine(({ text: said, fileId }) => said !== "" || fileId !== "", { path: ["text"], error: texts.empty }),
  z.object({
    action: z.literal("agentSendTemplate"),
    ...once,
    templateId: z.string().min(1, texts.templateGone).max(64),
    values: z.record(z.string().max(100), slotValue).default({}),
    seenSeq: z.int().min(0).optional(),
    ...later,
  }),
  z.object({
    action: z.enum(messageActions),
    ...once,
    messageId: z.string().min(1, texts.noMessage).max(64),
  }),
  z.object({ action: z.literal("agentReadChat") }),
  z.object({
    action: z.literal("agentNote"),
    ...once,
    text: words(LONGEST_NOTE, texts.empty),
    mentions: z
      .array(z.string().max(64))
      .max(MOST_MENTIONS, texts.tooManyMentions(MOST_MENTIONS))
      .default([]),
  }),
  z
    .object({
      action: z.literal("transferChat"),
      ...once,
      departmentId: z.string().max(64).default(""),
      userId: z.string().max(64).default(""),
      note: text(LONGEST_NOTE).default(""),
    })
    .refine(({ departmentId, userId }) => (departmentId === "") !== (userId === ""), {
      path: ["departmentId"],
      error: texts.noRecipient,
    }),
  z.object({ action: z.literal("assignChat"), ...once, ...target }),
  z.object({ action: z.enum(supervisorActions), ...once, note: text(LONGEST_NOTE).default("") }),
  z.object({ action: z.literal("inviteAgent"), ...once, ...target }),
]);
export type ChatAction = z.infer<typeof chatAction>;

export const chatActionNames = [
  ...chatPresses,
  "suspendChat",
  "agentReplyChat",
  "agentSendTemplate",
  "agentReadChat",
  "agentNote",
  "transferChat",
  "assignChat",
  "inviteAgent",
  ...messageActions,
  ...supervisorActions,
] as const satisfies ChatAction["action"][];

/** The same as one object, each of whose problems stands at its field. */
export const actionFields = z
  .object({
    action: z.enum(chatActionNames),
    id: z.string().optional().meta({
      description:
        "The client's own, a UUID: asked twice with it, it is done once. It becomes the message's or the action's",
    }),
    text: z.string().optional(),
    fileId: z
      .string()
      .optional()
      .meta({ description: "Of the drive: sent with the answer, whose text is its caption" }),
    seenSeq: z.int().optional().meta({
      description:
        "The chat's number when the answer was begun: refused where a colleague has answered since",
    }),
    templateId: z.string().optional().meta({ description: "Of the chat's channel, approved" }),
    values: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Of its variables, such as body/1, and of its codes, such as buttons.0" }),
    mentions: z
      .array(z.string())
      .optional()
      .meta({ description: "Ids of colleagues who see the chat and are told of the note" }),
    sendAt: z
      .string()
      .optional()
      .meta({ description: `When it leaves: ISO 8601, UTC, within ${MOST_AHEAD_DAYS} days` }),
    holdMs: z.number().optional().meta({
      description: "For so long it can be taken back before it leaves; sendAt counts where both are given",
    }),
    until: z.string().optional().meta({ description: "When a chat that is laid aside comes back" }),
    messageId: z
      .string()
      .optional()
      .meta({ description: "Of the message that is cancelled, sent now, sent again or confirmed" }),
    departmentId: z.string().optional(),
    userId: z.string().optional(),
    note: z.string().optional(),
  })
  .superRefine((value, context) => {
    for (const { message, path } of chatAction.safeParse(value).error?.issues ?? [])
      context.addIssue({ code: "custom", message, path: [...path] });
  });

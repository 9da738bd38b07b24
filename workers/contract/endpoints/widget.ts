import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { widgetTexts as texts } from "#texts/widget.ts";
import { endpoint, publicAccess } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { messageBody } from "../message-body.ts";
import {
  askings,
  VISITORS_FILE_BYTES,
  type WidgetConfig,
  widgetLanguages,
  type WidgetMessage,
} from "../widget.ts";

/** The widget's calls: from other sites, by people who are signed in nowhere. A token says which visitor calls. */

export const LONGEST_SAID = 4_096;
/** Messages of one answer: the newest of a visitor's, or those that a client missed. */
export const WIDGET_PAGE = 50;
const MOST_SEEN = 100;

const params = z.object({ channelId: id });
const one = "/widget/:channelId";
const byVisitor = publicAccess("The token in Authorization is signed and names one visitor of this channel.");

const message: z.ZodType<WidgetMessage> = z.object({
  id: z.string().meta({ description: "A visitor's own message: the key that the client gave it" }),
  way: z.enum(["in", "out"]).meta({ description: "in: from the visitor to us; out: to the visitor" }),
  body: messageBody,
  at: time,
});

const asking = z.enum(askings);
const config: z.ZodType<WidgetConfig> = z.object({
  title: z.string(),
  welcome: z.string(),
  colour: z.string(),
  position: z.enum(["right", "left"]),
  language: z.enum(widgetLanguages),
  form: z.object({ name: asking, mail: asking, phone: asking }),
  hoursText: z.string(),
  open: z.boolean().meta({ description: "Whether it is within the channel's hours" }),
});

const conversation = {
  messages: z.array(message).meta({ description: "In their order" }),
  cursor: z.string().meta({ description: "Where the next look goes on; empty before the first message" }),
};

export const widgetSession = endpoint({
  method: "POST",
  path: `${one}/session`,
  summary: "Begins or goes on as a visitor: a token, how the widget looks, and the newest messages",
  access: publicAccess("Everybody who sees a site may write to it. Another's token is known to nobody else."),
  params,
  body: z.object({ token: z.string().max(1_000).optional() }),
  reply: z.object({ token: z.string(), config, ...conversation }),
  under: "response",
  maxBytes: 4 * 1024,
});

export const widgetMessages = endpoint({
  method: "GET",
  path: `${one}/messages`,
  summary: "What a visitor's client has missed since its cursor",
  access: byVisitor,
  params,
  query: z.object({ after: text(200).default("") }),
  reply: z.object({ ...conversation, more: z.boolean() }),
  under: "response",
});

const uuid = z
  .uuid(errorsTexts.invalid)
  .meta({ description: "Made by the client: the same key again is the same message" });

const saidBody = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("text"),
      text: z
        .string(errorsTexts.notText)
        .refine((said) => said.trim() !== "", texts.en.empty)
        .max(LONGEST_SAID, errorsTexts.tooLong(LONGEST_SAID)),
    }),
    z.object({
      kind: z.literal("formAnswer"),
      token: z.string(errorsTexts.notText).max(200),
      label: z.string(errorsTexts.notText).trim().min(1, errorsTexts.mandatory).max(300),
      values: z
        .object({ rating: z.int().min(1).max(5), comment: text(1_000).default("") })
        .optional()
        .meta({ description: "Of a rating" }),
    }),
    z.object({ kind: z.literal("file"), fileId: id, caption: text(1_024).optional() }),
  ],
  errorsTexts.invalid,
);
export type WidgetSaid = z.input<typeof saidBody>;

const details = z.object({
  name: text(100).optional(),
  mail: text(254).optional(),
  phone: text(60).optional().meta({ description: "With its country code" }),
});
export type VisitorDetails = z.infer<typeof details>;

export const widgetSay = endpoint({
  method: "POST",
  path: `${one}/messages`,
  summary: "A visitor says something, presses a button, rates, or sends an uploaded file",
  access: byVisitor,
  params,
  body: z.object({
    key: uuid,
    body: saidBody,
    details: details.optional().meta({ description: "What the form before the chat has asked" }),
  }),
  reply: message,
  under: "response",
  maxBytes: 32 * 1024,
});

const ids = z.array(id).max(MOST_SEEN).default([]);

export const widgetSeen = endpoint({
  method: "POST",
  path: `${one}/seen`,
  summary: "Messages that have arrived at a visitor, and those that were read",
  access: byVisitor,
  params,
  body: z.object({ delivered: ids, read: ids }),
  reply: z.null(),
  under: "response",
  maxBytes: 32 * 1024,
});

const file = z.object({ fileId: z.string(), mime: z.string(), name: z.string(), bytes: z.int() });
export type WidgetFile = z.infer<typeof file>;

export const widgetUpload = endpoint({
  method: "POST",
  path: `${one}/files`,
  summary: "Takes a visitor's picture or document in; the type is told by the contents",
  access: byVisitor,
  params,
  body: z.object({}),
  incoming: { field: "file", maxBytes: VISITORS_FILE_BYTES },
  reply: file,
  under: "response",
});

export const widgetFile = endpoint({
  method: "GET",
  path: `${one}/files/:fileId`,
  summary: "The bytes of a file that the visitor has sent or was sent",
  access: byVisitor,
  anew: false,
  params: params.extend({ fileId: id }),
  reply: z.null(),
  under: "response",
  file: "application/octet-stream",
});

export const widgetDemo = endpoint({
  method: "GET",
  path: "/widget-demo",
  summary: "The channel that the demo page shows; empty where there is none",
  access: publicAccess("A widget's channel is public: every page that embeds it names it."),
  reply: z.object({ channelId: z.string() }),
  under: "response",
});

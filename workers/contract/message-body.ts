import { z } from "zod";

/**
 * The normalised message: plain data that every vendor's adapter reads from its webhooks and writes into its calls.
 * Limits are those of storage; what a channel can carry is in its capability table (capabilities.ts).
 */

export const LONGEST_TEXT = 10_000;
/** An opaque token of a button or a row: Telegram carries 64 bytes at most. */
export const LONGEST_TOKEN = 26;

const text = z.string().max(LONGEST_TEXT);
const label = z.string().max(300);
const token = z.string().max(200);

/** A file: of the drive, at an address, or still with the vendor, who knows it by an id. */
export const medium = z.object({
  fileId: z.string().max(64).optional(),
  url: z.string().max(2_000).optional(),
  vendorId: z.string().max(500).optional(),
  mime: z.string().max(200).optional(),
  name: z.string().max(255).optional(),
  bytes: z.int().min(0).optional(),
});
export type Medium = z.infer<typeof medium>;

export const mediaKinds = ["image", "video", "audio", "document"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** A reply's token comes back when it is pressed; a link and a number to call never do. */
export const button = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reply"), token, label }),
  z.object({ kind: z.literal("url"), url: z.string().max(2_000), label }),
  z.object({ kind: z.literal("call"), number: z.string().max(40), label }),
]);
export type Button = z.infer<typeof button>;

const row = z.object({ token, label, description: label.optional() });
const card = z.object({
  medium: medium.optional(),
  title: label.optional(),
  text: text.optional(),
  buttons: z.array(button).max(10),
});

const textBody = z.object({
  kind: z.literal("text"),
  text,
  /** Of a mail; other channels have no place for it. */
  subject: label.optional(),
});
const mediaBody = z.object({
  kind: z.enum(mediaKinds),
  medium,
  caption: text.optional(),
  /** Recorded by the person, as against a file with sound. */
  voice: z.boolean().optional(),
  sticker: z.boolean().optional(),
});
const locationBody = z.object({
  kind: z.literal("location"),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: label.optional(),
  address: text.optional(),
});
const contactBody = z.object({
  kind: z.literal("contact"),
  contacts: z.array(z.object({ name: label, phones: z.array(z.string().max(64)).max(20) })).max(100),
});
const buttonsBody = z.object({
  kind: z.literal("buttons"),
  text,
  header: label.optional(),
  footer: label.optional(),
  medium: medium.optional(),
  buttons: z.array(button).min(1).max(13),
});
const listBody = z.object({
  kind: z.literal("list"),
  text,
  header: label.optional(),
  footer: label.optional(),
  open: label,
  sections: z
    .array(z.object({ title: label.optional(), rows: z.array(row).min(1).max(10) }))
    .min(1)
    .max(10),
});
const carouselBody = z.object({
  kind: z.literal("carousel"),
  text: text.optional(),
  cards: z.array(card).min(1).max(10),
});
const parameter = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text, name: z.string().max(100).optional() }),
  z.object({ kind: z.enum(mediaKinds), medium }),
]);
const templateBody = z.object({
  kind: z.literal("template"),
  name: z.string().max(512),
  language: z.string().max(16),
  header: parameter.optional(),
  body: z.array(parameter).max(50),
  /** The value of each button, by its place: a token, the end of an address, a code to copy, or a flow's token. */
  buttons: z.array(
    z.object({
      place: z.int().min(0).max(9),
      kind: z.enum(["reply", "url", "code", "flow"]),
      value: text,
      /** Our own id of the flow. */
      flowId: z.string().max(64).optional(),
    }),
  ),
  cards: z
    .array(z.object({ header: parameter.optional(), body: z.array(parameter).max(50) }))
    .max(10)
    .optional(),
  offerEndsAt: z.int().optional(),
  /** Where the person says that they want no more mails with offers. */
  unsubscribeUrl: z.string().max(2_000).optional(),
  /** The text as the person reads it, for screens and for channels without templates. */
  rendered: text,
});
/** A button that opens a WhatsApp Flow: Meta's form of several screens. */
const flowBody = z.object({
  kind: z.literal("flow"),
  text,
  header: label.optional(),
  footer: label.optional(),
  button: label,
  /** Comes back with the answer, and is the only thread to what was asked. */
  token,
  /** Our own id, and Meta's. */
  flowId: z.string().max(64),
  vendorId: z.string().max(200),
  /** The first screen is named here, or our endpoint says it. */
  action: z.enum(["navigate", "data_exchange"]),
  screen: z.string().max(100).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  /** One that is not published, for a test. */
  draft: z.boolean().optional(),
});
const reactionBody = z.object({
  kind: z.literal("reaction"),
  /** The vendor's id of the message reacted to; an empty emoji takes the reaction back. */
  to: z.string().max(500),
  emoji: z.string().max(64),
});
/** A pressed button, a chosen row, or a filled form. */
const formAnswerBody = z.object({
  kind: z.literal("formAnswer"),
  token,
  label,
  values: z.record(z.string(), z.unknown()).optional(),
});
const editBody = z.object({ kind: z.literal("edit"), of: z.string().max(500), text });
const revokeBody = z.object({ kind: z.literal("revoke"), of: z.string().max(500) });
const systemBody = z.object({ kind: z.literal("system"), what: z.string().max(64), text });
/** Kept raw, and shown as "Unsupported message" with its type. */
const unsupportedBody = z.object({ kind: z.literal("unsupported"), type: z.string().max(200) });

const plain = [
  textBody,
  mediaBody,
  locationBody,
  contactBody,
  templateBody,
  buttonsBody,
  listBody,
  carouselBody,
  flowBody,
  reactionBody,
  formAnswerBody,
  editBody,
  revokeBody,
  systemBody,
  unsupportedBody,
] as const;
const plainBody = z.discriminatedUnion("kind", plain);
/** An outgoing message that the owner of the number wrote in the vendor's own app. */
const echoBody = z.object({ kind: z.literal("echo"), body: plainBody });

export const messageBody = z.discriminatedUnion("kind", [...plain, echoBody]);
export type MessageBody = z.infer<typeof messageBody>;
export type PlainBody = z.infer<typeof plainBody>;
export type BodyOf<Kind extends PlainBody["kind"]> = Extract<PlainBody, { kind: Kind }>;
export type MessageKind = MessageBody["kind"];
/** Kinds that ask for no answer. */
export const quietKinds: readonly MessageKind[] = ["reaction", "edit", "revoke", "system", "echo"];

/** The file that a message is about, with its caption or without; undefined where it is about none. */
export function mediumOf(body: MessageBody): { kind: MediaKind; medium: Medium } | undefined {
  switch (body.kind) {
    case "image":
    case "video":
    case "audio":
    case "document":
      return { kind: body.kind, medium: body.medium };
    case "echo":
      return mediumOf(body.body);
    default:
      return undefined;
  }
}

/** The words of a message, for a bot, a search and a preview; empty where it has none. */
export function wordsOf(body: MessageBody): string {
  switch (body.kind) {
    case "text":
    case "buttons":
    case "list":
    case "flow":
    case "edit":
    case "system":
      return body.text;
    case "carousel":
      return body.text ?? body.cards.find(({ title, text: words }) => title ?? words)?.title ?? "";
    case "image":
    case "video":
    case "audio":
    case "document":
      return body.caption ?? "";
    case "location":
      return [body.name, body.address].filter(Boolean).join(", ");
    case "contact":
      return body.contacts.map(({ name }) => name).join(", ");
    case "template":
      return body.rendered;
    case "reaction":
      return body.emoji;
    case "formAnswer":
      return body.label;
    case "echo":
      return wordsOf(body.body);
    case "revoke":
    case "unsupported":
      return "";
    default:
      return body satisfies never;
  }
}

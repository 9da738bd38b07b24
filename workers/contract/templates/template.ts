import { z } from "zod";
import { channelTypes } from "../channel-types.ts";
import { medium } from "../message-body.ts";

/**
 * A message template in WhatsApp's components (platform-shell.md 3), as the builder writes it and every channel reads
 * it. The schema holds what storage takes; what a vendor takes is in rules.ts.
 */

export const categories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;
export type Category = (typeof categories)[number];
export const headerFormats = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT"] as const;
export type HeaderFormat = (typeof headerFormats)[number];
export const buttonTypes = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE", "FLOW"] as const;
export type ButtonType = (typeof buttonTypes)[number];

/** A text is stored while it is still too long, so that nothing that was typed is lost. */
const text = z.string().max(4_096);

const header = z.object({
  format: z.enum(headerFormats),
  text: text.default(""),
  /** The sample that the vendor looks at; what is sent may be another file of the kind. */
  medium: medium.nullable().default(null),
});
export type Header = z.infer<typeof header>;

const button = z.object({
  type: z.enum(buttonTypes),
  text: text.default(""),
  /** An address, its end perhaps a variable; a number to call; or the WhatsApp Flow that it opens. */
  value: text.default(""),
  /** A code to copy, or an address with its variable filled in. */
  example: text.default(""),
});
export type TemplateButton = z.infer<typeof button>;

const card = z.object({
  header: header.nullable().default(null),
  body: z.object({ text: text.default("") }).default({ text: "" }),
  buttons: z.array(button).max(20).default([]),
});
export type Card = z.infer<typeof card>;

/** Kinds of header by the end of its name: promotional, service, transactional, government. */
export const dltHeaders = ["P", "S", "T", "G"] as const;
export type DltHeader = (typeof dltHeaders)[number];

const dlt = z.object({
  /** The operators' id of the registered text. */
  templateId: z.string().max(64).default(""),
  header: z.enum(["", ...dltHeaders]).default(""),
  /** How links that the text may hold begin, as they were whitelisted. */
  links: z.array(z.string().max(500)).max(20).default([]),
});
export type Dlt = z.infer<typeof dlt>;

export const components = z.object({
  header: header.nullable().default(null),
  body: z.object({ text: text.default("") }).default({ text: "" }),
  footer: z
    .object({ text: text.default("") })
    .nullable()
    .default(null),
  buttons: z.array(button).max(20).default([]),
  limited_time_offer: z
    .object({ text: text.default(""), hasExpiration: z.boolean().default(true) })
    .nullable()
    .default(null),
  cards: z.array(card).max(20).default([]),
  /** A carousel's own text, above its cards. */
  bodyBubbleText: text.default(""),
  /** The registration of an SMS in India; null on other channels. */
  dlt: dlt.nullable().default(null),
  /** Values by place and variable, such as `body/1` or `cards.0.body/name`: what the vendor sees while it decides. */
  samples: z.record(z.string().max(100), z.string().max(1_024)).default({}),
});
export type Components = z.infer<typeof components>;

export interface Template {
  name: string;
  language: string;
  category: Category;
  components: Components;
}

/** Words that a person reads as the message itself: a carousel's are above its cards. */
export const bodyOf = ({ cards, bodyBubbleText, body }: Components): string =>
  cards.length > 0 ? bodyBubbleText : body.text;

/** Channel types that have templates: a vendor approves those of WhatsApp, the others are kept here. */
export const templateTypes = [
  channelTypes.whatsApp,
  channelTypes.sms,
  channelTypes.rcs,
  channelTypes.email,
] as const;
/** Whether a vendor decides about templates of this channel type; others may be sent once they are released. */
export const isApprovedByVendor = (type: number): boolean => type === channelTypes.whatsApp;
export type TemplateType = (typeof templateTypes)[number];
export const isTemplateType = (type: number): type is TemplateType =>
  (templateTypes as readonly number[]).includes(type);

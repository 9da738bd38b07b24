import { z } from "zod";
import { healthFact } from "./channel-health.ts";
import { statuses } from "./message.ts";
import { messageBody } from "./message-body.ts";
import { templateStates } from "./templates/states.ts";
import { waFlowStates } from "#workers/contract/wa-flows/flow.ts";
import { categories } from "./templates/template.ts";

/** Events that an adapter reads from a vendor's webhook, in our own form. */

/** Kinds of address under which a person is known on a channel. */
export const addressKinds = ["number", "user", "mail"] as const;
export type AddressKind = (typeof addressKinds)[number];

/**
 * One address of a person. `scope` is the page, account, bot or portfolio in which the value is valid: "" for numbers
 * (E.164) and mail (in lower case), which are valid everywhere.
 */
export const address = z.object({
  kind: z.enum(addressKinds),
  scope: z.string().max(200),
  value: z.string().min(1).max(320),
});
export type Address = z.infer<typeof address>;

const person = z.object({
  /** Those that one event names together belong to one person. */
  addresses: z.array(address).min(1).max(4),
  /** Addresses that they typed: they make a customer of somebody, and prove nothing. */
  typed: z.array(address).max(4).optional(),
  name: z.string().max(200).optional(),
});

export const inboundMessage = z.object({
  type: z.literal("message"),
  /** The channel's own number or account at the vendor, where the event names one. */
  contactId: z.string().max(200).optional(),
  vendorId: z.string().max(500),
  /** By the vendor's clock, in milliseconds; 0 where it tells none, so that the arrival counts. */
  at: z.int(),
  from: person,
  body: messageBody,
  /** The vendor's id of the message that this one quotes or answers. */
  quoted: z.string().max(500).optional(),
  /** The vendor's name of the conversation, where it takes answers only under it. */
  session: z.string().max(200).optional(),
});
export type InboundMessage = z.infer<typeof inboundMessage>;

export const inboundStatus = z.object({
  type: z.literal("status"),
  contactId: z.string().max(200).optional(),
  vendorId: z.string().max(500).optional(),
  /** The id that was sent along, where the vendor echoes it; it is matched first. */
  ownId: z.string().max(64).optional(),
  status: z.enum(statuses),
  at: z.int(),
  code: z.string().max(64).optional(),
  reason: z.string().max(500).optional(),
  category: z.string().max(64).optional(),
  billable: z.boolean().optional(),
});
export type InboundStatus = z.infer<typeof inboundStatus>;

/** A vendor's news of a template: a field that it does not name stays as it was. */
const templateNews = z.object({
  vendorId: z.string().max(200).optional(),
  name: z.string().max(512),
  language: z.string().max(16),
  status: z.enum(templateStates).optional(),
  category: z.enum(categories).optional(),
  quality: z.string().max(20).optional(),
  reason: z.string().max(500).optional(),
});
export type TemplateNews = z.infer<typeof templateNews>;

/** A vendor's news of a WhatsApp Flow; an empty health is a good one. */
const waFlowNews = z.object({
  vendorId: z.string().max(200),
  state: z.enum(waFlowStates).optional(),
  health: z.string().max(500).optional(),
});
export type WaFlowNews = z.infer<typeof waFlowNews>;

/** An event of the account rather than of a person: a template, a quality rating, a ban. */
export const accountEvent = z.object({
  type: z.literal("account"),
  contactId: z.string().max(200).optional(),
  what: z.string().max(100),
  at: z.int(),
  text: z.string().max(1_000),
  /** The account's condition, and the account that it is of. */
  health: z.array(healthFact).max(20).optional(),
  account: z.string().max(200).optional(),
  template: templateNews.optional(),
  flow: waFlowNews.optional(),
});
export type AccountEvent = z.infer<typeof accountEvent>;
/** A person who can no longer be reached, or can again, such as one who blocked the bot. */
export const reachEvent = z.object({
  type: z.literal("reach"),
  contactId: z.string().max(200).optional(),
  from: person,
  reachable: z.boolean(),
  at: z.int(),
});

/** Somebody has read everything up to a time, at vendors that name no message. */
export const seenEvent = z.object({
  type: z.literal("seen"),
  contactId: z.string().max(200).optional(),
  from: person,
  /** Of the last message that they read, by the vendor's clock, in milliseconds. */
  until: z.int().min(1),
  at: z.int(),
});
export type SeenEvent = z.infer<typeof seenEvent>;

/** Purposes that a person can refuse by a choice of their own. */
export const purposes = ["marketing", "service"] as const;
export type Purpose = (typeof purposes)[number];

/** A choice that a person made in the vendor's own app, such as no more offers. */
export const consentEvent = z.object({
  type: z.literal("consent"),
  contactId: z.string().max(200).optional(),
  from: person,
  purpose: z.enum(purposes),
  given: z.boolean(),
  wording: z.string().max(500),
  at: z.int(),
});
export type ConsentEvent = z.infer<typeof consentEvent>;

export const inboundEvent = z.discriminatedUnion("type", [
  inboundMessage,
  inboundStatus,
  accountEvent,
  reachEvent,
  seenEvent,
  consentEvent,
]);
/** Of these, those that tell of a person. */
export const addressesIn = (event: InboundEvent): readonly Address[] =>
  "from" in event ? event.from.addresses : [];
export type InboundEvent = z.infer<typeof inboundEvent>;

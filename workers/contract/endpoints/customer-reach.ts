import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { paging, time } from "../fields.ts";
import { id } from "../ids.ts";
import { addressKinds, purposes } from "../inbound.ts";
import { customerAccess, customerEdit, oneCustomer, params } from "./customers.ts";

/** Where a customer can be reached, and what they agreed to. */

export const CONSENTS_PAGE = 20;
/** Where a consent or a refusal came from, in the words of the screen. */
export const consentSources = [
  "message",
  "vendor",
  "before",
  "joined",
  "parted",
  "blacklist",
  "offBlacklist",
  "unsubscribeLink",
  "pending",
  "journey",
  "form",
  "import",
  "pendingForm",
  "other",
] as const;
export type ConsentSource = (typeof consentSources)[number];

const consent = z.object({
  id: z.string(),
  channelType: z.int(),
  channel: z.string().meta({ description: "Name of the channel type" }),
  purpose: z.enum([...purposes, "authentication"]),
  given: z.boolean(),
  wording: z.string().meta({ description: "Their words, or those that they agreed to; may be empty" }),
  source: z.enum(consentSources),
  at: time,
});
export type CustomerConsent = z.infer<typeof consent>;

export const customerConsents = endpoint({
  method: "GET",
  path: `${oneCustomer}/consents`,
  summary: "All that a customer has agreed to or refused on any channel, the newest first",
  access: customerAccess,
  params,
  query: z.object(paging(CONSENTS_PAGE)),
  reply: z.object({ consents: z.array(consent), hasMore: z.boolean() }),
  under: "data",
});

const customerAddress = z.object({ kind: z.enum(addressKinds), address: z.string() });

const customerChannel = z.object({
  id: z.string(),
  type: z.int().meta({ description: "Code of the channel type" }),
  typeName: z.string(),
  name: z.string().meta({ description: "As the vendor gives it; may be empty" }),
  perhapsOther: z
    .boolean()
    .meta({ description: "The number was somebody else's before, and may have changed hands" }),
  addresses: z.array(customerAddress),
  joined: z
    .array(z.object({ id: z.string(), name: z.string(), at: time, addresses: z.array(customerAddress) }))
    .meta({ description: "Who turned out to be the same person when a message named both addresses" }),
  refuses: z.array(z.enum(purposes)).meta({ description: "What the customer wants no messages for" }),
  on: z.array(
    z.object({
      channelId: z.string(),
      name: z.string(),
      lastInAt: time.nullable(),
      windowUntil: time.nullable().meta({ description: "The end of the service window, where there is one" }),
    }),
  ),
});
export type CustomerChannel = z.infer<typeof customerChannel>;

export const customerChannels = endpoint({
  method: "GET",
  path: `${oneCustomer}/channels`,
  summary: "Where a customer can be reached: addresses, refusals and service windows by channel type",
  access: customerAccess,
  params,
  reply: z.object({ channels: z.array(customerChannel) }),
  under: "data",
});

export const partCustomerChannel = endpoint({
  method: "POST",
  path: `${oneCustomer}/channels/:joinedId/part`,
  summary:
    "Parts somebody who was joined to this customer by mistake: they have their addresses, refusals and chat back, and service windows close for both",
  access: customerEdit,
  params: params.extend({ joinedId: id }),
  reply: z.null(),
  under: "data",
});

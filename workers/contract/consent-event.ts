import { z } from "zod";
import { channelTypes } from "./channel-types.ts";

/** How somebody came to agree or to refuse, as receivers of `consent.changed` read it; a trigger on consents writes it. */
export const consentWays = {
  word: "they wrote a stop or start word; `messageId` is their message",
  vendor: "the vendor told their choice",
  complaint: "they reported a mail as spam",
  unsubscribeLink: "they pressed the link of a mail; `messageId` is the mail",
  staff: "somebody put them on the blacklist",
  import: "a file put them on the blacklist, or says that they have agreed",
  offBlacklist: "they were taken off the blacklist, and their own last word holds again",
  before: "their address had refused before they were known by it",
  joined: "two identities turned out to be one person",
  parted: "two identities were separated",
  form: "they answered a form",
  journey: "a journey recorded it",
  pending:
    "they wrote a start word, or answered a form, and have yet to confirm it; `messageId` is their message",
  other: "in another way",
} as const;

/** The data of `consent.changed`. */
export const consentChanged = z.object({
  customerId: z.string().nullable().meta({ description: "Null for somebody who is no customer" }),
  address: z.string().nullable().meta({ description: "But for what tells them apart, its signs are hidden" }),
  channelType: z.int(),
  channel: z.enum(Object.keys(channelTypes) as (keyof typeof channelTypes)[]),
  purpose: z.enum(["marketing", "service", "authentication"]),
  isGiven: z.boolean(),
  how: z.enum(Object.keys(consentWays) as (keyof typeof consentWays)[]),
  messageId: z.string().nullable(),
  at: z.iso.datetime(),
});

import { z } from "zod";
import { channelsTexts as texts } from "#texts/channels.ts";
import { errorsTexts } from "#texts/errors.ts";
import { shownFact } from "../channel-health.ts";
import { fieldKinds, fieldRules } from "../credentials.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, paging, revision, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { allOf } from "../permissions.ts";
import { said } from "../said.ts";

/** Page size of the specification (customer-master.md 9). */
export const CHANNELS_PAGE = 20;
export const MOST_PER_SECOND = 1_000;
export const channelStates = ["active", "paused"] as const;
/** Ends of events that keep what the vendor sent. */
export const unusedStates = ["unreadable", "unmatched", "unsupported", "failed"] as const;

const named = z.object({ id: z.string(), name: z.string() });

const channel = z.object({
  _id: z.object({ $oid: z.string() }),
  id: z.string(),
  name: z.string(),
  type: z.int(),
  typeName: z.string(),
  vendor: z.int(),
  vendorName: z.string(),
  contactId: z.string(),
  deptId: z.string().meta({ description: "Empty for none" }),
  department: named.nullable(),
  agentId: z.string().meta({ description: "The bot that answers; empty for none" }),
  agent: named.nullable(),
  data: z.record(z.string(), z.string()).meta({ description: "The vendor's fields that are not secret" }),
  secrets: z
    .array(z.string())
    .meta({ description: "Names of the secrets that are stored; never their values" }),
  rate: z.int().meta({ description: "Messages a second" }),
  state: z.enum(channelStates),
  firstEventAt: time.nullable(),
  lastEventAt: time.nullable(),
  lastSuccessAt: time.nullable(),
  lastError: said().nullable(),
  lastErrorAt: time.nullable(),
  health: z.array(shownFact).meta({ description: "What the vendor has told of the account, each fact once" }),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type Channel = z.infer<typeof channel>;

const rate = z
  .int(texts.rateWrong(MOST_PER_SECOND))
  .min(1, texts.rateWrong(MOST_PER_SECOND))
  .max(MOST_PER_SECOND, texts.rateWrong(MOST_PER_SECOND));

/** The part of a channel that every vendor has. The vendor's own fields are checked by credentials.ts. */
export const channelBasics = z.object({
  name: z
    .string(texts.nameEmpty)
    .refine((name) => name.trim() !== "", { error: texts.nameEmpty, abort: true })
    .refine((name) => !/^\s/.test(name), { error: texts.leadingSpace, abort: true })
    .overwrite(collapse)
    .max(100, errorsTexts.tooLong(100)),
  deptId: text(64).default("").meta({ description: "A department's id, or empty" }),
  agentId: text(64).default("").meta({ description: "A bot's id, or empty" }),
  rate: rate.optional().meta({ description: "Messages a second; left out, the vendor's usual limit" }),
});

const account = {
  contactId: z
    .string(errorsTexts.notText)
    .optional()
    .meta({ description: "The number or account, for vendors with a field contactId" }),
  data: z
    .record(z.string(), z.union([z.string(), z.number()]), texts.dataWrong)
    .default({})
    .meta({
      description: "The vendor's fields by name. Secrets are written, never read; left out, they stay",
    }),
};

const all = "/e/enterprise/channels";
const one = `${all}/:id`;
const params = z.object({ id });

export const listChannels = endpoint({
  method: "GET",
  path: all,
  summary: "The enterprise's channels by name, without their credentials",
  access: holding(...allOf("CHANNELS")),
  query: z.object({
    name: text(100).default(""),
    type: z.int(errorsTexts.notNumber).optional().meta({ description: "A channel type's code" }),
    ...paging(CHANNELS_PAGE),
  }),
  reply: z.object({
    channelConfig: z.array(channel),
    used: z.record(z.string(), z.int()).meta({
      description: "People reached of the vendor's limit within 24 hours, by channel; of those with a limit",
    }),
    more: z.boolean(),
    total,
  }),
  under: "response",
});

export const createChannel = endpoint({
  method: "POST",
  path: all,
  summary: "Adds a channel; its credentials are encrypted and never shown again",
  access: holding("CHANNELS.CREATE"),
  body: channelBasics.extend({ type: z.int(texts.typeWrong), vendor: z.int(texts.vendorWrong), ...account }),
  reply: channel,
  under: "response",
});

export const getChannel = endpoint({
  method: "GET",
  path: one,
  summary: "One channel, without its credentials",
  access: holding(...allOf("CHANNELS")),
  params,
  reply: channel,
  under: "response",
});

export const updateChannel = endpoint({
  method: "PUT",
  path: one,
  summary: "Changes a channel; secrets that are left out or empty stay. Type and vendor cannot change",
  access: holding("CHANNELS.EDIT"),
  params,
  body: channelBasics.extend({
    type: z.int(texts.typeWrong).optional(),
    vendor: z.int(texts.vendorWrong).optional(),
    ...account,
    revision,
  }),
  reply: channel,
  under: "response",
});

export const deleteChannel = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a channel with its credentials",
  access: holding("CHANNELS.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});

const webhook = z.object({
  kind: z.enum(["address", "hidden", "none"]).meta({
    description:
      "hidden: the address holds a secret that the caller may not see; none: nothing to enter anywhere",
  }),
  address: z.string().nullable(),
  verifyToken: z.string().nullable().meta({ description: "For vendors that ask for one beside the address" }),
});

const count = z.int();
const activity = z
  .object({ in: count, out: count, delivered: count, read: count, failed: count, waiting: count })
  .meta({ description: "Messages made within 24 hours and what became of them; and those that wait now" });
export type ChannelActivity = z.infer<typeof activity>;

const news = z.object({ id: z.string(), what: z.string(), text: z.string(), at: time });
export type ChannelNews = z.infer<typeof news>;

/** Events that couldn't be used, newest first. */
const unused = z.object({
  n: z.int(),
  state: z.enum(unusedStates),
  failure: said().nullable(),
  at: time,
});
export type UnusedEvent = z.infer<typeof unused>;

export const channelDetails = endpoint({
  method: "GET",
  path: `${one}/details`,
  summary: "One channel with its webhook's address, its health, and what its vendor has told about it",
  access: holding(...allOf("CHANNELS")),
  params,
  reply: z.object({
    channel,
    webhook,
    activity,
    used: count.nullable().meta({
      description: "People reached of the vendor's limit within 24 hours; null where it has told no limit",
    }),
    lastMinute: count.meta({ description: "Calls to the vendor within the last 60 seconds" }),
    news: z.array(news),
    unused: z.array(unused),
  }),
  under: "response",
});

export const retryEvents = endpoint({
  method: "POST",
  path: `${one}/events/retry`,
  summary: "Has the events that could not be used tried again",
  access: holding("CHANNELS.EDIT"),
  params,
  reply: z.object({ events: count }),
  under: "response",
});

export const testChannel = endpoint({
  method: "POST",
  path: `${one}/test`,
  summary: "Makes the vendor's cheapest real call with the stored credentials and says how it went",
  access: holding("CHANNELS.CREATE", "CHANNELS.EDIT"),
  params,
  reply: z.object({ ok: z.boolean(), milliseconds: z.number(), message: said(), channel }),
  under: "response",
});

export const pauseChannel = endpoint({
  method: "POST",
  path: `${one}/pause`,
  summary: "Pauses a channel: nothing is sent until it is resumed",
  access: holding("CHANNELS.EDIT"),
  params,
  reply: channel,
  under: "response",
});

export const resumeChannel = endpoint({
  method: "POST",
  path: `${one}/resume`,
  summary: "Resumes a paused channel",
  access: holding("CHANNELS.EDIT"),
  params,
  reply: channel,
  under: "response",
});

const credentialField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  message: said("Shown when a required field is empty"),
  hint: said().optional(),
  rule: z.enum(fieldRules).optional(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});

const vendor = z.object({
  vendor: z.int(),
  name: z.string(),
  ready: z
    .boolean()
    .meta({ description: "False for a messenger that is closed: no new channel can be saved" }),
  offered: z.boolean().meta({ description: "Whether new channels may use it; those that exist go on" }),
  rate: z.int(),
  contact: z.string().nullable().meta({ description: "The field that names the account" }),
  fields: z.array(credentialField),
});
export type OfferedVendor = z.infer<typeof vendor>;

export const channelVendors = endpoint({
  method: "GET",
  path: "/e/enterprise/channel_vendors",
  summary: "Channel types with their vendors, and the fields of their accounts",
  access: holding(...allOf("CHANNELS")),
  reply: z.object({
    types: z.array(z.object({ type: z.int(), name: z.string(), vendors: z.array(vendor) })),
  }),
  under: "response",
});

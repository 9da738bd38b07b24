import { channelsTexts as texts } from "#texts/channels.ts";
import { channelTypes as t, type ChannelType } from "./channel-types.ts";
import type { CredentialField } from "./credentials.ts";

/**
 * Vendor codes: 0 to 13 are the specification's (platform-shell.md 3). Ours begin at 90, out of the way of codes that it
 * may still give: 90 the web widget, 91 the simulator, 92 WhatsApp by Meta itself, 93 Telegram by its Bot API.
 */
export const vendorCodes = {
  karix: 0,
  karixRcm: 1,
  sap365: 4,
  kaleyra: 5,
  sinch: 6,
  routeMobile: 7,
  mcmi: 8,
  airtel: 9,
  mailchimp: 10,
  vi: 11,
  ngn: 12,
  ttbs: 13,
  web: 90,
  simulator: 91,
  whatsAppCloud: 92,
  telegramBot: 93,
} as const;
export type VendorKey = keyof typeof vendorCodes;
export type VendorCode = (typeof vendorCodes)[VendorKey];

/** Fields of a vendor's account for some channel types. */
export interface VendorForm {
  types: readonly ChannelType[];
  fields: readonly CredentialField[];
  /** The field that names the account, kept as the channel's contact; none where there is nothing to name. */
  contact?: string;
}

export interface Vendor {
  code: VendorCode;
  name: string;
  /** Its part of the webhook's address, and its folder of workers/channels. */
  slug: string;
  /** An adapter is there, so channels can be saved. */
  ready: boolean;
  /** Usual messages a second, for a channel that sets none. */
  rate: number;
  /**
   * How webhooks are known to be the vendor's: by its signature, by our token that it sends back in a header, by the
   * token in the address, or there is none at all.
   */
  webhook: "signed" | "header" | "address" | "none";
  /** The vendor asks for a word of ours beside the address, and repeats it when it first calls. */
  verifyToken: boolean;
  forms: readonly VendorForm[];
}

type Label = keyof typeof texts.fields;
type Message = keyof typeof texts.required;
type More = Partial<Pick<CredentialField, "kind" | "required" | "rule" | "choices" | "hint">>;

const field = (name: string, label: Label, message: Message, more: More = {}): CredentialField => ({
  name,
  label: texts.fields[label],
  kind: "alphaNumeric",
  required: true,
  message: texts.required[message],
  ...more,
});
const secret = (name: string, label: Label, message: Message, more: More = {}) =>
  field(name, label, message, { kind: "password", ...more });
const optional = (name: string, label: Label, more: More = {}) =>
  field(name, label, "other", { required: false, ...more });

const phone = field("contactId", "contactNumber", "other", { rule: "mobile" });
const waba = field("contactId", "wabaNumber", "wabaNumber", { rule: "mobile" });
const freeContact = field("contactId", "contactText", "other");
const accKey = secret("accKey", "accKey", "accKey");
const sender = field("sender", "sender", "sender");
const karix = [field("username", "authId", "authId"), secret("password", "authToken", "authToken")];
const karixRcm = [
  field("environment", "environment", "environment", {
    kind: "choice",
    choices: [
      { value: "0", label: texts.choices.sandbox },
      { value: "1", label: texts.choices.production },
    ],
  }),
  accKey,
];
const karixRcmEnd = [optional("wabaId", "wabaId"), optional("webhookId", "webhookId")];
const login = [field("username", "username", "username"), secret("password", "password", "password")];
const sinch = [
  field("appId", "appId", "appId"),
  field("projectId", "projectId", "projectId"),
  field("keyId", "keyId", "keyId"),
  secret("keySecret", "keySecret", "keySecret"),
  field("region", "region", "region", {
    kind: "choice",
    choices: [
      { value: "eu", label: texts.choices.eu },
      { value: "us", label: texts.choices.us },
    ],
  }),
];
const mcmi = secret("authKey", "authKey", "authKey");

type Definition = Omit<Vendor, "code" | "name" | "ready" | "verifyToken"> &
  Partial<Pick<Vendor, "ready" | "verifyToken">>;
const contact = "contactId";

const definitions: Record<VendorKey, Definition> = {
  simulator: {
    slug: "simulator",
    ready: true,
    rate: 80,
    webhook: "signed",
    forms: [
      {
        types: Object.values(t),
        fields: [optional("contactId", "simulated", { hint: texts.hints.simulated })],
        contact,
      },
    ],
  },
  whatsAppCloud: {
    slug: "whatsapp-cloud",
    ready: true,
    rate: 80,
    webhook: "signed",
    verifyToken: true,
    forms: [
      {
        types: [t.whatsApp],
        fields: [
          field("contactId", "wabaNumber", "wabaNumber", {
            rule: "international",
            hint: texts.hints.international,
          }),
          field("phoneNumberId", "phoneNumberId", "phoneNumberId", {
            kind: "numeric",
            hint: texts.hints.phoneNumberId,
          }),
          field("wabaId", "wabaId", "wabaId", { kind: "numeric" }),
          secret("accessToken", "accessToken", "accessToken"),
          secret("appSecret", "appSecret", "appSecret", { hint: texts.hints.appSecret }),
        ],
        contact,
      },
    ],
  },
  telegramBot: {
    slug: "telegram",
    ready: true,
    rate: 30,
    webhook: "header",
    forms: [
      {
        types: [t.telegram],
        fields: [
          field("contactId", "botName", "other", { hint: texts.hints.botName }),
          secret("token", "botToken", "botToken", { rule: "botToken", hint: texts.hints.botToken }),
        ],
        contact,
      },
    ],
  },
  web: { slug: "web", ready: true, rate: 50, webhook: "none", forms: [{ types: [t.web], fields: [] }] },
  karix: {
    slug: "karix",
    rate: 10,
    webhook: "address",
    forms: [
      { types: [t.whatsApp], fields: [...karix, waba], contact },
      { types: [t.sms], fields: [...karix, phone], contact },
    ],
  },
  karixRcm: {
    slug: "karix-rcm",
    rate: 20,
    webhook: "address",
    forms: [
      { types: [t.whatsApp], fields: [...karixRcm, waba, ...karixRcmEnd], contact },
      { types: [t.rcs], fields: [...karixRcm, phone, ...karixRcmEnd], contact },
      { types: [t.sms], fields: [accKey, sender], contact: "sender" },
    ],
  },
  sap365: {
    slug: "sap365",
    rate: 10,
    webhook: "address",
    forms: [
      {
        types: [t.telegram],
        fields: [field("accountName", "accountName", "accountName"), accKey, freeContact],
        contact,
      },
    ],
  },
  kaleyra: {
    slug: "kaleyra",
    rate: 20,
    webhook: "address",
    forms: [
      {
        types: [t.whatsApp],
        fields: [
          secret("apiKey", "apiKey", "apiKey"),
          field("sid", "sid", "sid"),
          waba,
          optional("wabaId", "wabaId"),
        ],
        contact,
      },
    ],
  },
  sinch: {
    slug: "sinch",
    rate: 20,
    webhook: "signed",
    forms: [
      { types: [t.whatsApp], fields: [...sinch, waba], contact },
      { types: [t.telegram], fields: [...sinch, freeContact], contact },
    ],
  },
  routeMobile: {
    slug: "route-mobile",
    rate: 20,
    webhook: "address",
    forms: [{ types: [t.whatsApp], fields: [...login, waba], contact }],
  },
  mcmi: {
    slug: "mcmi",
    rate: 20,
    webhook: "signed",
    forms: [
      { types: [t.whatsApp], fields: [mcmi, waba], contact },
      {
        types: [t.googleBusiness, t.facebook, t.ivrs, t.instagram, t.web],
        fields: [mcmi, freeContact],
        contact,
      },
    ],
  },
  airtel: {
    slug: "airtel",
    rate: 40,
    webhook: "address",
    forms: [
      {
        types: [t.whatsApp],
        fields: [
          ...login,
          field("customerId", "customerId", "customerId"),
          waba,
          field("businessId", "businessId", "businessId"),
        ],
        contact,
      },
      {
        types: [t.rcs],
        fields: [
          field("customerId", "customerId", "customerId"),
          field("agentId", "agentId", "agentId"),
          field("subAccountId", "subAccountId", "subAccountId"),
        ],
        contact: "agentId",
      },
    ],
  },
  mailchimp: {
    slug: "mailchimp",
    rate: 20,
    webhook: "signed",
    forms: [
      {
        types: [t.email],
        fields: [
          field("fromEmail", "fromEmail", "fromEmail", { kind: "email" }),
          secret("authKey", "authKey", "authKey"),
          field("subAccount", "subAccount", "subAccount"),
          field("fromName", "fromName", "fromName"),
        ],
        contact: "fromEmail",
      },
    ],
  },
  vi: {
    slug: "vi",
    rate: 20,
    webhook: "address",
    forms: [
      {
        types: [t.rcs],
        fields: [
          field("clientId", "clientId", "clientId"),
          secret("clientSecret", "clientSecret", "clientSecret"),
          field("contactId", "botId", "other"),
        ],
        contact,
      },
    ],
  },
  ngn: {
    slug: "ngn",
    rate: 10,
    webhook: "address",
    forms: [{ types: [t.sms], fields: [accKey, sender], contact: "sender" }],
  },
  ttbs: {
    slug: "ttbs",
    rate: 10,
    webhook: "address",
    forms: [
      {
        types: [t.sms],
        fields: [
          field("user", "user", "user"),
          secret("pswd", "password", "password"),
          sender,
          field("PE_ID", "peId", "peId"),
        ],
        contact: "sender",
      },
    ],
  },
};

/** Every vendor of the matrix; those without an adapter say so and cannot be saved. */
export const vendors: readonly Vendor[] = (Object.keys(definitions) as VendorKey[]).map((key) => ({
  ready: false,
  verifyToken: false,
  ...definitions[key],
  code: vendorCodes[key],
  name: texts.vendors[key],
}));

export const vendorOf = (code: number): Vendor | undefined => vendors.find((vendor) => vendor.code === code);

/** The vendor's form for a channel type; undefined where the matrix has none. */
export const formOf = (vendor: Vendor, type: number): VendorForm | undefined =>
  vendor.forms.find(({ types }) => (types as readonly number[]).includes(type));

/** Vendors that a deployment offers: all, or those whose codes or names in addresses its setting lists. */
export function offeredVendors(setting: string | undefined): readonly Vendor[] {
  const wanted = (setting ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
  if (wanted.length === 0) return vendors;
  return vendors.filter(({ code, slug }) => wanted.includes(String(code)) || wanted.includes(slug));
}

/** Path of a channel's webhook below the API's base; unsigned vendors carry the secret in it. */
export const webhookPath = (
  { slug, webhook }: Pick<Vendor, "slug" | "webhook">,
  { id, webhookToken }: { id: string; webhookToken: string },
): string =>
  `/webhooks/${slug}/${id}${webhook === "address" ? `?token=${encodeURIComponent(webhookToken)}` : ""}`;

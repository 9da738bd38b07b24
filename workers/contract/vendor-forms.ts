import { channelsTexts as texts } from "#texts/channels.ts";
import { vendorHints as hints } from "#texts/vendor-hints.ts";
import { channelTypes as t } from "./channel-types.ts";
import type { CredentialField, VendorForm } from "./credentials.ts";

/** The account fields of every vendor by channel type (platform-shell.md 3.1, and ours), as data. */

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

/** A field of the form before a chat. */
const asked = (name: string, label: Label) =>
  optional(name, label, {
    kind: "choice",
    choices: [
      { value: "no", label: texts.choices.no },
      { value: "optional", label: texts.choices.optional },
      { value: "required", label: texts.choices.required },
    ],
  });

const phone = field("contactId", "contactNumber", "other", { rule: "mobile" });
const waba = field("contactId", "wabaNumber", "wabaNumber", { rule: "mobile" });
const freeContact = field("contactId", "contactText", "other");
const accKey = secret("accKey", "accKey", "accKey");
const sender = field("sender", "sender", "sender");
const dltEntity = optional("entityId", "dltEntity", { kind: "numeric", hint: hints.dltEntity });
const dltTemplate = optional("templateId", "dltTemplate", { kind: "numeric", hint: hints.dltTemplate });
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
/** For vendors that take calls from addresses that they know only: ours change. */
const proxy = optional("proxy", "proxy", { rule: "proxy", hint: hints.proxy });
const karixRcmEnd = [optional("wabaId", "wabaId"), optional("webhookId", "webhookId"), proxy];
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
/** For vendors whose server has no address that is known. */
const ownServer = optional("baseUrl", "baseUrl", { rule: "server", hint: hints.baseUrl });
const mcmi = secret("authKey", "authKey", "authKey");

const contact = "contactId";

export const vendorForms = {
  simulator: [
    {
      types: Object.values(t),
      fields: [optional("contactId", "simulated", { hint: hints.simulated })],
      contact,
    },
  ],
  whatsAppCloud: [
    {
      types: [t.whatsApp],
      fields: [
        field("contactId", "wabaNumber", "wabaNumber", {
          rule: "international",
          hint: hints.international,
        }),
        field("phoneNumberId", "phoneNumberId", "phoneNumberId", {
          kind: "numeric",
          hint: hints.phoneNumberId,
        }),
        field("wabaId", "wabaId", "wabaId", { kind: "numeric" }),
        optional("appId", "appId", { kind: "numeric", hint: hints.appId }),
        secret("accessToken", "accessToken", "accessToken"),
        secret("appSecret", "appSecret", "appSecret", { hint: hints.appSecret }),
      ],
      contact,
    },
  ],
  telegramBot: [
    {
      types: [t.telegram],
      fields: [
        field("contactId", "botName", "other", { hint: hints.botName }),
        secret("token", "botToken", "botToken", { rule: "botToken", hint: hints.botToken }),
      ],
      contact,
    },
  ],
  messenger: [
    {
      types: [t.facebook],
      fields: [
        field("contactId", "pageId", "pageId", { kind: "numeric", hint: hints.pageId }),
        secret("accessToken", "accessToken", "accessToken", { hint: hints.pageToken }),
        secret("appSecret", "appSecret", "appSecret", { hint: hints.appSecret }),
      ],
      contact,
    },
  ],
  instagram: [
    {
      types: [t.instagram],
      fields: [
        field("contactId", "instagramId", "instagramId", { kind: "numeric", hint: hints.instagramId }),
        secret("accessToken", "accessToken", "accessToken"),
        secret("appSecret", "appSecret", "appSecret", { hint: hints.appSecret }),
      ],
      contact,
    },
  ],
  googleRbm: [
    {
      types: [t.rcs],
      fields: [
        field("contactId", "agentId", "agentId", { hint: hints.rbmAgent }),
        secret("serviceAccount", "serviceAccount", "serviceAccount", { hint: hints.serviceAccount }),
        // Google shows it where the webhook's address is entered, which is known once the channel is there.
        secret("clientToken", "clientToken", "other", { required: false, hint: hints.clientToken }),
      ],
      contact,
    },
  ],
  web: [
    {
      types: [t.web],
      fields: [
        optional("title", "widgetTitle", { hint: hints.widgetTitle }),
        optional("welcome", "welcome", { kind: "lines", hint: hints.welcome }),
        optional("colour", "colour", { kind: "colour", hint: hints.colour }),
        optional("position", "position", {
          kind: "choice",
          choices: [
            { value: "right", label: texts.choices.right },
            { value: "left", label: texts.choices.left },
          ],
        }),
        optional("language", "language", {
          kind: "choice",
          choices: [
            { value: "en", label: texts.choices.en },
            { value: "hi", label: texts.choices.hi },
          ],
        }),
        asked("formName", "formName"),
        asked("formMail", "formMail"),
        asked("formPhone", "formPhone"),
        optional("hours", "hours", { kind: "lines", rule: "hours", hint: hints.hours }),
        optional("hoursZone", "hoursZone", { rule: "timezone", hint: hints.hoursZone }),
        optional("hoursText", "hoursText", { kind: "lines", hint: hints.hoursText }),
        optional("origins", "origins", { kind: "lines", rule: "origins", hint: hints.origins }),
      ],
    },
  ],
  karix: [
    { types: [t.whatsApp], fields: [...karix, waba], contact },
    { types: [t.sms], fields: [...karix, phone], contact },
  ],
  karixRcm: [
    { types: [t.whatsApp], fields: [...karixRcm, waba, ...karixRcmEnd], contact },
    { types: [t.rcs], fields: [...karixRcm, phone, ...karixRcmEnd], contact },
    { types: [t.sms], fields: [accKey, sender, dltEntity, dltTemplate, proxy], contact: "sender" },
  ],
  sap365: [
    {
      types: [t.telegram],
      fields: [field("accountName", "accountName", "accountName"), accKey, freeContact],
      contact,
    },
  ],
  kaleyra: [
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
  sinch: [
    { types: [t.whatsApp], fields: [...sinch, waba], contact },
    { types: [t.telegram], fields: [...sinch, freeContact], contact },
  ],
  routeMobile: [{ types: [t.whatsApp], fields: [...login, waba], contact }],
  mcmi: [
    { types: [t.whatsApp], fields: [mcmi, waba, ownServer], contact },
    { types: [t.ivrs], fields: [mcmi, phone, ownServer], contact },
    { types: [t.facebook, t.instagram, t.web], fields: [mcmi, freeContact, ownServer], contact },
    // Google closed Business Messages in July 2024.
    { types: [t.googleBusiness], fields: [mcmi, freeContact, ownServer], contact, closed: true },
  ],
  airtel: [
    {
      types: [t.whatsApp],
      fields: [
        ...login,
        field("customerId", "customerId", "customerId"),
        waba,
        field("businessId", "businessId", "businessId"),
        proxy,
      ],
      contact,
    },
    {
      types: [t.rcs],
      fields: [
        field("customerId", "customerId", "customerId"),
        field("agentId", "agentId", "agentId"),
        field("subAccountId", "subAccountId", "subAccountId"),
        // Airtel gives out the whole word that opens its gateway, beside what the specification asks for.
        secret("accKey", "accKey", "accKey", { required: false, hint: hints.airtelKey }),
        proxy,
      ],
      contact: "agentId",
    },
  ],
  mailchimp: [
    {
      types: [t.email],
      fields: [
        field("fromEmail", "fromEmail", "fromEmail", { kind: "email" }),
        secret("authKey", "authKey", "authKey"),
        field("subAccount", "subAccount", "subAccount"),
        field("fromName", "fromName", "fromName"),
        // Mailchimp shows it once the webhook's address is entered, which is known once the channel is there.
        secret("webhookKey", "webhookKey", "other", { required: false, hint: hints.webhookKey }),
      ],
      contact: "fromEmail",
    },
  ],
  vi: [
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
  ngn: [
    {
      types: [t.sms],
      fields: [accKey, sender, ownServer, dltEntity, dltTemplate],
      contact: "sender",
    },
  ],
  ttbs: [
    {
      types: [t.sms],
      fields: [
        field("user", "user", "user"),
        secret("pswd", "password", "password"),
        sender,
        field("PE_ID", "peId", "peId"),
        dltTemplate,
      ],
      contact: "sender",
    },
  ],
} as const satisfies Record<string, readonly VendorForm[]>;

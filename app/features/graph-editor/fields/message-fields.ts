import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import { allChannelTypes, channelTypeName, EVERY_CHANNEL } from "#workers/contract/channel-types.ts";
import { mediaKinds } from "#workers/contract/message-body.ts";
import type { FieldDef, Kind } from "./field-def.ts";
import { choicesOf, freshId, retry, save, timeout } from "./shared-fields.ts";

const text: FieldDef = { as: "text", at: "text", label: texts.text, names: true };

const contents: readonly Kind[] = [
  { value: "text", label: texts.kinds.text, fresh: { text: "" }, fields: [text] },
  ...mediaKinds.map((kind) => ({
    value: kind,
    label: texts.kinds[kind],
    fresh: {},
    fields: [
      { as: "file", at: "fileId", label: texts.file, mark: kind },
      { as: "line", at: "url", label: texts.url, hint: texts.urlHint, names: true, optional: true },
      { as: "text", at: "caption", label: texts.caption, names: true, optional: true },
    ] satisfies FieldDef[],
  })),
  {
    value: "location",
    label: texts.kinds.location,
    fresh: {},
    fields: [
      { as: "number", at: "latitude", label: texts.latitude },
      { as: "number", at: "longitude", label: texts.longitude },
      { as: "line", at: "name", label: texts.placeName, names: true, optional: true },
      { as: "line", at: "address", label: texts.address, names: true, optional: true },
    ],
  },
  {
    value: "richCard",
    label: texts.kinds.richCard,
    fresh: { cardId: "" },
    fields: [{ as: "reference", of: "cards", at: "cardId", label: texts.card }],
  },
];

const channel = (of: "mailChannels" | "smsChannels"): FieldDef => ({
  as: "reference",
  of,
  at: "channelId",
  label: texts.fromChannel,
  optional: true,
  hint: texts.fromChannelHint,
});

const limit = (at: string, label: string): FieldDef => ({ as: "number", at, label, optional: true });
const answers: readonly Kind[] = [
  {
    value: "text",
    label: texts.answers.text,
    fresh: {},
    fields: [
      limit("longest", texts.longest),
      { as: "line", at: "pattern", label: texts.pattern, hint: texts.patternHint, optional: true },
    ],
  },
  {
    value: "number",
    label: texts.answers.number,
    fresh: {},
    fields: [limit("least", texts.least), limit("most", texts.most)],
  },
  { value: "email", label: texts.answers.email, fresh: {}, fields: [] },
  { value: "phone", label: texts.answers.phone, fresh: {}, fields: [] },
  {
    value: "date",
    label: texts.answers.date,
    fresh: {},
    fields: [
      { as: "day", at: "earliest", label: texts.earliest },
      { as: "day", at: "latest", label: texts.latest },
    ],
  },
  {
    value: "choice",
    label: texts.answers.choice,
    fresh: { options: [] },
    fields: [{ as: "lines", at: "options", label: texts.options, hint: texts.optionsHint, most: 30 }],
  },
  {
    value: "file",
    label: texts.answers.file,
    fresh: { types: [...mediaKinds] },
    fields: [
      {
        as: "checks",
        at: "types",
        label: texts.fileTypes,
        choices: mediaKinds.map((kind) => ({ value: kind, label: texts.kinds[kind] })),
      },
    ],
  },
  { value: "location", label: texts.answers.location, fresh: {}, fields: [] },
];

/** Forms of the nodes that write to a customer. */
export const messageFields = {
  sendMessage: [
    {
      as: "list",
      at: "variants",
      label: texts.variants,
      item: texts.variant,
      add: texts.addVariant,
      most: 12,
      fresh: (items) => ({
        channel: items.length === 0 ? EVERY_CHANNEL : allChannelTypes[0],
        content: { kind: "text", text: "" },
      }),
      fields: [
        {
          as: "choice",
          at: "channel",
          label: texts.channel,
          choices: [
            { value: EVERY_CHANNEL, label: texts.everyChannel },
            ...allChannelTypes.map((type) => ({ value: type, label: channelTypeName(type) })),
          ],
        },
        { as: "kinds", at: "content", by: "kind", label: texts.content, kinds: contents },
      ],
    },
  ],
  sendTemplate: [
    { as: "reference", of: "templates", at: "templateId", label: texts.template },
    { as: "mapping", at: "mapping", label: texts.templateValues, declared: false },
    retry,
  ],
  sendMail: [
    channel("mailChannels"),
    { as: "line", at: "to", label: texts.to, hint: texts.toHint, names: true },
    { as: "line", at: "subject", label: texts.subject, names: true },
    text,
    retry,
  ],
  sendSms: [
    channel("smsChannels"),
    { as: "line", at: "to", label: texts.to, hint: texts.toNumberHint, names: true },
    text,
    retry,
  ],
  ask: [
    { as: "text", at: "text", label: texts.question, names: true },
    { as: "kinds", at: "answer", by: "kind", label: texts.answer, kinds: answers },
    save,
    { as: "text", at: "again", label: texts.again, hint: texts.againHint, names: true, optional: true },
    { as: "number", at: "retries", label: texts.retries },
    timeout,
    {
      as: "optional",
      at: "reminder",
      label: texts.reminder,
      fresh: { after: { amount: 1, unit: "hours" }, text: "" },
      fields: [{ as: "duration", at: "after", label: texts.reminderAfter }, text],
    },
  ],
  buttons: [
    text,
    {
      as: "list",
      at: "options",
      label: texts.buttons,
      item: texts.button,
      add: texts.addButton,
      most: 30,
      fresh: (items) => ({ id: freshId(items), label: "" }),
      fields: [{ as: "line", at: "label", label: texts.buttonLabel }],
    },
    save,
    timeout,
  ],
  form: [
    { as: "reference", of: "forms", at: "formId", label: texts.form },
    { as: "choice", at: "as", label: texts.formAs, choices: choicesOf(texts.formAsChoices) },
    text,
    { as: "line", at: "button", label: texts.buttonText, hint: texts.formButtonHint },
    {
      as: "line",
      at: "language",
      label: texts.formLanguage,
      hint: texts.formLanguageHint,
      names: true,
      optional: true,
    },
    { as: "number", at: "retries", label: texts.formRetries },
    timeout,
  ],
  whatsappFlow: [
    { as: "reference", of: "flows", at: "flowId", label: texts.flow },
    text,
    { as: "line", at: "button", label: texts.buttonText },
    { as: "flowScreen", flowAt: "flowId", at: "screen", label: texts.screen },
    { as: "mapping", at: "mapping", label: texts.prefilled, declared: false },
    timeout,
  ],
} as const satisfies Partial<Record<NodeTypeName, readonly FieldDef[]>>;

export const purposes = choicesOf(texts.purposes);

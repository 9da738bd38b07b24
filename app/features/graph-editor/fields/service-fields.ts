import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { FieldDef, Kind } from "./field-def.ts";
import { FIXED, freshId, retry, save, timeout } from "./shared-fields.ts";

const pairs = (at: string, name: string, most: number): FieldDef => ({
  as: "list",
  at,
  label: name,
  item: texts.pair,
  add: texts.addPair,
  most,
  fresh: () => ({ name: "", value: "" }),
  fields: [
    { as: "line", at: "name", label: texts.pairName },
    { as: "line", at: "value", label: texts.value, names: true },
  ],
});
const config: FieldDef = { as: "reference", of: "integrations", at: "configId", label: texts.config };

const called = (value: 1 | 2): Kind => ({
  value,
  label: texts.requestKinds[value],
  fresh: { configId: "", method: "GET", path: "" },
  fields: [
    config,
    {
      as: "choice",
      at: "method",
      label: texts.method,
      usual: "GET",
      choices: ["GET", "POST", "PUT", "PATCH", "DELETE"].map((each) => ({ value: each, label: each })),
    },
    { as: "line", at: "path", label: texts.path, hint: texts.pathHint, names: true },
    pairs("query", texts.query, 50),
    pairs("headers", texts.headers, 20),
    { as: "text", at: "body", label: texts.body, hint: texts.bodyHint, names: true, optional: true },
  ],
});
const requests: readonly Kind[] = [
  called(2),
  called(1),
  {
    value: 4,
    label: texts.requestKinds[4],
    fresh: { configId: "", statement: "" },
    fields: [
      config,
      { as: "text", at: "statement", label: texts.statement },
      {
        as: "list",
        at: "values",
        label: texts.statementValues,
        item: texts.statementValue,
        add: texts.addValue,
        most: 50,
        fresh: () => FIXED,
        fields: [{ as: "value", at: "", label: texts.value }],
      },
    ],
  },
  {
    value: 5,
    label: texts.requestKinds[5],
    fresh: { configId: "", prompt: "" },
    fields: [config, { as: "text", at: "prompt", label: texts.prompt, names: true }],
  },
];

/** Forms of the nodes that ask somebody else. */
export const serviceFields = {
  bot: [
    { as: "reference", of: "bots", at: "botId", label: texts.bot, optional: true, hint: texts.botHint },
    {
      as: "list",
      at: "intents",
      label: texts.intents,
      item: texts.intent,
      add: texts.addIntent,
      most: 20,
      fresh: (items) => ({ id: freshId(items), label: "" }),
      fields: [
        { as: "reference", of: "intents", at: "id", label: texts.intentId },
        { as: "line", at: "label", label: texts.intentLabel },
      ],
    },
    { ...timeout, as: "duration", usual: { amount: 30, unit: "minutes" } },
  ],
  knowledge: [
    { as: "reference", of: "bots", at: "botId", label: texts.bot },
    { as: "text", at: "question", label: texts.question, names: true, placeholder: "{last.text}" },
    { as: "switch", at: "say", label: texts.say, usual: true },
    save,
    retry,
  ],
  http: [
    { as: "kinds", at: "request", by: "authType", label: texts.request, kinds: requests },
    { as: "mapping", at: "answers", label: texts.keeps, declared: true },
    { as: "number", at: "timeoutSeconds", label: texts.timeoutSeconds, optional: true },
    retry,
  ],
  handOver: [
    { as: "reference", of: "departments", at: "departmentId", label: texts.department, optional: true },
    { as: "text", at: "note", label: texts.note, names: true, optional: true },
    { as: "switch", at: "wait", label: texts.waitClosed, usual: false },
    timeout,
  ],
  payment: [
    { as: "value", at: "amount", label: texts.amountDue },
    { as: "line", at: "currency", label: texts.currency },
    { as: "line", at: "description", label: texts.description, names: true },
    { as: "text", at: "text", label: texts.message, names: true, placeholder: "{payment.url}" },
    { as: "duration", at: "expires", label: texts.expires, usual: { amount: 24, unit: "hours" } },
    { as: "variable", at: "save", label: texts.keepReference, optional: true },
    retry,
  ],
} as const satisfies Partial<Record<NodeTypeName, readonly FieldDef[]>>;

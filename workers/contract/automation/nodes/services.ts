import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import {
  error,
  next,
  nodeType,
  port,
  savingUses,
  settingUses,
  textUse,
  twice,
  valueUses,
} from "../node-type.ts";
import {
  duration,
  filled,
  label,
  partId,
  refId,
  retry,
  saveTo,
  template,
  timeout,
  valueSource,
  variableName,
} from "../parts.ts";

const { fields, describe, labels } = texts;

export const bot = nodeType({
  group: "services",
  label: labels.bot,
  schema: z.strictObject({
    /** The channel's own where none is named. */
    botId: refId.optional(),
    intents: z
      .array(z.strictObject({ id: partId, label }), fields.list)
      .max(20, fields.many(20))
      .default([]),
    timeout: duration.default({ amount: 30, unit: "minutes" }),
  }),
  ports: ({ intents }) => [
    ...intents.map((each) => port(`intent:${each.id}`, each.label)),
    port("handedOver"),
    port("gaveUp"),
    error,
  ],
  describe: ({ botId }) => describe.bot(botId),
  waits: () => true,
  remarks: ({ intents }) => twice("intents", intents),
});

export const knowledge = nodeType({
  group: "services",
  label: labels.knowledge,
  schema: z.strictObject({
    question: filled.default("{last.text}"),
    botId: refId,
    /** Says the answer to the customer as well. */
    say: z.boolean().default(true),
    save: saveTo.optional(),
    retry,
  }),
  ports: () => [port("answered"), port("notFound"), error],
  uses: ({ question, save }) => [...textUse("question", question), ...savingUses(save)],
  describe: ({ question }) => describe.knowledge(question),
});

export const handOver = nodeType({
  group: "services",
  label: labels.handOver,
  schema: z.strictObject({
    departmentId: refId.optional(),
    /** In older graphs and files; people have none, so it does nothing and is not asked for. */
    skill: z.string().max(100, fields.long(100)).optional(),
    note: template.optional(),
    /** Goes on only when the chat was closed. */
    wait: z.boolean().default(false),
    timeout,
  }),
  ports: () => [next, port("outsideHours"), port("notPicked"), error],
  uses: ({ note }) => textUse("note", note),
  describe: ({ departmentId }) => describe.handOver(departmentId),
  waits: ({ wait }) => wait,
});

export const payment = nodeType({
  group: "services",
  label: labels.payment,
  schema: z.strictObject({
    /** In the currency's own unit, such as rupees. */
    amount: valueSource,
    currency: z.string(fields.currency).regex(/^[A-Z]{3}$/, fields.currency),
    description: filled,
    /** The message with the link, which is the name {payment.url}. */
    text: filled.default("{payment.url}"),
    expires: duration.default({ amount: 24, unit: "hours" }),
    save: variableName.optional(),
    retry,
  }),
  ports: () => [port("paid"), port("expired"), port("cancelled"), error],
  uses: ({ amount, description, text, save }) => [
    ...valueUses("amount", amount, "number"),
    ...textUse("description", description),
    ...textUse("text", text),
    ...(save === undefined ? [] : settingUses("save", [{ variable: save }])),
  ],
  describe: ({ currency, description }) => describe.payment(currency, description),
  waits: () => true,
});

import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { error, failure, mappingUses, nodeType, port, textUse, tooLong } from "../node-type.ts";
import { filled, label, mapping, refId, template, timeout } from "../parts.ts";

const { fields, describe, labels } = texts;

export const form = nodeType({
  group: "questions",
  label: labels.form,
  schema: z.strictObject({
    formId: refId,
    /** A link to the form's page, or its questions one by one in the chat. */
    as: z.enum(["link", "chat"], fields.choose).default("link"),
    text: filled,
    button: label.default(labels.form),
    /** In which the questions are asked in a chat, where the form has it. */
    language: template.optional(),
    retries: z.int(fields.retries).min(0, fields.retries).max(10, fields.retries).default(2),
    timeout,
  }),
  ports: () => [port("submitted"), port("noAnswer"), error],
  uses: ({ formId, text, language }) => [
    ...textUse("text", text),
    ...textUse("language", language),
    { kind: "form", field: "formId", id: formId },
  ],
  describe: ({ formId }) => describe.form(formId),
  waits: () => true,
  remarks: ({ timeout: until }) => tooLong("timeout", until),
});

export const whatsappFlow = nodeType({
  group: "questions",
  label: labels.whatsappFlow,
  schema: z.strictObject({
    flowId: refId,
    text: filled,
    button: label,
    screen: z.string().max(100, fields.long(100)).optional(),
    mapping: mapping.default([]),
    timeout,
  }),
  ports: () => [port("completed"), port("noAnswer"), failure("notSupported"), error],
  uses: ({ flowId, text, mapping: given }) => [
    ...textUse("text", text),
    ...mappingUses("mapping", given),
    { kind: "waFlow", field: "flowId", id: flowId },
  ],
  describe: ({ flowId }) => describe.whatsappFlow(flowId),
  waits: () => true,
  remarks: ({ timeout: until }) => tooLong("timeout", until),
});

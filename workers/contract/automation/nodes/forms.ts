import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { error, failure, mappingUses, nodeType, port, textUse, tooLong } from "../node-type.ts";
import { filled, label, mapping, refId, timeout } from "../parts.ts";

const { fields, describe, labels } = texts;

export const form = nodeType({
  group: "questions",
  label: labels.form,
  schema: z.strictObject({ formId: refId, text: filled, button: label, timeout }),
  ports: () => [port("submitted"), port("noAnswer"), error],
  uses: ({ text }) => textUse("text", text),
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
  uses: ({ text, mapping: given }) => [...textUse("text", text), ...mappingUses("mapping", given)],
  describe: ({ flowId }) => describe.whatsappFlow(flowId),
  waits: () => true,
  remarks: ({ timeout: until }) => tooLong("timeout", until),
});

import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { purposes } from "#workers/contract/inbound.ts";
import { error, mappingUses, next, nodeType, settingUses, type Use, valueUses } from "../node-type.ts";
import { mapping, refId, valueSource } from "../parts.ts";

const { fields, describe, labels } = texts;

export const setVariables = nodeType({
  group: "values",
  label: labels.setVariables,
  schema: z.strictObject({ set: mapping.min(1, fields.list) }),
  ports: () => [next, error],
  uses: ({ set }) => [...mappingUses("set", set), ...settingUses("set", set)],
  describe: ({ set }) => describe.setVariables(set.map(({ variable }) => variable)),
});

const change = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("field"), field: refId, value: valueSource }),
    z.strictObject({ kind: z.enum(["addLabel", "removeLabel"]), labelId: refId }),
    z.strictObject({ kind: z.enum(["addGroup", "removeGroup"]), groupId: refId }),
    z.strictObject({ kind: z.enum(["optIn", "optOut"]), purpose: z.enum(purposes, fields.choose) }),
  ],
  fields.choose,
);

export const updateCustomer = nodeType({
  group: "values",
  label: labels.updateCustomer,
  schema: z.strictObject({
    changes: z.array(change, fields.list).min(1, fields.list).max(20, fields.many(20)),
  }),
  ports: () => [next, error],
  uses: ({ changes }) =>
    changes.flatMap((each, at): Use[] =>
      each.kind === "field"
        ? [
            { kind: "contactField", field: `changes.${at}.field`, name: each.field },
            ...valueUses(`changes.${at}.value`, each.value),
          ]
        : [],
    ),
  describe: ({ changes }) => describe.updateCustomer(changes.length),
});

import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { condition as rows } from "#workers/contract/expression.ts";
import {
  error,
  failure,
  mappingUses,
  next,
  nodeType,
  port,
  settingUses,
  twice,
  type Use,
  valueUses,
} from "../node-type.ts";
import { label, mapping, partId, refId, template, timeout, valueSource, variableName } from "../parts.ts";

const { fields, describe, labels } = texts;

const when = z.union(
  [z.strictObject({ condition: rows }), z.strictObject({ expression: template })],
  fields.choose,
);
export type When = z.infer<typeof when>;

const whenUse = (field: string, given: When): Use =>
  "condition" in given
    ? { kind: "condition", field: `${field}.condition`, condition: given.condition }
    : { kind: "expression", field: `${field}.expression`, source: given.expression, gives: "boolean" };

export const condition = nodeType({
  group: "paths",
  label: labels.condition,
  schema: z.strictObject({
    rows: z
      .array(z.strictObject({ id: partId, label: label.optional(), when }), fields.list)
      .min(1, fields.list)
      .max(20, fields.many(20)),
  }),
  ports: ({ rows: given }) => [
    ...given.map((row, at) => port(`row:${row.id}`, row.label ?? texts.row(at + 1))),
    port("else"),
    error,
  ],
  uses: ({ rows: given }) => given.map((row, at) => whenUse(`rows.${at}.when`, row.when)),
  describe: ({ rows: given }) => describe.condition(given.length),
  remarks: ({ rows: given }) => twice("rows", given),
});

export const split = nodeType({
  group: "paths",
  label: labels.split,
  schema: z.strictObject({
    variants: z
      .array(
        z.strictObject({
          id: partId,
          label,
          share: z.int(fields.share).min(1, fields.share).max(1_000, fields.share),
        }),
        fields.list,
      )
      .min(2, fields.variants)
      .max(5, fields.variants),
    /** Customers of two nodes with the same salt are split alike; without one each node splits anew. */
    salt: z.string().max(100, fields.long(100)).optional(),
  }),
  ports: ({ variants }) => variants.map((each) => port(`variant:${each.id}`, each.label)),
  describe: ({ variants }) => describe.split(variants.map((each) => `${each.label} ${each.share}`)),
  remarks: ({ variants }) => twice("variants", variants),
});

export const goTo = nodeType({
  group: "paths",
  label: labels.goTo,
  schema: z.strictObject({ node: refId }),
  ports: () => [],
  uses: ({ node }) => [{ kind: "node", field: "node", id: node }],
  describe: ({ node }) => describe.goTo(node),
});

export const end = nodeType({
  group: "paths",
  label: labels.end,
  schema: z.strictObject({ outcome: z.string().max(100, fields.long(100)).default("") }),
  ports: () => [],
  describe: ({ outcome }) => describe.end(outcome),
});

export const milestone = nodeType({
  group: "paths",
  label: labels.milestone,
  schema: z.strictObject({ milestoneId: refId, value: valueSource.optional() }),
  ports: () => [next, error],
  uses: ({ value }) => valueUses("value", value, "number"),
  describe: ({ milestoneId }) => describe.milestone(milestoneId),
});

export const runJourney = nodeType({
  group: "paths",
  label: labels.runJourney,
  schema: z.strictObject({
    journeyId: refId,
    /** Variables that the other journey begins with. */
    mapping: mapping.default([]),
    wait: z.boolean().default(true),
    timeout,
    /** Takes the variables that the other journey ended with, as a map. */
    save: variableName.optional(),
  }),
  ports: ({ wait }) =>
    wait ? [port("completed"), failure("failed"), failure("timeout"), error] : [next, error],
  uses: ({ journeyId, mapping: given, save }) => [
    { kind: "journey", field: "journeyId", id: journeyId },
    ...mappingUses("mapping", given),
    ...(save === undefined ? [] : settingUses("save", [{ variable: save }])),
  ],
  describe: ({ journeyId }) => describe.runJourney(journeyId),
});

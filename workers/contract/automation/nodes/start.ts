import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { condition as rows } from "#workers/contract/expression.ts";
import { next, nodeType } from "../node-type.ts";

const { fields, describe, labels } = texts;

export const triggerKinds = [
  "keyword",
  "intent",
  "message",
  "event",
  "broadcast",
  "membership",
  "field",
  "schedule",
  "webhook",
  "form",
  "chatClosed",
  "imported",
  "journey",
  "manual",
  "link",
] as const;

export const start = nodeType({
  group: "start",
  label: labels.start,
  schema: z.strictObject({
    /** How each kind is set is the triggers' own. */
    triggers: z
      .array(z.looseObject({ kind: z.enum(triggerKinds, fields.choose) }))
      .max(20, fields.many(20))
      .default([]),
    /** Only customers of whom it holds come in. */
    filter: rows.optional(),
    /** Whether somebody may come in again. */
    reentry: z.enum(["never", "afterEnd", "always"], fields.choose).default("afterEnd"),
  }),
  ports: () => [next],
  uses: ({ filter }) => (filter ? [{ kind: "condition", field: "filter", condition: filter }] : []),
  describe: ({ triggers }) => describe.start(triggers.length),
});

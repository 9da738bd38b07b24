import { z } from "zod";
import { automationNodesTexts as texts } from "#texts/automation-nodes.ts";
import { condition as rows } from "#workers/contract/expression.ts";
import { next, nodeType } from "../node-type.ts";
import { runLimits } from "../limits.ts";
import { MOST_TRIGGERS, trigger, triggerInWords } from "../triggers.ts";

const { fields, describe, labels } = texts;

export const start = nodeType({
  group: "start",
  label: labels.start,
  schema: z.strictObject({
    triggers: z.array(trigger).max(MOST_TRIGGERS, fields.many(MOST_TRIGGERS)).default([]),
    /** Only customers of whom it holds come in. */
    filter: rows.optional(),
    /** Whether somebody may come in again. */
    reentry: z.enum(["never", "afterEnd", "always"], fields.choose).default("afterEnd"),
    /** Whether people who refuse messages, or are blocked, leave it. */
    optOut: z.enum(["leave", "goOn"], fields.choose).default("leave"),
    /** How long somebody may be in it. */
    days: z
      .int(fields.days)
      .min(1, fields.days)
      .max(runLimits.days, fields.days)
      .default(runLimits.usualDays),
  }),
  ports: () => [next],
  uses: ({ filter, triggers }) => [
    ...(filter ? [{ kind: "condition" as const, field: "filter", condition: filter }] : []),
    ...triggers.flatMap((each, at) =>
      each.kind === "field"
        ? [{ kind: "contactField" as const, field: `triggers.${at}.field`, name: each.field }]
        : [],
    ),
  ],
  describe: ({ triggers: [first, ...more] }) =>
    describe.start(first ? triggerInWords(first) : "", more.length),
});

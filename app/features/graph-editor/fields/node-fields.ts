import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import type { FieldDef } from "./field-def.ts";
import { messageFields } from "./message-fields.ts";
import { pathFields } from "./path-fields.ts";
import { serviceFields } from "./service-fields.ts";
import { triggerFields } from "./trigger-fields.ts";

/** The fields of each type of node, in the order of its form. */
export const fieldsOfNodes: Record<NodeTypeName, readonly FieldDef[]> = {
  start: [
    triggerFields,
    {
      as: "choice",
      at: "reentry",
      label: texts.reentry,
      usual: "afterEnd",
      choices: [
        { value: "never", label: texts.reentries.never },
        { value: "afterEnd", label: texts.reentries.afterEnd },
        { value: "always", label: texts.reentries.always },
      ],
    },
    { as: "condition", at: "filter", label: texts.filter, optional: true },
    {
      as: "choice",
      at: "optOut",
      label: texts.optOut,
      usual: "leave",
      choices: [
        { value: "leave", label: texts.optOuts.leave },
        { value: "goOn", label: texts.optOuts.goOn },
      ],
    },
    { as: "number", at: "days", label: texts.stayDays, hint: texts.stayDaysHint, optional: true },
  ],
  ...messageFields,
  ...pathFields,
  ...serviceFields,
};

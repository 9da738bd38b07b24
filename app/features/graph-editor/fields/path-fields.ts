import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import type { FieldDef, Kind } from "./field-def.ts";
import { purposes } from "./message-fields.ts";
import { choicesOf, FIXED, freshId, timeout } from "./shared-fields.ts";

const label: FieldDef = { as: "line", at: "label", label: texts.conditionLabel };

const tagged = (value: string, name: string, of: "labels" | "groups"): Kind => ({
  value,
  label: name,
  fresh: { [of === "labels" ? "labelId" : "groupId"]: "" },
  fields: [
    {
      as: "reference",
      of,
      at: of === "labels" ? "labelId" : "groupId",
      label: of === "labels" ? texts.label : texts.group,
    },
  ],
});
const consent = (value: string, name: string): Kind => ({
  value,
  label: name,
  fresh: { purpose: "marketing" },
  fields: [{ as: "choice", at: "purpose", label: texts.purpose, choices: purposes }],
});
const { changeKinds } = texts;
const changes: readonly Kind[] = [
  {
    value: "field",
    label: changeKinds.field,
    fresh: { field: "", value: FIXED },
    fields: [
      { as: "contactField", at: "field", label: texts.field },
      { as: "value", at: "value", label: texts.value },
    ],
  },
  tagged("addLabel", changeKinds.addLabel, "labels"),
  tagged("removeLabel", changeKinds.removeLabel, "labels"),
  tagged("addGroup", changeKinds.addGroup, "groups"),
  tagged("removeGroup", changeKinds.removeGroup, "groups"),
  consent("optIn", changeKinds.optIn),
  consent("optOut", changeKinds.optOut),
];

const untils: readonly Kind[] = [
  {
    value: "duration",
    label: texts.waitKinds.duration,
    fresh: { length: { amount: 1, unit: "days" } },
    fields: [{ as: "duration", at: "length", label: texts.length }],
  },
  {
    value: "time",
    label: texts.waitKinds.time,
    fresh: { at: FIXED },
    fields: [{ as: "value", at: "at", label: texts.at }],
  },
  {
    value: "date",
    label: texts.waitKinds.date,
    fresh: { at: FIXED },
    fields: [
      { as: "value", at: "at", label: texts.date },
      {
        as: "optional",
        at: "offset",
        label: texts.offset,
        fresh: { amount: -1, unit: "days" },
        fields: [{ as: "duration", at: "", label: texts.offset, hint: texts.offsetHint }],
      },
      { as: "clock", at: "clock", label: texts.clock },
    ],
  },
  {
    value: "open",
    label: texts.waitKinds.open,
    fresh: {},
    // `own` (by the customer's clock) has no field: no customer has a zone of their own.
    fields: [],
  },
];

/** Forms of the nodes that choose a way, set something, or wait. */
export const pathFields = {
  condition: [
    {
      as: "list",
      at: "rows",
      label: texts.conditions,
      item: texts.condition,
      add: texts.addCondition,
      most: 20,
      fresh: (items) => ({ id: freshId(items), when: { condition: { match: "all", rows: [] } } }),
      fields: [
        { ...label, as: "line", optional: true },
        { as: "when", at: "when", label: texts.when },
      ],
    },
  ],
  split: [
    {
      as: "list",
      at: "variants",
      label: texts.splits,
      item: texts.split,
      add: texts.addSplit,
      most: 5,
      fresh: (items) => ({ id: freshId(items), label: "", share: 50 }),
      fields: [label, { as: "number", at: "share", label: texts.share }],
    },
    { as: "line", at: "salt", label: texts.salt, hint: texts.saltHint, optional: true },
  ],
  setVariables: [{ as: "mapping", at: "set", label: texts.sets, declared: true }],
  updateCustomer: [
    {
      as: "list",
      at: "changes",
      label: texts.changes,
      item: texts.change,
      add: texts.addChange,
      most: 20,
      fresh: () => ({ kind: "field", field: "", value: FIXED }),
      fields: [{ as: "kinds", at: "", by: "kind", label: texts.changeKind, kinds: changes }],
    },
  ],
  wait: [{ as: "kinds", at: "until", by: "kind", label: texts.waitKind, kinds: untils }],
  waitFor: [
    {
      as: "list",
      at: "events",
      label: texts.events,
      item: texts.event,
      add: texts.addEvent,
      most: 10,
      fresh: (items) => ({ id: freshId(items), kind: "reply" }),
      fields: [
        { as: "choice", at: "kind", label: texts.eventKind, choices: choicesOf(texts.eventKinds) },
        { as: "line", at: "key", label: texts.eventKey, optional: true },
        { as: "node", at: "of", label: texts.eventOf, hint: texts.eventOfHint, optional: true },
      ],
    },
    timeout,
  ],
  milestone: [
    { as: "line", at: "milestoneId", label: texts.milestone, hint: texts.milestoneHint },
    { as: "value", at: "value", label: texts.milestoneValue, optional: true },
  ],
  runJourney: [
    { as: "reference", of: "journeys", at: "journeyId", label: texts.journey },
    { as: "mapping", at: "mapping", label: texts.journeyValues, declared: false },
    { as: "switch", at: "wait", label: texts.journeyWait, usual: true },
    timeout,
    { as: "variable", at: "save", label: texts.journeySave, optional: true },
  ],
  goTo: [{ as: "node", at: "node", label: texts.goTo }],
  end: [{ as: "line", at: "outcome", label: texts.outcome, hint: texts.outcomeHint }],
} as const satisfies Partial<Record<NodeTypeName, readonly FieldDef[]>>;

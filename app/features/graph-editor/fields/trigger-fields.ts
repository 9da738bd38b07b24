import { graphFieldsTexts } from "#texts/graph-fields.ts";
import { triggersTexts } from "#texts/triggers.ts";
import { triggerFieldsTexts as texts } from "#texts/trigger-fields.ts";
import { MOST_TRIGGERS, type Trigger } from "#workers/contract/automation/triggers.ts";
import type { FieldDef, Kind } from "./field-def.ts";
import { choicesOf } from "./shared-fields.ts";

const { kinds } = triggersTexts;
const what = (choices: Readonly<Record<string, string>>, usual: string): FieldDef => ({
  as: "choice",
  at: "what",
  label: texts.what,
  choices: choicesOf(choices),
  usual,
});
const membership = (value: "entersGroup" | "leavesGroup" | "entersLabel" | "leavesLabel"): Kind => {
  const isGroup = value.endsWith("Group");
  return {
    value,
    label: texts.memberships[value],
    fresh: { id: "" },
    fields: [
      {
        as: "reference",
        of: isGroup ? "groups" : "labels",
        at: "id",
        label: isGroup ? graphFieldsTexts.group : graphFieldsTexts.label,
      },
    ],
  };
};
const audience = (value: "group" | "label"): Kind => ({
  value,
  label: texts.audiences[value],
  fresh: { id: "" },
  fields: [
    {
      as: "reference",
      of: value === "group" ? "groups" : "labels",
      at: "id",
      label: value === "group" ? graphFieldsTexts.group : graphFieldsTexts.label,
    },
  ],
});

/** The fields of each kind of trigger, and how a new one begins. */
const forms: Record<Trigger["kind"], Pick<Kind, "fresh" | "fields">> = {
  keyword: {
    fresh: { words: [], mode: "exact" },
    fields: [
      { as: "lines", at: "words", label: texts.words, hint: texts.wordsHint, most: 20 },
      { as: "choice", at: "mode", label: texts.mode, choices: choicesOf(texts.modes), usual: "exact" },
    ],
  },
  link: {
    fresh: { token: "" },
    fields: [{ as: "line", at: "token", label: texts.token, hint: texts.tokenHint }],
  },
  message: { fresh: { what: "first" }, fields: [what(texts.messages, "any")] },
  intent: {
    fresh: { intent: "" },
    fields: [{ as: "line", at: "intent", label: texts.intent, hint: texts.intentHint }],
  },
  event: {
    fresh: { name: "" },
    fields: [{ as: "line", at: "name", label: texts.event, hint: texts.eventHint }],
  },
  webhook: {
    fresh: { by: "phone", at: "phone" },
    fields: [
      { as: "choice", at: "by", label: texts.by, choices: choicesOf(texts.bys), usual: "phone" },
      { as: "line", at: "at", label: texts.at, hint: texts.atHint },
    ],
  },
  broadcast: {
    fresh: { what: "reply" },
    fields: [
      what(texts.broadcasts, "reply"),
      { as: "reference", of: "templates", at: "templateId", label: texts.template, optional: true },
    ],
  },
  membership: {
    fresh: { change: { what: "entersGroup", id: "" } },
    fields: [
      {
        as: "kinds",
        at: "change",
        by: "what",
        label: texts.what,
        kinds: (["entersGroup", "leavesGroup", "entersLabel", "leavesLabel"] as const).map(membership),
      },
    ],
  },
  field: {
    fresh: { field: "" },
    fields: [
      { as: "contactField", at: "field", label: graphFieldsTexts.field },
      { as: "line", at: "to", label: texts.to, hint: texts.toHint, optional: true },
    ],
  },
  schedule: {
    fresh: { every: "week", weekday: "mon", day: 1, clock: "09:00", audience: { of: "group", id: "" } },
    fields: [
      { as: "choice", at: "every", label: texts.every, choices: choicesOf(texts.rhythms) },
      { as: "choice", at: "weekday", label: texts.weekday, choices: choicesOf(texts.weekdays), usual: "mon" },
      { as: "number", at: "day", label: texts.day, hint: texts.dayHint },
      { as: "clock", at: "clock", label: texts.clock },
      {
        as: "kinds",
        at: "audience",
        by: "of",
        label: texts.audience,
        kinds: (["group", "label"] as const).map(audience),
      },
    ],
  },
  chatClosed: { fresh: { what: "closed" }, fields: [what(texts.chats, "closed")] },
  consent: { fresh: { what: "optIn" }, fields: [what(texts.offers, "optIn")] },
  imported: { fresh: {}, fields: [] },
  journey: {
    fresh: { journeyId: "" },
    fields: [{ as: "reference", of: "journeys", at: "journeyId", label: graphFieldsTexts.journey }],
  },
  form: {
    fresh: { formId: "" },
    fields: [{ as: "reference", of: "forms", at: "formId", label: graphFieldsTexts.form }],
  },
  manual: { fresh: {}, fields: [] },
};

export const triggerFields: FieldDef = {
  as: "list",
  at: "triggers",
  label: texts.triggers,
  item: texts.trigger,
  add: texts.add,
  most: MOST_TRIGGERS,
  fresh: () => ({ kind: "keyword", words: [], mode: "exact" }),
  fields: [
    {
      as: "kinds",
      at: "",
      by: "kind",
      label: texts.kind,
      kinds: Object.entries(forms).map(([value, form]) => ({
        value,
        label: kinds[value as keyof typeof kinds],
        ...form,
      })),
    },
  ],
};

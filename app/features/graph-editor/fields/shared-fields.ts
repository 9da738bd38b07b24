import { graphFieldsTexts as texts } from "#texts/graph-fields.ts";
import type { FieldChoice, FieldDef } from "./field-def.ts";

export const timeout: FieldDef = {
  as: "duration",
  at: "timeout",
  label: texts.timeout,
  usual: { amount: 24, unit: "hours" },
};
export const retry: FieldDef = { as: "retry", at: "retry", label: texts.retry };
export const save: FieldDef = { as: "saveTo", at: "save", label: texts.save };

/** A table of labels as choices, in its order. */
export const choicesOf = (labels: Readonly<Record<string, string>>): FieldChoice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The smallest number that is no id of the list yet, so that an id that was removed leads nowhere else. */
export function freshId(items: readonly unknown[]): string {
  const taken = new Set(
    items.map((each) => (typeof each === "object" && each !== null && "id" in each ? each.id : undefined)),
  );
  let number = items.length + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

export const FIXED = { type: "static", value: "" } as const;

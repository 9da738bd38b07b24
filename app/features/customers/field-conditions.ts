import { customersTexts as texts } from "#texts/customers.ts";
import type { FieldFilter } from "#workers/contract/field-filter.ts";

const MOST_VALUES = 50;
const MOST_CONDITIONS = 10;
const LONGEST = 200;

export const isId = (id: string): boolean => id.trim() !== "" && id.length <= 64;

/** Conditions on own fields: `is.ID`, `has.ID` of a field with several values, `min.ID`, `max.ID`. */
export function conditionsIn(address: URLSearchParams): FieldFilter[] {
  const found = new Map<string, FieldFilter>();
  for (const name of new Set(address.keys())) {
    const [, kind, field = ""] = /^(is|has|min|max)\.(.+)$/.exec(name) ?? [];
    if (kind === undefined || !isId(field)) continue;
    if (kind === "min" || kind === "max") {
      const [from, to] = ["min", "max"].map((bound) => numberIn(address.get(`${bound}.${field}`)));
      if (from !== null || to !== null)
        found.set(field, { field, is: "between", from: from ?? null, to: to ?? null });
    } else {
      const values = [...new Set(address.getAll(name))].filter((value) => value.length <= LONGEST);
      if (values.length > 0)
        found.set(field, {
          field,
          is: "oneOf",
          values: values.slice(0, MOST_VALUES),
          several: kind === "has",
        });
    }
  }
  return [...found.values()].slice(0, MOST_CONDITIONS);
}

/** Null for what is no number. */
export function numberIn(text: string | null): number | null {
  const number = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** The values that a condition lets through. */
export const conditionText = (condition: FieldFilter): string =>
  condition.is === "oneOf" ? condition.values.join(", ") : texts.between(condition.from, condition.to);

import { useQueryOf } from "#app/data/query.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { listFields } from "#workers/contract/endpoints/customer-fields.ts";
import type { FieldFilter } from "#workers/contract/field-filter.ts";
import { conditionText } from "./field-conditions.ts";

/** Conditions on own fields in words, such as "City: Pune"; they have only the ids of their fields. */
export function useConditionWords(conditions: readonly FieldFilter[]): (condition: FieldFilter) => string {
  const { answer } = useQueryOf(listFields, {}, { enabled: conditions.length > 0 });
  const names = new Map(answer?.inputFieldDefinitions.map(({ _id: id, fieldLabel }) => [id, fieldLabel]));
  return (condition) => {
    const name = answer ? (names.get(condition.field) ?? texts.fieldGone) : "…";
    return `${name}: ${conditionText(condition)}`;
  };
}

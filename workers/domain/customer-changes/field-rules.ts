import type { FieldRule } from "#workers/contract/customer-values.ts";

interface Field {
  fieldName: string;
  fieldLabel: string;
  rules: object;
}

/** The rules of the enterprise's fields by their names, by which a value that is put into one is looked at. */
export const fieldRules = (fields: readonly Field[]): Record<string, FieldRule> =>
  Object.fromEntries(
    fields.map(({ fieldName, fieldLabel, rules }) => [
      fieldName,
      { ...rules, fieldLabel } as unknown as FieldRule,
    ]),
  );

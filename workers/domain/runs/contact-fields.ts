import type { FieldRule } from "#workers/contract/customer-values.ts";
import { NAME, PHONE } from "../broadcasts/values.ts";
import type { Known } from "../expression/names.ts";
import type { Facts } from "../flow/world.ts";

interface Field {
  fieldName: string;
  fieldLabel: string;
  rules: object;
}

/** Names of a customer that a graph may use: the built-in ones, and the enterprise's own fields. */
export const contactNames = (fields: readonly Pick<Field, "fieldName">[]): Known =>
  new Map([NAME, PHONE, ...fields.map(({ fieldName }) => fieldName)].map((name) => [name, "text"]));

/** The rules of the enterprise's fields, by which a value that a step sets is looked at. */
export const contactRules = (fields: readonly Field[]): Record<string, FieldRule> =>
  Object.fromEntries(
    fields.map(({ fieldName, fieldLabel, rules }) => [
      fieldName,
      { ...rules, fieldLabel } as unknown as FieldRule,
    ]),
  );

/** Where the enterprise has set no clock of its own. */
export const USUAL_PLACE: Pick<Facts, "zone" | "country"> = { zone: "Asia/Kolkata", country: "IN" };

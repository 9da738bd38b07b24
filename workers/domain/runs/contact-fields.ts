import type { NameType } from "#workers/contract/expression.ts";
import { NAME, PHONE } from "../audience/values.ts";
import type { Known } from "../expression/names.ts";
import { idsBeside } from "../expression/values.ts";
import type { Facts } from "../flow/world.ts";

/** Groups and labels of a customer, by their names; their ids lie beside them. */
export interface Marks {
  groups: readonly string[];
  labels: readonly string[];
}
export const NO_MARKS: Marks = { groups: [], labels: [] };

/** Names of a customer that a graph may use: the built-in ones, and the enterprise's own fields, which hide others of their name. */
export const contactNames = (fields: readonly { fieldName: string }[]): Known =>
  new Map<string, NameType>([
    ...Object.keys(NO_MARKS).map((name): [string, NameType] => [name, "list"]),
    ...[NAME, PHONE, ...fields.map(({ fieldName }) => fieldName)].map((name): [string, NameType] => [
      name,
      "text",
    ]),
  ]);

/** SQL of the groups and labels of a customer of the enterprise. */
export const MARKS = (customer: string, enterprise: string): string =>
  `(SELECT json_group_array(json_array(k.kind, k.name, k.id)) FROM customer_marks m CROSS JOIN marks k ON k.id = m.mark_id
    WHERE m.enterprise_id = ${enterprise} AND m.customer = ${customer})`;

export function marksIn(json: string): Marks {
  const all = JSON.parse(json) as ["group" | "label", string, string][];
  const of = (wanted: "group" | "label") => all.filter(([kind]) => kind === wanted);
  const [groups, labels] = [of("group"), of("label")];
  const ids = {
    [idsBeside("groups")]: groups.map(([, , id]) => id),
    [idsBeside("labels")]: labels.map(([, , id]) => id),
  };
  return { groups: groups.map(([, name]) => name), labels: labels.map(([, name]) => name), ...ids };
}

/** The zone and the country of times and numbers that name none. */
export type Place = Pick<Facts, "zone" | "country">;
/** Where an enterprise is whose details don't say. */
export const USUAL_PLACE: Place = { zone: "Asia/Kolkata", country: "IN" };

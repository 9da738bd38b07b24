import type { GraphVariable } from "#workers/contract/automation/graph.ts";
import type { NameType } from "#workers/contract/expression.ts";
import type { Known } from "#workers/domain/expression/names.ts";

/** Names that a graph may use besides its own variables: the customer's fields, and an encap's properties. */
export interface NamesOfGraph {
  fields: Known;
  properties?: Known;
}

/** Names that every graph has. `any` is the JSON of others. */
const ALWAYS: readonly (readonly [string, NameType])[] = [
  ["last.text", "text"],
  ["last.value", "any"],
  ["last.label", "text"],
  ["last.token", "text"],
  ["last.kind", "text"],
  ["last.event", "any"],
  ["last.latitude", "number"],
  ["last.longitude", "number"],
  ["last.file", "any"],
  ["trigger", "any"],
  ["row", "any"],
  ["form", "any"],
  ["http.status", "number"],
  ["http.body", "any"],
  ["payment.url", "text"],
  ["payment.reference", "text"],
  ["payment.amount", "number"],
  ["payment.currency", "text"],
  ["payment.status", "text"],
  ["payment.id", "text"],
  ["error.code", "text"],
  ["error.sentence", "text"],
  ["error.node", "text"],
  ["now", "date"],
];

/** All names of a graph's texts, conditions and expressions, with their types. */
export const knownNames = (
  variables: readonly Pick<GraphVariable, "name" | "type">[],
  { fields, properties }: NamesOfGraph,
): Known =>
  new Map<string, NameType>([
    ...[...fields].map(([name, type]) => [`contact.${name}`, type] as const),
    ...[...(properties ?? [])].map(([name, type]) => [`property.${name}`, type] as const),
    ...variables.map(({ name, type }) => [`vars.${name}`, type] as const),
    ...ALWAYS,
  ]);

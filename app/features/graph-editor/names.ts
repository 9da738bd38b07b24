import { graphFieldsTexts } from "#texts/graph-fields.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { variablesOf } from "#workers/contract/automation/properties.ts";
import { nodeTypeOf } from "#workers/contract/automation/node-types.ts";
import type { AutomationDraft } from "#workers/contract/endpoints/automations.ts";
import type { KnownName } from "./fields/scope.ts";

export const typeLabel = ({ type }: Pick<GraphNode, "type">): string => nodeTypeOf(type)?.label ?? type;

const OTHERS = Object.entries(graphFieldsTexts.others).map(([name, label]) => ({ name, label }));

/** The names that a graph's texts and conditions may use, the customer's own fields first. */
export const namesFor = (
  graph: Pick<Graph, "variables" | "properties">,
  contactFields: AutomationDraft["contactFields"],
): KnownName[] => [
  ...contactFields.map(({ name, label }) => ({ name: `contact.${name}`, label })),
  ...variablesOf(graph).map(({ name }) => ({ name: `vars.${name}`, label: name })),
  ...OTHERS,
];

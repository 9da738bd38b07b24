import { graphEditorTexts } from "#texts/graph-editor.ts";
import { graphFieldsTexts } from "#texts/graph-fields.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { variablesOf } from "#workers/contract/automation/properties.ts";
import { describeNode, nodeTypeOf } from "#workers/contract/automation/node-types.ts";
import type { AutomationDraft, References } from "#workers/contract/endpoints/automations.ts";
import type { KnownName } from "./fields/scope.ts";

const REFERRED: Readonly<Record<string, readonly [key: string, of: keyof References]>> = {
  sendTemplate: ["templateId", "templates"],
  bot: ["botId", "bots"],
  knowledge: ["botId", "bots"],
  handOver: ["departmentId", "departments"],
  runJourney: ["journeyId", "journeys"],
  form: ["formId", "forms"],
  whatsappFlow: ["flowId", "flows"],
};

/** One line about a node: its own name, else what it does, with names in place of ids. */
export function titleOf(node: GraphNode, graph: Graph, references: References | undefined): string {
  if (node.name.trim() !== "") return node.name;
  if (node.type === "start") return graphEditorTexts.startTitle;
  const line = describeNode(node);
  const [key, of] = REFERRED[node.type] ?? [];
  const id = key === undefined ? undefined : node.data[key];
  if (typeof id === "string" && id !== "" && of !== undefined) {
    const name = references?.[of].find((each) => each.id === id)?.name;
    return name === undefined ? line : line.replace(id, name);
  }
  if (node.type === "goTo" && typeof node.data.node === "string") {
    const target = graph.nodes.find((each) => each.id === node.data.node);
    if (target && target.id !== node.id && target.type !== "goTo") {
      return line.replace(target.id, titleOf(target, graph, references));
    }
  }
  return line;
}

export const typeLabel = ({ type }: Pick<GraphNode, "type">): string => nodeTypeOf(type)?.label ?? type;

const OTHERS = Object.entries(graphFieldsTexts.others).map(([name, label]) => ({ name, label }));

/** What texts and conditions of a graph may name, the customer's own fields first. */
export const namesFor = (
  graph: Pick<Graph, "variables" | "properties">,
  contactFields: AutomationDraft["contactFields"],
): KnownName[] => [
  ...contactFields.map(({ name, label }) => ({ name: `contact.${name}`, label })),
  ...variablesOf(graph).map(({ name }) => ({ name: `vars.${name}`, label: name })),
  ...OTHERS,
];

import { graphEditorTexts } from "#texts/graph-editor.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import { describeNode } from "#workers/contract/automation/node-types.ts";
import type { References } from "#workers/contract/endpoints/automations.ts";

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
export function nodeTitle(node: GraphNode, graph: Graph, references: References | undefined): string {
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
      return line.replace(target.id, nodeTitle(target, graph, references));
    }
  }
  return line;
}

import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";

export interface GraphButton {
  key: string;
  label: string;
  node: GraphNode;
  /** The step behind it; undefined where it leads nowhere. */
  to: GraphNode | undefined;
}

/** Every button that the steps of a graph send, in the order of the steps. */
export function buttonsOf(graph: Graph): GraphButton[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return readingOrder(graph).flatMap(({ node, exits }) => {
    const { options } = node.data;
    if (node.type !== "buttons" || !Array.isArray(options)) return [];
    const ids = new Set(options.map((each: { id?: unknown }) => `option:${String(each.id)}`));
    return exits.flatMap(({ port, label, to }) =>
      ids.has(port)
        ? [{ key: `${node.id} ${port}`, label, node, to: to === undefined ? undefined : nodes.get(to) }]
        : [],
    );
  });
}

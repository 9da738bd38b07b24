import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";

/** Nodes of one version that are not in another one: gone, or of another type by now. */
export function goneFrom(graph: Pick<Graph, "nodes">, to: Pick<Graph, "nodes">): GraphNode[] {
  const types = new Map(to.nodes.map(({ id, type }) => [id, type]));
  return graph.nodes.filter(({ id, type }) => types.get(id) !== type);
}

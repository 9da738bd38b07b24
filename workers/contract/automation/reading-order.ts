import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import type { Port } from "#workers/contract/automation/node-type.ts";
import { portsOf } from "#workers/contract/automation/node-types.ts";

export interface ExitRow {
  port: string;
  label: string;
  /** Left by trouble: without a way of its own it is an error of the node. */
  failure?: true;
  /** Where it leads, and the place of that in the list. */
  to?: string;
  number?: number;
}

export interface NodeRow {
  node: GraphNode;
  number: number;
  /** Whether anything leads here from a Start. */
  reached: boolean;
  exits: ExitRow[];
}

/** Nodes as a reader meets them: from Start, each way to its end before the next one; then what nothing leads to. */
export function readingOrder(graph: Graph): NodeRow[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const ways = new Map<string, Map<string, string>>();
  for (const { from, port, to } of graph.edges) {
    const own = ways.get(from) ?? new Map<string, string>();
    if (!own.has(port)) own.set(port, to);
    ways.set(from, own);
  }
  const exitsOf = (node: GraphNode): ExitRow[] => {
    const own = ways.get(node.id);
    const ports = portsOf(node);
    const drawn = new Set(ports.map(({ id }) => id));
    const rest = [...(own?.keys() ?? [])].filter((port) => !drawn.has(port));
    return [...ports, ...rest.map((port) => ({ id: port, label: port }))].map(
      ({ id, label, failure }: Port) => {
        const to = own?.get(id);
        return { port: id, label, ...(failure && { failure }), ...(to !== undefined && { to }) };
      },
    );
  };
  const found = new Map<string, { node: GraphNode; reached: boolean; exits: ExitRow[] }>();
  const walk = (first: string, reached: boolean) => {
    // A stack of its own: ten thousand nodes in a row would be too deep for calls.
    const stack = [first];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const node = nodes.get(id);
      if (!node || found.has(id)) continue;
      const exits = exitsOf(node);
      found.set(id, { node, reached, exits });
      const on = exits.flatMap(({ to }) => (to === undefined ? [] : [to]));
      if (node.type === "goTo" && typeof node.data.node === "string") on.push(node.data.node);
      stack.push(...on.toReversed());
    }
  };
  for (const { id, type } of graph.nodes) if (type === "start") walk(id, true);
  if (graph.errorHandler !== undefined) walk(graph.errorHandler, true);
  for (const { id } of graph.nodes) walk(id, false);

  const numbers = new Map([...found.keys()].map((id, at) => [id, at + 1]));
  return [...found.values()].map(({ node, reached, exits }, at) => ({
    node,
    reached,
    number: at + 1,
    exits: exits.map((exit) => {
      const number = exit.to === undefined ? undefined : numbers.get(exit.to);
      return { ...exit, ...(number !== undefined && { number }) };
    }),
  }));
}

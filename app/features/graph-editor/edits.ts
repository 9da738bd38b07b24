import type { Graph, GraphEdge, GraphNode, GraphVariable } from "#workers/contract/automation/graph.ts";
import { nodeTypeOf, type NodeTypeName, portsOf } from "#workers/contract/automation/node-types.ts";
import type { Pin } from "#workers/contract/automation/pin.ts";
import { newDataOf } from "./new-data.ts";

/** Changes of a graph. Each gives a new graph and leaves the given one alone; one that can't be done gives the same. */

export interface Exit {
  from: string;
  port: string;
}

/** Distance of a new node from the one that it follows, for the canvas. */
const STEP = 140;

export const nodeOf = (graph: Graph, id: string): GraphNode | undefined =>
  graph.nodes.find((node) => node.id === id);

export const targetOf = (graph: Graph, { from, port }: Exit): string | undefined =>
  graph.edges.find((edge) => edge.from === from && edge.port === port)?.to;

const isAt =
  ({ from, port }: Exit) =>
  (edge: GraphEdge): boolean =>
    edge.from === from && edge.port === port;

const mainPort = (node: GraphNode): string | undefined => portsOf(node)[0]?.id;

const withNode = (graph: Graph, id: string, change: (node: GraphNode) => GraphNode): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)),
});

export function connect(graph: Graph, exit: Exit, to: string): Graph {
  if (!nodeOf(graph, exit.from) || !nodeOf(graph, to)) return graph;
  return { ...graph, edges: [...graph.edges.filter((edge) => !isAt(exit)(edge)), { ...exit, to }] };
}

export const disconnect = (graph: Graph, exit: Exit): Graph =>
  graph.edges.some(isAt(exit)) ? { ...graph, edges: graph.edges.filter((edge) => !isAt(exit)(edge)) } : graph;

/** Puts a node between an exit and what came after it. */
function insertAt(graph: Graph, exit: Exit, node: GraphNode): Graph {
  const after = targetOf(graph, exit);
  const main = mainPort(node);
  const led = connect(graph, exit, node.id);
  return after === undefined || after === node.id || main === undefined
    ? led
    : connect(led, { from: node.id, port: main }, after);
}

/** Adds a node at an exit, before what came there until now; without an exit, or where it leads nowhere, alone. */
export function addNode(graph: Graph, id: string, type: NodeTypeName, exit?: Exit): Graph {
  if (nodeOf(graph, id)) return graph;
  const before = exit && nodeOf(graph, exit.from);
  const { x, y } = before?.position ?? { x: 0, y: graph.nodes.length * STEP };
  const node: GraphNode = {
    id,
    type,
    name: "",
    position: before ? { x, y: y + STEP } : { x, y },
    data: newDataOf(type),
  };
  const added = { ...graph, nodes: [...graph.nodes, node] };
  return before && exit ? insertAt(added, exit, node) : added;
}

/** Removes a node. Exits that led to it lead on where all its own went to one node; else they lead nowhere. */
export function removeNode(graph: Graph, id: string): Graph {
  if (!nodeOf(graph, id)) return graph;
  const after = new Set(graph.edges.filter(({ from, to }) => from === id && to !== id).map(({ to }) => to));
  const [only] = after.size === 1 ? after : [];
  const edges = graph.edges.flatMap((edge) => {
    if (edge.from === id) return [];
    if (edge.to !== id) return [edge];
    return only === undefined ? [] : [{ ...edge, to: only }];
  });
  const { errorHandler, ...rest } = graph;
  return {
    ...rest,
    ...(errorHandler !== undefined && errorHandler !== id && { errorHandler }),
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges,
  };
}

/** Moves a node to an exit of another: what led to it leads to what followed it; its other exits stay. */
export function moveNode(graph: Graph, id: string, exit: Exit): Graph {
  const node = nodeOf(graph, id);
  if (!node || exit.from === id || !nodeOf(graph, exit.from) || targetOf(graph, exit) === id) return graph;
  const main = mainPort(node);
  const own = main === undefined ? undefined : { from: id, port: main };
  const after = own && targetOf(graph, own);
  const edges = graph.edges.flatMap((edge) => {
    if (own && isAt(own)(edge)) return [];
    if (edge.to !== id || edge.from === id) return [edge];
    return after === undefined || after === id ? [] : [{ ...edge, to: after }];
  });
  return insertAt({ ...graph, edges }, exit, node);
}

/** Copies a node without its connections, beside it. */
export function duplicateNode(graph: Graph, id: string, copyId: string): Graph {
  const node = nodeOf(graph, id);
  if (!node || nodeOf(graph, copyId)) return graph;
  const copy = structuredClone(node);
  const { x, y } = node.position;
  return { ...graph, nodes: [...graph.nodes, { ...copy, id: copyId, position: { x: x + STEP, y } }] };
}

export const renameNode = (graph: Graph, id: string, name: string): Graph =>
  withNode(graph, id, (node) => ({ ...node, name: name.slice(0, 100) }));

/** Sets a node's data. Exits that whole data no longer have lose their connections; half-typed data take none away. */
export function setData(graph: Graph, id: string, data: GraphNode["data"]): Graph {
  const changed = withNode(graph, id, (node) => ({ ...node, data }));
  const node = nodeOf(changed, id);
  if (!node || nodeTypeOf(node.type)?.schema.safeParse(data).success !== true) return changed;
  const ports = new Set(portsOf(node).map((port) => port.id));
  return { ...changed, edges: changed.edges.filter(({ from, port }) => from !== id || ports.has(port)) };
}

/** Pins the answer that a node gets in tests, or takes it away. */
export const setPin = (graph: Graph, id: string, pin: Pin | undefined): Graph =>
  withNode(graph, id, ({ pin: _, ...node }) => (pin ? { ...node, pin } : node));

export const setVariables = (graph: Graph, variables: GraphVariable[]): Graph => ({ ...graph, variables });

export function setErrorHandler(graph: Graph, id: string | undefined): Graph {
  const { errorHandler: _, ...rest } = graph;
  return id === undefined || !nodeOf(graph, id) ? rest : { ...rest, errorHandler: id };
}

/** Names of nodes that two graphs do not agree about, or whose ways differ; for the choice between two versions. */
export function differingNodes(mine: Graph, theirs: Graph): string[] {
  const shape = (graph: Graph, id: string) => {
    const node = nodeOf(graph, id);
    if (!node) return "";
    const { position: _, ...rest } = node;
    const ways = graph.edges.filter((edge) => edge.from === id).map(({ port, to }) => `${port} ${to}`);
    return JSON.stringify([rest, ways.toSorted()]);
  };
  const ids = new Set([...mine.nodes, ...theirs.nodes].map((node) => node.id));
  return [...ids].filter((id) => shape(mine, id) !== shape(theirs, id));
}

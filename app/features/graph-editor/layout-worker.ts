import { graphlib, layout } from "@dagrejs/dagre";
import type { LayoutTask, Places } from "./layout.ts";

addEventListener("message", ({ data: { nodes, edges } }: MessageEvent<LayoutTask>) => {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 60 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const places: Places = {};
  for (const { id, width, height } of nodes) {
    const { x, y } = graph.node(id);
    places[id] = { x: Math.round(x - width / 2), y: Math.round(y - height / 2) };
  }
  postMessage(places);
});

import type { Graph, GraphNode } from "#workers/contract/automation/graph.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { automationTexts } from "#texts/automation.ts";
import type { NodeRead } from "./check-data.ts";
import { circlesIn, reachedFrom } from "./circles.ts";

const texts = automationTexts.problems;
const MOST_DRAWN = 12;

type ReadNodes = ReadonlyMap<string, NodeRead>;

/** Where each node leads, by its connections or by jumping. */
export function waysOf({ nodes, edges }: Graph, read: ReadNodes): Map<string, string[]> {
  const ways = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) if (ways.has(to)) ways.get(from)?.push(to);
  for (const { id, type } of nodes) {
    if (type !== "goTo") continue;
    for (const use of read.get(id)?.uses ?? []) {
      if (use.kind === "node" && ways.has(use.id)) ways.get(id)?.push(use.id);
    }
  }
  return ways;
}

/** Nodes that nothing leads to, and circles without a wait. */
export function checkWays(
  { nodes, errorHandler }: Graph,
  byId: ReadonlyMap<string, GraphNode>,
  ways: ReadonlyMap<string, string[]>,
  read: ReadNodes,
): GraphProblem[] {
  const starts = nodes.filter(({ type }) => type === "start").map(({ id }) => id);
  const reached = reachedFrom(errorHandler === undefined ? starts : [...starts, errorHandler], ways);
  const lost = [...byId.keys()].filter((id) => !reached.has(id));
  const hasty = [...byId.keys()].filter((id) => !read.get(id)?.waits);
  const quick = new Set(hasty);
  const quickWays = new Map(hasty.map((id) => [id, (ways.get(id) ?? []).filter((to) => quick.has(to))]));
  return [
    ...(starts.length > 0 ? lost : []).map((node): GraphProblem => ({
      code: "unreachable",
      severity: "warning",
      node,
      sentence: texts.unreachable,
    })),
    ...circlesIn(hasty, quickWays).map((circle): GraphProblem => ({
      code: "loop",
      severity: "error",
      nodes: circle,
      sentence: texts.loop(drawn(circle, byId)),
      ...(circle[0] !== undefined && { node: circle[0] }),
    })),
  ];
}

/** The names of a circle from its first node back to it; a long one is shortened in its middle. */
function drawn(circle: readonly string[], byId: ReadonlyMap<string, GraphNode>): string[] {
  const names = [...circle, circle[0] ?? ""].map((id) => byId.get(id)?.name || id);
  return names.length <= MOST_DRAWN ? names : [...names.slice(0, MOST_DRAWN - 2), "…", ...names.slice(-1)];
}

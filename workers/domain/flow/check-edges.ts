import type { Graph } from "#workers/contract/automation/graph.ts";
import type { Port } from "#workers/contract/automation/node-type.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { automationTexts } from "#texts/automation.ts";

const texts = automationTexts.problems;

/** Everything that is wrong with the connections; `ports` has none for a node whose data are not whole. */
export function checkEdges(
  { edges }: Graph,
  ids: ReadonlySet<string>,
  ports: ReadonlyMap<string, Port[]>,
): GraphProblem[] {
  const problems: GraphProblem[] = [];
  const connected = new Set<string>();
  for (const { from, port, to } of edges) {
    const error = { severity: "error" as const, node: from, port };
    if (!ids.has(from)) {
      problems.push({ severity: "error", code: "edgeFromNothing", sentence: texts.edgeFromNothing(from) });
      continue;
    }
    if (!ids.has(to)) problems.push({ ...error, code: "edgeToNothing", sentence: texts.edgeToNothing(to) });
    const exits = ports.get(from);
    if (exits && !exits.some(({ id }) => id === port)) {
      problems.push({ ...error, code: "unknownPort", sentence: texts.unknownPort(port) });
    }
    const exit = `${from} ${port}`;
    if (connected.has(exit)) problems.push({ ...error, code: "twoEdges", sentence: texts.twoEdges(port) });
    connected.add(exit);
  }
  for (const [node, exits] of ports) {
    for (const { id, label, failure } of exits) {
      // A failure without a way of its own is an error of the node, which the graph or the run takes in.
      if (failure || connected.has(`${node} ${id}`)) continue;
      problems.push({ code: "deadEnd", severity: "warning", node, port: id, sentence: texts.deadEnd(label) });
    }
  }
  return problems;
}

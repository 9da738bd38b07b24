import type { Graph } from "#workers/contract/automation/graph.ts";
import { runLimits } from "#workers/contract/automation/limits.ts";
import { nodeTypes } from "#workers/contract/automation/node-types.ts";
import { duration, isTooLong, msOf } from "#workers/contract/automation/parts.ts";
import type { GraphProblem } from "#workers/contract/automation/problem.ts";
import { automationTexts } from "#texts/automation.ts";

const DAY_MS = 86_400_000;

/** How many days somebody may be in a graph, by its Start. */
export function maxDaysOf({ nodes }: Graph): number {
  const start = nodes.find(({ type }) => type === "start");
  const parsed = nodeTypes.start.schema.safeParse(start?.data);
  return parsed.success ? parsed.data.days : runLimits.usualDays;
}

/** Finds waits that nobody stays long enough for: whoever is too old leaves before they are over. */
export function checkAge(graph: Graph): GraphProblem[] {
  const days = maxDaysOf(graph);
  return graph.nodes.flatMap(({ id: node, data: { timeout, until } }) =>
    [
      { field: "timeout", value: timeout },
      { field: "until.length", value: (until as { length?: unknown } | null | undefined)?.length },
    ].flatMap(({ field, value }): GraphProblem[] => {
      const length = duration.safeParse(value);
      // One that is longer than a run may wait is an error of its own.
      if (!length.success || isTooLong(length.data) || msOf(length.data) < days * DAY_MS) return [];
      const sentence = automationTexts.problems.outlives(days);
      return [{ code: "outlives", severity: "warning", node, field, sentence }];
    }),
  );
}

import type { Graph } from "#workers/contract/automation/graph.ts";
import type { Asked } from "./csv-button.tsx";

const DAY_MS = 86_400_000;

/** The address of the monitor's list of those whom a figure counts; undefined where there is none. */
export type PeopleOf = (filter: Record<string, string>) => string | undefined;

/**
 * Addresses of the people of a report's figures. A list of people is of one journey on one channel: where the report is of several,
 * its numbers open nothing.
 */
export function peopleOf(
  { id, instanceId, from, to, version }: Asked,
  launches: readonly { value: string }[],
  mayWatch: boolean,
): PeopleOf {
  const only = instanceId || (launches.length === 1 ? (launches[0]?.value ?? "") : "");
  if (!mayWatch || only === "") return () => undefined;
  return (filter) =>
    `/journey/monitor?${new URLSearchParams({
      at: `${id}.${only}`,
      ...(version !== undefined && { version: String(version) }),
      ...(filter["did"] !== undefined && {
        since: `${from}T00:00:00.000Z`,
        until: new Date(Date.parse(to) + DAY_MS).toISOString(),
      }),
      ...filter,
    })}`;
}

/** The step of a kind, where it is the only one of its kind: what was done there is what the figure counts. */
function onlyStep(graph: Graph | null, is: (node: Graph["nodes"][number]) => boolean): string | undefined {
  const [first, ...others] = graph?.nodes.filter(is) ?? [];
  return others.length === 0 ? first?.id : undefined;
}

export const startOf = (graph: Graph | null): string | undefined =>
  onlyStep(graph, ({ type }) => type === "start");
export const milestoneStep = (graph: Graph | null, milestoneId: string): string | undefined =>
  onlyStep(
    graph,
    ({ type, data }) =>
      type === "milestone" && (data as { milestoneId?: unknown } | undefined)?.milestoneId === milestoneId,
  );

import { call } from "#app/data/api.ts";
import { LiveTail } from "#app/features/automation-runs/live-tail.tsx";
import { useTail } from "#app/features/automation-runs/use-tail.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type listEncapLogs, watchEncapLogs } from "#workers/contract/endpoints/automation-logs.ts";
import { type LogsFilter, runAddress } from "./logs-filter.ts";

/** Steps of encaps as they happen: those that the filter of the list lets through, whatever their time. */
export function LiveLogs({
  filter: { encap, instance, node, customer, outcome },
  launches,
  addressOf,
}: {
  filter: LogsFilter;
  launches: ReplyOf<typeof listEncapLogs>["launches"];
  addressOf: (id: string) => string;
}) {
  const encapOf = new Map(launches.map((each) => [each.id, each.encap.id]));
  const tail = useTail(
    "encap",
    (socketId) => call(watchEncapLogs, { body: { socketId } }),
    (step) =>
      (encap === "" || encapOf.get(step.instanceId) === encap) &&
      (instance === "" || step.instanceId === instance) &&
      (node === "" || step.node.id === node) &&
      (outcome === undefined || step.outcome === outcome) &&
      step.name.toLowerCase().includes(customer.toLowerCase()),
  );
  return (
    <LiveTail
      tail={tail}
      addressOf={({ instanceId, runId }) => {
        const encapId = encapOf.get(instanceId);
        return encapId === undefined ? undefined : addressOf(runAddress(encapId, instanceId, runId));
      }}
    />
  );
}

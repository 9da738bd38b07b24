import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import { publishTexts } from "#texts/publish.ts";
import type { Publication } from "#workers/contract/endpoints/automation-instances.ts";

/** A journey on a channel, as the monitor's address names it. */
export interface Chosen {
  id: string;
  instanceId: string;
}

export const SEPARATOR = ".";
export const addressOf = ({ id, instanceId }: Chosen): string => `${id}${SEPARATOR}${instanceId}`;

/** Journeys on their channels, each with what the choice says of it. */
export const instancesIn = (journeys: readonly Publication[]): (Chosen & { label: string })[] =>
  journeys.flatMap(({ id, name, instances }) =>
    instances.map((instance) => ({
      id,
      instanceId: instance.id,
      label: texts.option(
        name,
        instance.channel?.name ?? publishTexts.channelGone,
        publishTexts.instanceStates[instance.state] ?? "",
      ),
    })),
  );

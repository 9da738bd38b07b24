import { Play } from "lucide-react";
import { useId, useState } from "react";
import { invalidate } from "#app/data/query.ts";
import { DeletedButton } from "#app/features/automation-instances/deleted-button.tsx";
import { StateBadge } from "#app/features/automation-state/state-badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { publishTexts as texts } from "#texts/publish.ts";
import { listPublications, type Publication } from "#workers/contract/endpoints/automation-instances.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { InstanceRow } from "./instance-row.tsx";
import { StartDialog } from "./start-dialog.tsx";

/** A journey with the channels that it is on. */
export function JourneyCard({
  journey,
  channels,
  mayEdit,
}: {
  journey: Publication;
  channels: ReplyOf<typeof listPublications>["channels"];
  mayEdit: boolean;
}) {
  const { id, name, state, version, instances } = journey;
  const heading = useId();
  const [starting, setStarting] = useState(false);
  const reason =
    version === null
      ? texts.neverPublished
      : state === "archived"
        ? texts.archived
        : channels.length === 0
          ? texts.noChannels
          : undefined;
  return (
    <li aria-labelledby={heading}>
      <Card className="px-4 pt-4 pb-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 pb-3">
          <div className="min-w-0">
            <h2 id={heading} className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </h2>
            <p className="mt-1">
              <StateBadge state={state} version={version} />
            </p>
          </div>
          {mayEdit && (
            <div className="flex flex-wrap gap-1.5">
              <DeletedButton
                kind="journey"
                {...{ id, name }}
                onRestored={() => invalidate(listPublications)}
              />
              <Button
                size="sm"
                icon={<Play aria-hidden />}
                disabledReason={reason}
                aria-label={texts.startOf(name)}
                onClick={() => setStarting(true)}
              >
                {texts.start}
              </Button>
            </div>
          )}
        </div>
        {instances.length === 0 ? (
          <p className="border-t border-line py-3 text-muted">{texts.nowhere}</p>
        ) : (
          <ul aria-label={texts.channelsOf(name)} className="border-t border-line">
            {instances.map((instance) => (
              <InstanceRow
                key={instance.id}
                {...{ journey, instance, mayEdit }}
                number={channels.find((each) => each.id === instance.channel?.id)?.number ?? ""}
              />
            ))}
          </ul>
        )}
      </Card>
      {starting && <StartDialog {...{ journey, channels }} onClose={() => setStarting(false)} />}
    </li>
  );
}

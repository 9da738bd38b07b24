import { TriangleAlert } from "lucide-react";
import { invalidate } from "#app/data/query.ts";
import { formatShortDay } from "#app/lib/format.ts";
import { publishTexts as texts } from "#texts/publish.ts";
import { holdsWords, INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import {
  type AutomationInstance,
  listPublications,
  type Publication,
} from "#workers/contract/endpoints/automation-instances.ts";
import { BeginLinks } from "./begin-links.tsx";
import { beginLinks } from "./link-words.ts";
import { Beginnings } from "./beginnings.tsx";
import { InstanceActions } from "#app/features/automation-instances/instance-actions.tsx";
import { InstanceBadge } from "#app/features/automation-instances/instance-badge.tsx";
import { whyItStands } from "#app/features/automation-instances/why-it-stands.ts";
import { NewerVersion } from "#app/features/automation-instances/newer-version.tsx";

/** A journey on one channel: how it stands, and what may be done about it. */
export function InstanceRow({
  journey: { id, version: published },
  instance,
  number,
  mayEdit,
}: {
  journey: Publication;
  instance: AutomationInstance;
  /** By which people reach the channel. */
  number: string;
  mayEdit: boolean;
}) {
  const { state, version, keywords, openRuns } = instance;
  const channel = instance.channel?.name ?? texts.channelGone;
  const shownAnew = () => invalidate(listPublications);
  const why = whyItStands(instance);
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="font-medium [overflow-wrap:anywhere]">{channel}</bdi>
            {instance.channel && isChannelType(instance.channel.type) && (
              <span className="text-muted">{channelTypeName(instance.channel.type)}</span>
            )}
            <InstanceBadge state={state} />
          </p>
          <p className="text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
            {[
              texts.version(version),
              ...(keywords.length > 0 ? [texts.keywords(keywords)] : []),
              texts.open(openRuns),
            ].join(" · ")}
          </p>
          <Since instance={instance} />
          {why !== undefined && <p className="text-[0.8125rem]">{why}</p>}
          {holdsWords(state) && keywords.length + instance.triggers.length === 0 && (
            <p className="flex gap-1.5 text-[0.8125rem]">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning-ink" />
              {texts.nothingBegins}
            </p>
          )}
          <Beginnings {...{ id, instance, mayEdit }} />
          <BeginLinks {...{ channel }} links={beginLinks(instance, number)} />
        </div>
        {mayEdit && (
          <InstanceActions
            kind="journey"
            {...{ id, instance, published }}
            named={channel}
            onMoved={shownAnew}
          />
        )}
      </div>
      <NewerVersion
        kind="journey"
        {...{ id, instance, published, mayEdit }}
        named={channel}
        onMoved={shownAnew}
      />
    </li>
  );
}

function Since({ instance }: { instance: AutomationInstance }) {
  const { state, startAt, startedAt, startedBy, endedAt, updatedBy } = instance;
  const words =
    state === INSTANCE.stopped && endedAt !== null
      ? texts.stoppedBy(updatedBy, formatShortDay(endedAt))
      : state === INSTANCE.scheduled && startAt !== null
        ? texts.startsAt(formatShortDay(startAt))
        : startedAt !== null && texts.startedBy(startedBy, formatShortDay(startedAt));
  return words ? <p className="text-[0.8125rem] text-muted tabular-nums">{words}</p> : null;
}

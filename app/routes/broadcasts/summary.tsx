import { Entry, SentPreview, SentSummary } from "#app/features/broadcasts/sent-summary.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";

const texts = broadcastsTexts.view;

/** The form as it was sent, to be read. */
export function Summary({ broadcast }: { broadcast: BroadcastDetail }) {
  const { template, channelType, timezone } = broadcast;
  const { fields } = texts;
  const starts = broadcast.startAt && `${formatShortDay(broadcast.startAt)} (${timezone})`;
  return (
    <SentSummary
      title={texts.summary}
      sent={broadcast}
      preview={<SentPreview {...{ template, channelType }} sent={broadcast} />}
    >
      {broadcast.name !== template.name && <Entry name={fields.name}>{broadcast.name}</Entry>}
      <Entry name={fields.by}>{broadcast.user.name}</Entry>
      <Entry name={fields.created}>{formatShortDay(broadcast.createdOn)}</Entry>
      {starts && <Entry name={fields.starts}>{starts}</Entry>}
      {broadcast.startedAt && <Entry name={fields.started}>{formatShortDay(broadcast.startedAt)}</Entry>}
      {broadcast.endedAt && <Entry name={fields.ended}>{formatShortDay(broadcast.endedAt)}</Entry>}
    </SentSummary>
  );
}

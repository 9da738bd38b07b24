import { RotateCcw } from "lucide-react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { formatMoment } from "#app/lib/format.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { channelsTexts as texts } from "#texts/channels.ts";
import {
  type ChannelActivity,
  type ChannelNews,
  retryEvents,
  type UnusedEvent,
} from "#workers/contract/endpoints/channels.ts";
import { DetailCard, Terms } from "./detail-card.tsx";

/** The messages that went through the channel within a day. */
export const ActivityCard = ({ activity }: { activity: ChannelActivity }) => (
  <DetailCard title={texts.activity}>
    <Terms
      rows={[
        [texts.messagesIn, activity.in],
        [texts.messagesOut, activity.out],
        [texts.messagesDelivered, activity.delivered],
        [texts.messagesRead, activity.read],
        [texts.messagesFailed, activity.failed],
        [texts.messagesWaiting, activity.waiting],
      ]}
    />
  </DetailCard>
);

/** The vendor's news about the account, newest first. */
export const NewsCard = ({ news }: { news: readonly ChannelNews[] }) => (
  <DetailCard title={texts.news}>
    <p className="mb-3 text-[0.8125rem] text-muted">{texts.newsText}</p>
    {news.length === 0 ? (
      <p className="text-muted">{texts.noNews}</p>
    ) : (
      <ul className="grid gap-2.5">
        {news.map(({ id, what, text, at }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{what.replaceAll("_", " ")}</span>
            <time dateTime={at} className="ml-2 text-[0.8125rem] text-muted tabular-nums">
              {formatMoment(at)}
            </time>
            <span dir="auto" className="line-clamp-3 block text-[0.8125rem]">
              {text}
            </span>
          </li>
        ))}
      </ul>
    )}
  </DetailCard>
);

/** Events that nobody could use, and a way to try them again; nothing where there are none. */
export function UnusedCard({
  channelId,
  unused,
  mayRetry,
  onRetried,
}: {
  channelId: string;
  unused: readonly UnusedEvent[];
  mayRetry: boolean;
  onRetried: () => unknown;
}) {
  const { busy, failure, send } = useSend();
  const retry = () => send(() => request(retryEvents, { params: { id: channelId } }), onRetried);
  if (unused.length === 0) return null;
  return (
    <DetailCard title={texts.unused}>
      <p className="mb-3 text-[0.8125rem] text-muted">{texts.unusedText}</p>
      <ul className="mb-3 grid gap-2">
        {unused.map(({ n, state, failure: why, at }) => (
          <li key={n} className="[overflow-wrap:anywhere]">
            {texts.unusedStates[state]}
            <time dateTime={at} className="ml-2 text-[0.8125rem] text-muted tabular-nums">
              {formatMoment(at)}
            </time>
            {why !== null && <span className="line-clamp-2 block text-[0.8125rem] text-muted">{why}</span>}
          </li>
        ))}
      </ul>
      <Failure text={failure} />
      {mayRetry && (
        <Button icon={<RotateCcw aria-hidden />} busy={busy} onClick={() => void retry()}>
          {texts.retry}
        </Button>
      )}
    </DetailCard>
  );
}

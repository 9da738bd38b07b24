import { formatMoment } from "#app/lib/format.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { DetailCard, Terms } from "./detail-card.tsx";
import { StateBadge } from "./state-badge.tsx";

/** How a channel is: its state, when something last worked, and what last did not. */
export function HealthCard({ channel }: { channel: Channel }) {
  const { lastEventAt, lastSuccessAt, lastError, lastErrorAt } = channel;
  return (
    <DetailCard title={texts.health}>
      <Terms
        rows={[
          [texts.state, <StateBadge key="state" state={channel.state} />],
          [texts.lastEvent, <Moment key="event" at={lastEventAt} />],
          [texts.lastSuccess, <Moment key="success" at={lastSuccessAt} />],
          [
            texts.lastError,
            lastError === null ? (
              <span key="error" className="text-muted">
                {texts.noError}
              </span>
            ) : (
              <span key="error">
                {lastError}
                <span className="block text-[0.8125rem] text-muted">
                  <Moment at={lastErrorAt} />
                </span>
              </span>
            ),
          ],
        ]}
      />
      <p className="mt-3 text-[0.8125rem] text-muted">{texts.testText}</p>
    </DetailCard>
  );
}

const Moment = ({ at }: { at: string | null }) =>
  at === null ? (
    <span className="text-muted">{texts.never}</span>
  ) : (
    <time dateTime={at} className="tabular-nums">
      {formatMoment(at)}
    </time>
  );

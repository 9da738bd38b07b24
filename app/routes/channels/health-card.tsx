import { type ReactNode, useState } from "react";
import { alertText } from "#app/components/alert-text.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { formatCount, formatMoment } from "#app/lib/format.ts";
import { channelHealthTexts as words } from "#texts/channel-health.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import { alertsOf, isGrave, limitOf } from "#workers/contract/channel-alerts.ts";
import type { HealthFactName } from "#workers/contract/channel-facts.ts";
import type { ShownFact } from "#workers/contract/channel-health.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { DetailCard, Terms } from "./detail-card.tsx";
import { StateBadge } from "./state-badge.tsx";

const SECONDS = 60;

/** How a channel is: what asks for somebody, its state, what its vendor has told, and what last worked and did not. */
export function HealthCard({
  channel,
  used,
  lastMinute,
}: {
  channel: Channel;
  /** People reached of the limit; null where the vendor told none. */
  used: number | null;
  /** Calls to the vendor within the last minute. */
  lastMinute: number;
}) {
  const { lastEventAt, lastSuccessAt, lastError, lastErrorAt, rate } = channel;
  const [now] = useState(() => Date.now());
  // The last error has a row of its own.
  const alerts = alertsOf({ ...channel, used }, now).filter(({ alert }) => alert !== "lastError");
  return (
    <DetailCard title={texts.health}>
      {alerts.length > 0 && (
        <ul aria-label={words.label} className="mb-4 grid gap-2">
          {alerts.map((alert) => (
            <li key={alert.alert}>
              <Banner kind={isGrave(alert) ? "error" : "warning"}>{alertText(alert, now)}</Banner>
            </li>
          ))}
        </ul>
      )}
      <Terms
        rows={[
          [texts.state, <StateBadge key="state" state={channel.state} />],
          ...toldBy(channel, used, now),
          [
            words.rate,
            words.rateUsed(formatCount(lastMinute), formatCount(rate * SECONDS), formatCount(rate)),
          ],
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

type Row = readonly [term: string, value: ReactNode];

/** The facts that the vendor has told; of a vendor that tells such things, also those it has not told yet. */
function toldBy({ health, vendor }: Channel, used: number | null, now: number): Row[] {
  const tells = vendor === vendorCodes.whatsAppCloud;
  const row = (name: HealthFactName, term: string, shown: (fact: ShownFact) => ReactNode): Row[] => {
    const fact = health.find((each) => each.fact === name);
    if (fact) return [[term, shown(fact)]];
    const notTold = (
      <span key={name} className="text-muted">
        {words.notTold}
      </span>
    );
    return tells ? [[term, notTold]] : [];
  };
  const other = health.find(({ fact }) => fact === "other");
  const restricts = other && (other.until === null || Date.parse(other.until) > now);
  return [
    ...row("quality", words.quality, ({ value, at }) => (
      <span key="quality">
        <Badge tone={QUALITY_TONES[value] ?? "neutral"}>{words.qualities[value] ?? value}</Badge>
        <span className="block text-[0.8125rem] text-muted">{words.since(formatMoment(at))}</span>
      </span>
    )),
    ...row("limit", words.limit, ({ value }) => {
      const limit = limitOf(value);
      return limit === null ? words.unlimited : words.limitOf(formatCount(used ?? 0), formatCount(limit));
    }),
    ...row("token", words.token, ({ until }) =>
      until === null ? words.tokenNever : words.tokenUntil(formatMoment(until)),
    ),
    ...(restricts
      ? [
          [
            words.other,
            other.until === null ? words.otherText : words.otherUntil(formatMoment(other.until)),
          ] as const,
        ]
      : []),
  ];
}

const QUALITY_TONES: Readonly<Record<string, BadgeTone>> = {
  green: "success",
  yellow: "warning",
  red: "danger",
};

const Moment = ({ at }: { at: string | null }) =>
  at === null ? (
    <span className="text-muted">{texts.never}</span>
  ) : (
    <time dateTime={at} className="tabular-nums">
      {formatMoment(at)}
    </time>
  );

import { useState } from "react";
import { Link } from "react-router";
import { alertText } from "#app/components/alert-text.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { channelHealthTexts as texts } from "#texts/channel-health.ts";
import { isGrave } from "#workers/contract/channel-alerts.ts";
import type { ChannelAlert } from "#workers/contract/channel-health.ts";

/** As many are told; the rest is in the list of channels. */
const MOST = 5;

/** Alerts on the enterprise's channels, the gravest first; nothing where all is well. */
export function ChannelAlerts({
  alerts,
}: {
  alerts: readonly { channelId: string; name: string; alert: ChannelAlert }[];
}) {
  const [now] = useState(() => Date.now());
  const [first] = alerts;
  if (!first) return null;
  return (
    <section aria-label={texts.title}>
      <Banner kind={isGrave(first.alert) ? "error" : "warning"} title={texts.title} className="mb-5">
        <ul className="mt-1 grid gap-1.5">
          {alerts.slice(0, MOST).map(({ channelId, name, alert }) => (
            <li key={`${channelId} ${alert.alert}`} className="[overflow-wrap:anywhere]">
              <Link
                to={`/admin/channels/${channelId}`}
                dir="auto"
                className="finger inline-block min-h-6 font-medium underline underline-offset-2"
              >
                {name}
              </Link>
              : {alertText(alert, now)}
            </li>
          ))}
        </ul>
        {alerts.length > MOST && (
          <Link
            to="/admin/channels"
            className="finger mt-1.5 inline-block min-h-6 underline underline-offset-2"
          >
            {texts.more(alerts.length - MOST)}
          </Link>
        )}
      </Banner>
    </section>
  );
}

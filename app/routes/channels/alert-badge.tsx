import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Badge } from "#app/components/ui/badge.tsx";
import { channelHealthTexts as texts } from "#texts/channel-health.ts";
import { alertsOf, isGrave } from "#workers/contract/channel-alerts.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";

/** The gravest thing that asks for somebody on a channel; nothing where all is well. */
export function AlertBadge({ channel, used }: { channel: Channel; used: number | null }) {
  const [now] = useState(() => Date.now());
  const [first] = alertsOf({ ...channel, used }, now);
  if (!first) return null;
  return (
    <Badge tone={isGrave(first) ? "danger" : "warning"} icon={<TriangleAlert aria-hidden />}>
      {texts.short[first.alert]}
    </Badge>
  );
}

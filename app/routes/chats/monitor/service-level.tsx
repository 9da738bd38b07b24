import { TriangleAlert } from "lucide-react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { formatShare } from "#app/lib/format.ts";
import { chatMonitorTexts as texts } from "#texts/chat-monitor.ts";
import type { ServiceLevel } from "#workers/contract/endpoints/chat-monitor.ts";

/** A service level below these, in per cent, is to be looked at, or bad. */
const GOOD = 80;
const BAD = 60;

/** The share in whole per cent, rounded down so that none looks reached before it is. */
export function ServiceLevelFigure({
  level: { met, of },
  className,
}: {
  level: ServiceLevel;
  className?: string;
}) {
  if (of === 0) return texts.nobody;
  const percent = Math.floor((met * 100) / of);
  return (
    <span className={cx("inline-flex items-center gap-x-2 gap-y-1 whitespace-nowrap", className)}>
      {formatShare(percent / 100)}
      {percent < BAD ? (
        <Below percent={BAD} tone="danger" />
      ) : (
        percent < GOOD && <Below percent={GOOD} tone="warning" />
      )}
    </span>
  );
}

const Below = ({ percent, tone }: { percent: number; tone: BadgeTone }) => (
  <Badge tone={tone} icon={<TriangleAlert aria-hidden />}>
    {texts.levelBelow(formatShare(percent / 100))}
  </Badge>
);

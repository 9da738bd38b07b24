import { CalendarClock, CircleCheck, CirclePause, CircleStop, CircleX, Loader } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { BroadcastState } from "#workers/contract/broadcast.ts";

const LOOKS: Record<BroadcastState, { tone: BadgeTone; icon: ReactNode }> = {
  scheduled: { tone: "neutral", icon: <CalendarClock aria-hidden /> },
  processing: { tone: "accent", icon: <Loader aria-hidden /> },
  paused: { tone: "warning", icon: <CirclePause aria-hidden /> },
  completed: { tone: "success", icon: <CircleCheck aria-hidden /> },
  stopped: { tone: "neutral", icon: <CircleStop aria-hidden /> },
  failed: { tone: "danger", icon: <CircleX aria-hidden /> },
};

/** The state of a broadcast, by word and sign. */
export const StateBadge = ({ status }: { status: BroadcastState }) => (
  <Badge {...LOOKS[status]}>{texts.states[status]}</Badge>
);

const TONES: Record<BadgeTone, string> = {
  neutral: "text-muted",
  accent: "text-accent-ink",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

/** The same where there is room for the sign alone. */
export const StateSign = ({ status }: { status: BroadcastState }) => (
  <span
    title={texts.states[status]}
    className={cx("inline-flex shrink-0 [&_svg]:size-3.5", TONES[LOOKS[status].tone])}
  >
    {LOOKS[status].icon}
    <span className="sr-only">{texts.states[status]}</span>
  </span>
);

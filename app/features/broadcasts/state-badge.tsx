import { CalendarClock, CircleCheck, CirclePause, CircleStop, CircleX, Loader } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
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

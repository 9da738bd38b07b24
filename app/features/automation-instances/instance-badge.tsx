import { CalendarClock, Pause, Play, Square } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { publishTexts as texts } from "#texts/publish.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";

const LOOKS: Readonly<Record<number, { tone: BadgeTone; icon?: ReactNode }>> = {
  [INSTANCE.created]: { tone: "neutral" },
  [INSTANCE.scheduled]: { tone: "accent", icon: <CalendarClock aria-hidden /> },
  [INSTANCE.started]: { tone: "success", icon: <Play aria-hidden /> },
  [INSTANCE.paused]: { tone: "warning", icon: <Pause aria-hidden /> },
  [INSTANCE.stopped]: { tone: "neutral", icon: <Square aria-hidden /> },
};

/** The state of a journey on a channel, by word and sign. */
export const InstanceBadge = ({ state }: { state: number }) => (
  <Badge {...LOOKS[state]}>{texts.instanceStates[state]}</Badge>
);

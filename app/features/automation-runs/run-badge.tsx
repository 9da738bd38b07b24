import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";

const TONES: Record<RunState, BadgeTone> = {
  waiting: "accent",
  running: "accent",
  completed: "success",
  failed: "danger",
  exited: "neutral",
  cancelled: "neutral",
  expired: "warning",
};

export const RunBadge = ({ state }: { state: RunState }) => (
  <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
);

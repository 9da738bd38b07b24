import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { journeyMonitorTexts as texts } from "#texts/journey-monitor.ts";
import type { RunStep } from "#workers/contract/endpoints/automation-runs.ts";

const TONES: Record<RunStep["outcome"], BadgeTone> = {
  ok: "success",
  skipped: "neutral",
  error: "danger",
  timeout: "warning",
};

/** How a step ended. */
export const OutcomeBadge = ({ outcome }: { outcome: RunStep["outcome"] }) => (
  <Badge tone={TONES[outcome]}>{texts.outcomes[outcome]}</Badge>
);

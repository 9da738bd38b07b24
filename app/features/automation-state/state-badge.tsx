import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { automationsTexts } from "#texts/automations.ts";
import type { AutomationState } from "#workers/contract/endpoints/automations.ts";

const TONES: Record<AutomationState, BadgeTone> = {
  draft: "neutral",
  live: "success",
  changed: "warning",
  archived: "neutral",
};

/** Whether a journey or an encap is a draft, live, or changed since; the same words wherever one is shown. */
export function StateBadge({ state, version }: { state: AutomationState; version: number | null }) {
  const word = automationsTexts.states[state];
  return <Badge tone={TONES[state]}>{typeof word === "string" ? word : word(version ?? 0)}</Badge>;
}

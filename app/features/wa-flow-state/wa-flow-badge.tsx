import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { waFlowListTexts } from "#texts/wa-flow-list.ts";
import type { WaFlowState } from "#workers/contract/wa-flows/flow.ts";

const TONES: Record<WaFlowState, BadgeTone> = {
  DRAFT: "neutral",
  PUBLISHED: "success",
  DEPRECATED: "neutral",
  THROTTLED: "warning",
  BLOCKED: "danger",
};

/** Whether people can open a flow; the same words wherever one is shown. */
export const WaFlowBadge = ({ state }: { state: WaFlowState }) => (
  <Badge tone={TONES[state]}>{waFlowListTexts.states[state]}</Badge>
);

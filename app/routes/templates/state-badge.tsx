import { CircleCheck, CirclePause, CircleX, Clock, PencilLine } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { TemplateState } from "#workers/contract/templates/states.ts";

const LOOKS: Record<TemplateState, { tone: BadgeTone; icon: ReactNode }> = {
  DRAFT: { tone: "neutral", icon: <PencilLine aria-hidden /> },
  PENDING: { tone: "accent", icon: <Clock aria-hidden /> },
  APPROVED: { tone: "success", icon: <CircleCheck aria-hidden /> },
  REJECTED: { tone: "danger", icon: <CircleX aria-hidden /> },
  PAUSED: { tone: "warning", icon: <CirclePause aria-hidden /> },
  DISABLED: { tone: "danger", icon: <CirclePause aria-hidden /> },
};

/** The state of a template, by word and sign. */
export const StateBadge = ({ status }: { status: TemplateState }) => (
  <Badge {...LOOKS[status]}>{texts.states[status]}</Badge>
);

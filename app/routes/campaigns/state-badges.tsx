import {
  CalendarClock,
  CircleCheck,
  Pause,
  Square,
  CircleX,
  FileClock,
  Play,
  Pencil,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type BadgeTone } from "#app/components/ui/badge.tsx";
import { campaignScreensTexts as texts } from "#texts/campaign-screens.ts";
import { type Approval, campaignStates } from "#workers/contract/campaign.ts";
import type { ListedActivity } from "#workers/contract/endpoints/activities.ts";

interface Look {
  tone: BadgeTone;
  icon?: ReactNode;
}

const STATES: Readonly<Record<number, Look>> = {
  [campaignStates.created]: { tone: "neutral" },
  [campaignStates.scheduled]: { tone: "accent", icon: <CalendarClock aria-hidden /> },
  [campaignStates.started]: { tone: "accent", icon: <Play aria-hidden /> },
  [campaignStates.paused]: { tone: "warning", icon: <Pause aria-hidden /> },
  [campaignStates.stopped]: { tone: "neutral", icon: <Square aria-hidden /> },
  [campaignStates.deleted]: { tone: "neutral", icon: <Trash2 aria-hidden /> },
};

const APPROVALS: Readonly<Record<Approval, Look>> = {
  draft: { tone: "neutral", icon: <Pencil aria-hidden /> },
  pending: { tone: "warning", icon: <FileClock aria-hidden /> },
  approved: { tone: "success", icon: <CircleCheck aria-hidden /> },
  rejected: { tone: "danger", icon: <CircleX aria-hidden /> },
};

/** The state of a campaign, by word and sign. */
export const StateBadge = ({ state }: { state: number }) => (
  <Badge {...STATES[state]}>{texts.states[state]}</Badge>
);

/** Where an activity stands: what was decided about it until it begins, and then its state. */
export function ActivityBadge({
  activity: { state, approval, completed },
}: {
  activity: Pick<ListedActivity, "state" | "approval" | "completed">;
}) {
  if (state === campaignStates.created)
    return <Badge {...APPROVALS[approval]}>{texts.approvals[approval]}</Badge>;
  if (state === campaignStates.stopped && completed)
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        {texts.completed}
      </Badge>
    );
  return <StateBadge state={state} />;
}

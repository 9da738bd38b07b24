import { request } from "#app/data/api.ts";
import type { Question } from "#app/components/ui/confirm-dialog.tsx";
import { useMove } from "#app/kit/use-move.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type ActivityAction, campaignStates } from "#workers/contract/campaign.ts";
import { type ListedActivity, moveActivity } from "#workers/contract/endpoints/activities.ts";
import { shownAnew } from "../shown-anew.ts";

const texts = campaignScreensTexts.activity;

/** Moves an activity, and names its moves: a start becomes a schedule where the beginning is still to come. */
export function useMoves({ id, state }: Pick<ListedActivity, "id" | "state">, isLater: boolean) {
  const moving = useMove(shownAnew);
  const schedules = isLater && state === campaignStates.created;
  const labelOf = (action: ActivityAction): string => {
    if (action !== "start") return texts.actions[action];
    if (schedules) return texts.schedule;
    return state === campaignStates.scheduled ? texts.startNow : texts.actions.start;
  };
  const questionOf = (action: ActivityAction): Question | undefined => {
    if (action !== "start" && action !== "stop") return undefined;
    const ask = action === "start" && schedules ? "schedule" : action;
    return {
      ...texts.ask[ask],
      tone: action === "stop" ? "danger" : "primary",
      confirmLabel: labelOf(action),
    };
  };
  const move = (action: ActivityAction) =>
    moving.move(() => request(moveActivity, { params: { id, action } }), questionOf(action));
  return { busy: moving.busy, failure: moving.failure, move, labelOf };
}

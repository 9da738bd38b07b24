import {
  type ActivityAction,
  activityActions,
  type CampaignState,
  mayMoveActivity,
} from "#workers/contract/campaign.ts";
import type { ListedActivity } from "#workers/contract/endpoints/activities.ts";

const MAKERS = new Set<ActivityAction>(["submit", "withdraw"]);

/** The moves of an activity that its state and a reader's permissions allow now. */
export const actionsOf = (
  { state, approval }: Pick<ListedActivity, "state" | "approval">,
  { makes, starts }: { makes: boolean; starts: boolean },
): ActivityAction[] =>
  activityActions.filter(
    (action) =>
      (MAKERS.has(action) ? makes : starts) && mayMoveActivity(action, state as CampaignState, approval),
  );

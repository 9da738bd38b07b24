export const LIST = "/campaigns/broadcast";
export const CREATE = `${LIST}/create`;
export const addressOf = (id: string): string => `${LIST}/${id}`;

/** Where an activity is shown, whose runs are broadcasts. */
export const ACTIVITIES = "/campaigns/activity-list";
export const activityAddress = (id: string): string => `${ACTIVITIES}/${id}`;
/** Recipients of a broadcast at a status, or those who failed for a reason. */
export const peopleAddress = (id: string, which: { status: string } | { code: string }): string =>
  `${addressOf(id)}?${new URLSearchParams(which).toString()}`;

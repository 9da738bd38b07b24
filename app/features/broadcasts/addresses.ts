export const LIST = "/campaigns/broadcast";
export const CREATE = `${LIST}/create`;
export const addressOf = (id: string): string => `${LIST}/${id}`;

/** Where an activity is shown, whose runs are broadcasts. */
export const ACTIVITIES = "/campaigns/activity-list";
export const activityAddress = (id: string): string => `${ACTIVITIES}/${id}`;

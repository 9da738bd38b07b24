export const CAMPAIGNS = "/campaigns/campaigns-list";
export const ACTIVITIES = "/campaigns/activity-list";
export const campaignAddress = (id: string): string => `${CAMPAIGNS}/${id}`;
export const activityAddress = (id: string): string => `${ACTIVITIES}/${id}`;

const FORM = `${ACTIVITIES}/form`;
export const editAddress = (id: string): string => `${FORM}/${id}`;
export const newActivityAddress = (campaignId: string): string =>
  `${FORM}?${new URLSearchParams({ campaign: campaignId }).toString()}`;

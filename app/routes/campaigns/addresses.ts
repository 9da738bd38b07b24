import { ACTIVITIES } from "#app/features/broadcasts/addresses.ts";

export const CAMPAIGNS = "/campaigns/campaigns-list";
export const campaignAddress = (id: string): string => `${CAMPAIGNS}/${id}`;

const FORM = `${ACTIVITIES}/form`;
export const editAddress = (id: string): string => `${FORM}/${id}`;
export const newActivityAddress = (campaignId: string): string =>
  `${FORM}?${new URLSearchParams({ campaign: campaignId }).toString()}`;

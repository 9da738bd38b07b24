import { type ActivityDraft, newActivity } from "#app/routes/campaigns/activity/draft.ts";
import type { Activity, ActivityRequest } from "#workers/contract/endpoints/activities.ts";

/** An activity as it is stored, and as its form has it, with one variable to fill. */

export const NONE = { groups: [], columns: [], media: [] };
export const MAPPED = {
  ...NONE,
  groups: [
    {
      type: "messageTags" as const,
      card: null,
      parameters: [{ name: "body/1", label: "1", type: "TEXT" as const, isRequired: true, sample: "" }],
    },
  ],
};
export const noon = Date.parse("2026-11-24T12:00:00Z");

export const request: ActivityRequest = {
  channelId: "channel",
  phoneNumber: ["+919876543210", "+919876543211"],
  audience: {
    filter: { search: "gold", groups: ["group"], tags: [] },
    customerIds: ["customer"],
    file: { path: "file", name: "people.csv", column: "Phone" },
  },
  message: { template: { templateId: "offer", templateUId: "template", media: null, cards: [] } },
  columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
  trackClicks: true,
};
export const template = { id: "template", name: "offer", language: "en", category: "UTILITY" };
export const stored = {
  id: "activity",
  name: "First offer",
  channelType: 0,
  request,
  plan: {
    startAt: "2026-12-01T09:30",
    timezone: "Asia/Kolkata",
    repeat: { unit: "week", every: 2, runs: 4 },
  },
  template,
} as unknown as Activity;

export const filled = (more: Partial<ActivityDraft> = {}): ActivityDraft => ({
  ...newActivity("UTC"),
  name: "First offer",
  channelId: "channel",
  template: template as never,
  numbers: "+919876543210",
  mappings: { "body/1": { type: "static", value: "Asha" } },
  ...more,
});

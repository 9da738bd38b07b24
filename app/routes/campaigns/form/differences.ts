import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";

const texts = campaignScreensTexts.form.differs;
const PARTS = ["name", "request", "plan", "fallback", "comparison"] as const;

/** Names the parts of the form that somebody else has changed. */
export const differencesOf = (before: Activity, now: Activity): string[] =>
  PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(now[part])).map(
    (part) => texts[part],
  );

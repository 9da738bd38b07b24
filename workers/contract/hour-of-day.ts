import { z } from "zod";
import { chatAnalyticsTexts as texts } from "#texts/chat-analytics.ts";
import { isShort, MOST_ANALYTICS_DAYS } from "./endpoints/chat-analytics.ts";
import { zone } from "./endpoints/reports.ts";

/** An hour of the day in a zone, over all days of a time: as the analytics count it. */
export const hourOfDay = {
  hour: z
    .int(texts.wrongHour)
    .min(0, texts.wrongHour)
    .max(23, texts.wrongHour)
    .optional()
    .meta({ description: "0-23, in the zone given, else UTC; needs since and until" }),
  ...zone,
};

/** Hours are told apart day by day, so there is a most of them. */
export const hasRangeOfHour = ({
  hour,
  since,
  until,
}: {
  hour?: number | undefined;
  since?: string | undefined;
  until?: string | undefined;
}): boolean =>
  hour === undefined || (since !== undefined && until !== undefined && isShort({ since, until }));
export const wrongHourRange = { path: ["until"], error: texts.wrongRange(MOST_ANALYTICS_DAYS) };

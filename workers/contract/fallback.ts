import { z } from "zod";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { broadcastRequest } from "./endpoints/broadcasts.ts";

/** An activity's message on another channel to those whom it has not reached. Shared by the server and the screens. */

export const afterUnits = ["minute", "hour", "day"] as const;
export type AfterUnit = (typeof afterUnits)[number];
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
/** Vendors tell of a message for some days; after two weeks nobody means the same message any more. */
export const MOST_AFTER_DAYS = 14;

const after = z
  .object({ count: z.int(texts.afterWrong).min(1, texts.afterWrong), unit: z.enum(afterUnits) })
  .refine((each) => msOf(each) <= MOST_AFTER_DAYS * UNIT_MS.day, texts.afterFar(MOST_AFTER_DAYS));
/** A time that is waited, in milliseconds. */
export const msOf = ({ count, unit }: { count: number; unit: AfterUnit }): number => count * UNIT_MS[unit];

/** SQL for the same of a JSON column. */
export const msIn = (column: string): string =>
  `(${column} ->> '$.after.count') * CASE ${column} ->> '$.after.unit' ${afterUnits.map((unit) => `WHEN '${unit}' THEN ${UNIT_MS[unit]}`).join(" ")} END`;

export const fallback = broadcastRequest
  .pick({ channelId: true, message: true, columnMapping: true, trackClicks: true })
  .extend({
    after: after.meta({ description: "So long after their own message, for each person" }),
  });
export type Fallback = z.infer<typeof fallback>;

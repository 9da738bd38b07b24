import { z } from "zod";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { broadcastCounts, broadcastRequest } from "./endpoints/broadcasts.ts";
import { time } from "./fields.ts";
import { afterUnits, msOf } from "./fallback.ts";

/** Two messages of an activity, compared on a part of its audience; the rest gets the better one. Shared by server and screens. */

/** A run in three parts: message A's people, message B's, and everybody else. */
export const runParts = ["a", "b", "rest"] as const;
export type RunPart = (typeof runParts)[number];
export const messages = ["a", "b"] as const;
export type Compared = (typeof messages)[number];

/** The actions of people that decide a comparison. */
export const deciders = ["read", "clicked", "replied"] as const;
export type Decider = (typeof deciders)[number];

/** Why a message was chosen: more of its people did it; as many of both; too few facts; a person said so. */
export const reasonsToWin = ["more", "tie", "few", "person"] as const;
export type ReasonToWin = (typeof reasonsToWin)[number];

/** Each of the two messages gets so many people in a hundred at most. */
export const MOST_SHARE = 50;
/** With fewer people called by one of the messages, nothing is said of them. */
export const LEAST_CALLED = 20;
const LEAST_AFTER_MINUTES = 15;
const MOST_AFTER_DAYS = 7;

export const boundsText = texts.comparison.afterBounds(LEAST_AFTER_MINUTES, MOST_AFTER_DAYS);

const after = z
  .object({ count: z.int(texts.afterWrong).min(1, texts.afterWrong), unit: z.enum(afterUnits) })
  .refine(isLongEnough, boundsText);

/** Whether a time lies within the bounds of a comparison. */
export function isLongEnough(waited: Parameters<typeof msOf>[0]): boolean {
  const ms = msOf(waited);
  return (
    ms >= msOf({ count: LEAST_AFTER_MINUTES, unit: "minute" }) &&
    ms <= msOf({ count: MOST_AFTER_DAYS, unit: "day" })
  );
}

export const comparison = broadcastRequest
  .pick({ message: true, columnMapping: true, trackClicks: true })
  .extend({
    share: z
      .int(texts.comparison.shareWrong(MOST_SHARE))
      .min(1, texts.comparison.shareWrong(MOST_SHARE))
      .max(MOST_SHARE, texts.comparison.shareWrong(MOST_SHARE))
      .meta({ description: "People in a hundred who get each of the two messages" }),
    by: z.enum(deciders).meta({ description: "What decides" }),
    after: after.meta({ description: "So long after the last of those people were called" }),
  });
export type Comparison = z.infer<typeof comparison>;

const tested = z.object({
  id: z.string(),
  status: z.string(),
  counts: broadcastCounts,
  called: z.int().meta({ description: "People who were called with it, as far as is known" }),
  hits: z.int().meta({ description: "Those of them who did what decides" }),
});
const facts = z.object({ called: z.int(), hits: z.int() });
/** A run that compares two messages, with the figures of both. */
export const comparedRun = z.object({
  a: tested,
  b: tested,
  difference: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable().meta({
    description: "The share of B less that of A, with its 95 % interval; null before both were sent",
  }),
  rest: z.object({ id: z.string(), status: z.string(), startAt: time.nullable(), counts: broadcastCounts }),
  decision: z
    .object({
      winner: z.enum(messages),
      why: z.enum(reasonsToWin),
      at: time,
      by: z.string().meta({ description: "Empty where the clock decided" }),
      a: facts,
      b: facts,
    })
    .nullable()
    .meta({ description: "Which message the rest gets, with the figures of then; null before that" }),
});
export type ComparedRun = z.infer<typeof comparedRun>;

import { z } from "zod";
import { sendingTexts } from "#texts/sending.ts";

const texts = sendingTexts.offers;

/** A broadcast pauses by itself once this share of its calls, of at least so many, have failed since it was last begun. */
export const USUAL_PAUSE = { share: 30, calls: 50 } as const;
export const PAUSE_LIMITS = { share: { least: 5, most: 100 }, calls: { least: 10, most: 1_000 } } as const;
/** Rules of an enterprise: one for all channels, the others each for one. */
const MOST_PAUSES = 50;

const within = ({ least, most }: { least: number; most: number }) => {
  const wrong = texts.pauseWrong(least, most);
  return z.int(wrong).min(least, wrong).max(most, wrong);
};

const pauseRule = z.object({
  channelId: z.string().max(64).meta({ description: "Empty: all channels without a rule of their own" }),
  share: within(PAUSE_LIMITS.share).meta({ description: "Percent of the calls" }),
  calls: within(PAUSE_LIMITS.calls),
});
export type PauseRule = z.infer<typeof pauseRule>;

export const pauseRules = z
  .array(pauseRule)
  .max(MOST_PAUSES)
  .refine((rules) => new Set(rules.map(({ channelId }) => channelId)).size === rules.length, texts.pauseTwice)
  .default([])
  .meta({
    description:
      "When broadcasts pause by themselves; 30 % of at least 50 calls where nothing says otherwise",
  });

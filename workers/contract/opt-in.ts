import { z } from "zod";
import { optInTexts as texts } from "#texts/opt-in.ts";
import { channelTypes, type ChannelType } from "./channel-types.ts";

/** Channel types on which somebody can agree to offers before they have written: those with a number or a mail address. */
export const optInTypes = [
  channelTypes.whatsApp,
  channelTypes.sms,
  channelTypes.rcs,
  channelTypes.email,
] as const satisfies readonly ChannelType[];

export const LONGEST_WORDING = 2_000;

/** Proof that all people of a list have agreed to offers: on which channels, to which words, and when. */
export const listOptIn = z.object({
  channelTypes: z
    .array(
      z.union(
        optInTypes.map((type) => z.literal(type)),
        texts.channelUnknown,
      ),
    )
    .min(1, texts.noChannel)
    .max(optInTypes.length)
    .overwrite((types) => [...new Set(types)].toSorted((a, b) => a - b)),
  wording: z
    .string(texts.noWording)
    .trim()
    .min(1, texts.noWording)
    .max(LONGEST_WORDING, texts.wordingLong(LONGEST_WORDING)),
  agreedOn: z.iso.date(texts.noDate).meta({ description: "The day on which the last of them had agreed" }),
});
export type ListOptIn = z.infer<typeof listOptIn>;

import { formatCount } from "#app/lib/format.ts";
import { billingTexts as texts } from "#texts/billing.ts";

/** A limit and what it does there: a soft one tells people, and stops nothing. */
export const limitText = ({ at, isHard }: { at: number; isHard: boolean }): string =>
  (isHard ? texts.hardLimit : texts.softLimit)(formatCount(at));

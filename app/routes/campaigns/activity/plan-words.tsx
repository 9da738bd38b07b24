import { formatShortDay } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Plan } from "#workers/contract/campaign.ts";

const texts = campaignScreensTexts.plan;

/** When an activity is sent, in words: its time is the one of its zone, as somebody typed it. */
export function PlanWords({ plan: { startAt, timezone, repeat } }: { plan: Plan }) {
  return (
    <>
      {startAt === null ? texts.atOnce : texts.at(formatShortDay(startAt), timezone)}
      {repeat && (
        <span className="block">{texts.again(texts.every[repeat.unit](repeat.every), repeat.runs)}</span>
      )}
    </>
  );
}

import { formatShortDay } from "#app/lib/format.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";

/** The person and the time of a decision, in a cell. */
export function ByAt({ by, at }: { by: string | null; at: string | null }) {
  return (
    <>
      {by ?? campaignScreensTexts.noDate}
      {at && (
        <time dateTime={at} className="block text-[0.8125rem] whitespace-nowrap text-muted tabular-nums">
          {formatShortDay(at)}
        </time>
      )}
    </>
  );
}

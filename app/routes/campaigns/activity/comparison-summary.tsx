import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { LEAST_CALLED } from "#workers/contract/comparison.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { Entry, SentPreview, SentSummary } from "#app/features/broadcasts/sent-summary.tsx";

const texts = campaignScreensTexts.comparison;
const NOBODY = { phoneNumbers: [], audience: { filter: null, customerIds: [], file: null } };
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Summarises message B, and how the message for the rest is found. */
export function ComparisonSummary({
  activity: { channelName, channelType },
  comparison,
}: {
  activity: Pick<Activity, "channelName" | "channelType">;
  comparison: NonNullable<Activity["comparison"]>;
}) {
  const { template, message, columnMapping, share, by, after } = comparison;
  const time = campaignScreensTexts.fallback.time[after.unit](after.count);
  return (
    <SentSummary
      title={texts.message}
      sent={{ ...NOBODY, message, columnMapping, channelName, channelType, template: template ?? undefined }}
      preview={
        template ? (
          <SentPreview {...{ template, channelType }} sent={comparison} />
        ) : (
          <p className="text-muted">{campaignDialogTexts.noTemplate}</p>
        )
      }
    >
      <Entry name={texts.rule}>
        {texts.rules[by](share, capital(time))} {texts.otherwise(LEAST_CALLED)}
      </Entry>
    </SentSummary>
  );
}

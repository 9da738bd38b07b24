import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { Entry, SentPreview, SentSummary } from "#app/features/broadcasts/sent-summary.tsx";

const texts = campaignScreensTexts.fallback;
const NOBODY = { phoneNumbers: [], audience: { filter: null, customerIds: [], file: null } };

/** Summarises the fallback: its message, and after how long it is sent to people who were not reached. */
export function FallbackSummary({ fallback }: { fallback: NonNullable<Activity["fallback"]> }) {
  const { template, channelType, message, columnMapping, channelName, after } = fallback;
  return (
    <SentSummary
      title={texts.title}
      sent={{ ...NOBODY, message, columnMapping, channelName, channelType, template: template ?? undefined }}
      preview={
        template ? (
          <SentPreview {...{ template, channelType }} sent={fallback} />
        ) : (
          <p className="text-muted">{campaignDialogTexts.noTemplate}</p>
        )
      }
    >
      <Entry name={texts.when}>{texts.whenNotReached(texts.time[after.unit](after.count))}</Entry>
    </SentSummary>
  );
}

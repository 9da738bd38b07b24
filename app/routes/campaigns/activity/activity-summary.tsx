import { Link } from "react-router";
import { formatShortDay } from "#app/lib/format.ts";
import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import type { Activity } from "#workers/contract/endpoints/activities.ts";
import { Entry, SentPreview, SentSummary } from "#app/features/broadcasts/sent-summary.tsx";
import { campaignAddress } from "../addresses.ts";
import { PlanWords } from "./plan-words.tsx";

const texts = campaignScreensTexts.activity;

/** Summarises an activity: its message, recipients and times. */
export function ActivitySummary({ activity }: { activity: Activity }) {
  const { request, channelType, templateName, template, plan, nextRunAt } = activity;
  const { fields } = texts;
  return (
    <SentSummary
      title={activity.comparison ? campaignScreensTexts.comparison.names.a : texts.what}
      sent={{
        ...request,
        channelName: activity.channelName,
        channelType,
        phoneNumbers: request.phoneNumber,
        template: template ?? { name: templateName },
      }}
      preview={
        template ? (
          <SentPreview {...{ template, channelType }} sent={request} />
        ) : (
          <p className="text-muted">{campaignDialogTexts.noTemplate}</p>
        )
      }
    >
      <Entry name={fields.campaign}>
        <Link to={campaignAddress(activity.campaignId)} className="text-accent-ink hover:underline">
          {activity.campaignName}
        </Link>
      </Entry>
      <Entry name={fields.plan}>
        <PlanWords plan={plan} />
      </Entry>
      {nextRunAt && <Entry name={fields.next}>{formatShortDay(nextRunAt)}</Entry>}
      <Entry name={fields.by}>{texts.byAt(activity.user.name, formatShortDay(activity.createdOn))}</Entry>
      {activity.submittedBy && activity.submittedAt && (
        <Entry name={fields.submitted}>
          {texts.byAt(activity.submittedBy, formatShortDay(activity.submittedAt))}
        </Entry>
      )}
      {activity.decidedBy && activity.decidedAt && (
        <Entry name={fields.decided}>
          {texts.byAt(activity.decidedBy, formatShortDay(activity.decidedAt))}
        </Entry>
      )}
    </SentSummary>
  );
}

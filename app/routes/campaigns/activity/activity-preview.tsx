import { call } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { campaignDialogTexts } from "#texts/campaign-dialog.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type Activity } from "#workers/contract/endpoints/activities.ts";
import { estimateActivity, listActivityPeople } from "#workers/contract/endpoints/activity-estimate.ts";
import { EstimatePanel } from "#app/features/broadcasts/estimate-panel.tsx";
import { PreviewPanel } from "#app/features/broadcasts/preview-panel.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { Entry, variableOf } from "#app/features/broadcasts/sent-summary.tsx";
import { ComparedBy } from "../compared-by.tsx";
import { ReachedBy } from "../reached-by.tsx";
import { ComparisonSummary } from "./comparison-summary.tsx";
import { FallbackSummary } from "./fallback-summary.tsx";
import { messageOf } from "./message-of.ts";
import { PlanWords } from "./plan-words.tsx";

const texts = campaignScreensTexts.activity;

/** Everything that a checker decides about: how it reads, whom it reaches, and when. */
export function ActivityPreview({ activity }: { activity: Activity }) {
  const { id, request, channelType, plan, template } = activity;
  const { answer: estimate, failure, asking, reload } = useQueryOf(estimateActivity, { params: { id } });
  const labels = new Map(request.columnMapping.map(({ variable }) => [variable, variableOf(variable)]));
  const samples = estimate?.samples ?? [];
  return (
    // It is long, and has nothing else that a keyboard could scroll it by.
    <div role="group" aria-label={texts.what} tabIndex={0} className="grid items-start gap-4 md:grid-cols-2">
      {template ? (
        <PreviewPanel
          draft={messageOf(request, channelType, template)}
          {...{ labels, samples }}
          {...(activity.comparison && { title: campaignScreensTexts.comparison.previewA })}
        />
      ) : (
        <Words rendered={samples[0]?.rendered} />
      )}
      <div className="grid gap-4">
        <EstimatePanel
          estimating={{ estimate, failure, asking, reload }}
          {...{ labels, channelType }}
          ask={(kind, from) => call(listActivityPeople, { params: { id }, query: { kind, from } })}
        >
          {estimate?.fallback && <ReachedBy fallback={estimate.fallback} />}
          {estimate && <ComparedBy estimate={estimate} />}
        </EstimatePanel>
        <Section title={texts.when}>
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <Entry name={texts.fields.campaign}>{activity.campaignName}</Entry>
            <Entry name={texts.fields.by}>{activity.makers.join(", ") || activity.user.name}</Entry>
            <Entry name={texts.fields.plan}>
              <PlanWords plan={plan} />
            </Entry>
          </dl>
        </Section>
      </div>
      {activity.comparison && (
        <div className="md:col-span-2">
          <ComparisonSummary {...{ activity }} comparison={activity.comparison} />
        </div>
      )}
      {activity.fallback && (
        <div className="md:col-span-2">
          <FallbackSummary fallback={activity.fallback} />
        </div>
      )}
    </div>
  );
}

/** The words that the first recipient reads, where the template itself cannot be shown. */
const Words = ({ rendered }: { rendered: string | undefined }) => (
  <Section title={texts.what}>
    {rendered && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{rendered}</p>}
    <p className="text-muted">{campaignDialogTexts.noTemplate}</p>
  </Section>
);

import { Link2, Save, Send } from "lucide-react";
import { useState } from "react";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { FormHead } from "#app/kit/form-head.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatShortDay } from "#app/lib/format.ts";
import { useCan } from "#app/session/session.ts";
import { campaignScreensTexts } from "#texts/campaign-screens.ts";
import { type Activity } from "#workers/contract/endpoints/activities.ts";
import { validateActivity } from "#workers/contract/endpoints/activity-estimate.ts";
import { EstimatePanel } from "#app/features/broadcasts/estimate-panel.tsx";
import { FormFrame } from "#app/features/broadcasts/form-frame.tsx";
import { labelsOf, listed, recipientPlaces } from "#app/features/broadcasts/form-places.ts";
import { MediaFields } from "#app/features/broadcasts/media-fields.tsx";
import { PreviewPanel } from "#app/features/broadcasts/preview-panel.tsx";
import { TestPanel } from "#app/features/broadcasts/test-panel.tsx";
import { useEstimateOf } from "#app/features/broadcasts/use-estimate.ts";
import { VariableSection } from "#app/features/broadcasts/variable-section.tsx";
import { WhatFields } from "#app/features/broadcasts/what-fields.tsx";
import { WhomFields } from "#app/features/broadcasts/whom-fields.tsx";
import { activityRequestOf, planOf } from "../activity/draft.ts";
import { comparedDraft, comparisonIn, comparisonOf, hasRule } from "../activity/comparison-draft.ts";
import { FALLBACK, fallbackOf, hasTime } from "../activity/fallback-draft.ts";
import { PlanFields } from "../activity/plan-fields.tsx";
import { listedSecond, PLAN_PLACES } from "../activity/problems.ts";
import { type ActivityForm as ActivityFormState, useActivityForm } from "../activity/use-activity-form.ts";
import { UrlVariables } from "../dialog/url-variables.tsx";
import { ComparedBy } from "../compared-by.tsx";
import { ReachedBy } from "../reached-by.tsx";
import { ComparisonFields } from "./comparison-fields.tsx";
import { FallbackFields } from "./fallback-fields.tsx";
import { TemplateButtons } from "./template-buttons.tsx";
import { differencesOf } from "./differences.ts";
import { useOfferedTypes } from "#app/features/broadcasts/use-offered-types.ts";

const texts = campaignScreensTexts.form;

/** An activity: what it sends to whom and when, beside how it reads and whom it would reach. */
export function ActivityForm({ campaignId, stored }: { campaignId: string; stored: Activity | undefined }) {
  const form = useActivityForm(campaignId, stored);
  const { draft, variables, loading, sending, control, theirs } = form;
  const { types, note } = useOfferedTypes(draft.type);
  const [mapping, setMapping] = useState(false);
  const asked = form.estimated && {
    request: activityRequestOf(draft, variables),
    plan: planOf(draft),
    fallback: estimatedFallback(form),
    comparison: estimatedComparison(form),
  };
  const estimating = useEstimateOf(validateActivity, asked);
  const labels = labelsOf(variables);
  const compared = comparisonIn(draft);
  const mayTest = useCan()("CAMPAIGNS.CREATE");
  return (
    <FormFrame
      form={form}
      kept={control}
      restored={texts.restored}
      onDiscard={form.discard}
      onSend={() => form.save(true)}
      buttons={
        <>
          <Button icon={<Save aria-hidden />} busy={sending.busy} onClick={() => form.save(false)}>
            {texts.saveDraft}
          </Button>
          <Button type="submit" tone="primary" icon={<Send aria-hidden />} busy={sending.busy}>
            {campaignScreensTexts.activity.actions.submit}
          </Button>
        </>
      }
      beside={
        <>
          <PreviewPanel
            {...{ draft, labels }}
            {...(compared && { title: campaignScreensTexts.comparison.previewA })}
            samples={estimating.estimate?.samples ?? []}
          />
          <EstimatePanel {...{ estimating, labels }} channelType={draft.type} ask={form.askPeople}>
            {estimating.estimate?.fallback && <ReachedBy fallback={estimating.estimate.fallback} />}
            {estimating.estimate && <ComparedBy estimate={estimating.estimate} />}
            {draft.isLater && <WouldRun times={estimating.estimate?.runs ?? []} all={draft.repeats} />}
          </EstimatePanel>
          {compared?.template && (
            <PreviewPanel
              title={campaignScreensTexts.comparison.preview}
              draft={comparedDraft(compared, draft)}
              labels={labelsOf(form.second.variables)}
              samples={estimating.estimate?.comparison?.samples ?? []}
            />
          )}
          {draft.fallback?.template && (
            <PreviewPanel
              title={campaignScreensTexts.fallback.preview}
              draft={draft.fallback}
              labels={labelsOf(form.second.variables)}
              samples={estimating.estimate?.fallback?.samples ?? []}
            />
          )}
          {mayTest && (
            <TestPanel
              request={{ ...form.request, resourceType: "CAMPAIGN", resourceId: stored?.id ?? "" }}
              check={form.checkMessage}
            />
          )}
          {mapping && <UrlVariables onClose={() => setMapping(false)} />}
        </>
      }
    >
      {theirs && stored ? (
        <ChangedMeanwhile
          text={sending.failure || texts.changed}
          differences={differencesOf(stored, theirs)}
          onLoad={form.loadTheirs}
          onKeep={() => form.save(false, theirs.revision)}
        />
      ) : (
        <FormHead
          failure={sending.failure}
          problems={[
            ...listed(form.shown, variables, { ...recipientPlaces(draft.type), ...PLAN_PLACES }),
            ...listedSecond(form.shown, form.second.variables),
          ]}
          round={form.round}
        />
      )}
      {stored && (stored.approval === "approved" || stored.approval === "pending") && (
        <Banner kind="info">{texts.changedApproval}</Banner>
      )}
      <WhatFields
        types={types}
        note={note}
        named={{ label: texts.name, required: true }}
        aside={<TemplateButtons template={draft.template} />}
      />
      {!loading.isLoading && <MediaFields />}
      <WhomFields estimate={estimating.estimate} />
      {draft.template && (
        <VariableSection
          loading={loading}
          aside={
            <Button size="sm" icon={<Link2 aria-hidden />} onClick={() => setMapping(true)}>
              {texts.urlVariables}
            </Button>
          }
        />
      )}
      <ComparisonFields form={form} />
      <FallbackFields form={form} types={types} />
      <PlanFields form={form} />
    </FormFrame>
  );
}

/** Once there is something to ask about. */
const estimatedFallback = ({ draft: { fallback }, second, shown }: ActivityFormState) =>
  fallback?.template && second.isKnown && shown[`${FALLBACK}count`] === undefined && hasTime(fallback)
    ? fallbackOf(fallback, second.variables)
    : null;

const estimatedComparison = ({ draft, second }: ActivityFormState) => {
  const comparison = comparisonIn(draft);
  return comparison?.template && second.isKnown && hasRule(comparison, draft)
    ? comparisonOf(comparison, draft, second.variables)
    : null;
};

/** So many times are named. */
const SHOWN = 5;

function WouldRun({ times, all }: { times: readonly string[]; all: boolean }) {
  if (times.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="text-muted">{campaignScreensTexts.plan.wouldRun}</p>
      <ol className="grid gap-0.5 tabular-nums">
        {times.slice(0, SHOWN).map((time) => (
          <li key={time}>{formatShortDay(time)}</li>
        ))}
        {all && times.length > SHOWN && <li className="text-muted">{campaignScreensTexts.plan.moreRuns}</li>}
      </ol>
    </div>
  );
}

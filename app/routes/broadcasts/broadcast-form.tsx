import { Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormHead } from "#app/kit/form-head.tsx";
import { useMedia } from "#app/components/use-media.ts";
import { Button } from "#app/components/ui/button.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { validateBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";
import { EstimatePanel } from "#app/features/broadcasts/estimate-panel.tsx";
import { FormFrame } from "#app/features/broadcasts/form-frame.tsx";
import { labelsOf, listed, recipientPlaces } from "#app/features/broadcasts/form-places.ts";
import { MediaFields } from "#app/features/broadcasts/media-fields.tsx";
import { PreviewPanel } from "#app/features/broadcasts/preview-panel.tsx";
import { ReviewSection } from "#app/features/broadcasts/review-section.tsx";
import { Section } from "#app/features/broadcasts/section.tsx";
import { StepList } from "#app/features/broadcasts/step-list.tsx";
import { stepNames, stepStates, type StepName } from "#app/features/broadcasts/steps.ts";
import { TestPanel } from "#app/features/broadcasts/test-panel.tsx";
import { useBroadcastForm } from "./use-broadcast-form.ts";
import { useEstimateOf } from "#app/features/broadcasts/use-estimate.ts";
import { useOfferedTypes } from "#app/features/broadcasts/use-offered-types.ts";
import { useSteps } from "#app/features/broadcasts/use-steps.ts";
import { VariableSection } from "#app/features/broadcasts/variable-section.tsx";
import { WhatFields } from "#app/features/broadcasts/what-fields.tsx";
import { WhenFields } from "#app/features/broadcasts/when-fields.tsx";
import { WhomFields } from "#app/features/broadcasts/whom-fields.tsx";

const texts = broadcastsTexts.form;
/** From here on the form has room for something beside it (form-frame.tsx). */
const BESIDE = "(min-width: 64rem)";

/** A template, its recipients, its values and its time, beside how it reads and whom it reaches; above it, how far it is. */
export function BroadcastForm() {
  const form = useBroadcastForm();
  const { draft, variables, loading, sending, control } = form;
  const estimating = useEstimateOf(validateBroadcast, form.estimated);
  const { estimate, asking } = estimating;
  const labels = labelsOf(variables);
  const { types, note } = useOfferedTypes(draft.type);
  // Where nothing fits beside the form, the message is read before its time and the review.
  const wide = useMedia(BESIDE);
  const [openedAt] = useState(Date.now);
  const { at, onFocus, lead } = useSteps(stepNames);
  const states = stepStates({
    ...form,
    estimate,
    isLoading: loading.isLoading,
    now: Math.max(form.triedAt, openedAt),
  });
  const steps = stepNames.map((name) => ({
    name,
    label: broadcastsTexts.steps.names[name],
    state: states[name],
  }));
  const preview = (
    <Step name="preview">
      <PreviewPanel {...{ draft, labels }} samples={estimate?.samples ?? []} />
    </Step>
  );
  return (
    <div onFocus={onFocus} className="[--beside-top:7.5rem]">
      <StepList steps={steps} at={at} onLead={lead} />
      <FormFrame
        form={form}
        kept={control}
        restored={texts.restored}
        onDiscard={form.discard}
        onSend={form.submit}
        buttons={
          <Button type="submit" tone="primary" busy={sending.busy} icon={<Send aria-hidden />}>
            {draft.isLater ? texts.schedule : texts.send}
          </Button>
        }
        beside={
          <>
            {wide && preview}
            <EstimatePanel {...{ estimating, labels }} channelType={draft.type} ask={form.askPeople} />
            <TestPanel request={form.request} check={form.checkMessage} />
          </>
        }
      >
        <FormHead
          failure={sending.failure}
          problems={listed(form.shown, variables, recipientPlaces(draft.type))}
          round={form.round}
        />
        <Step name="template">
          <WhatFields types={types} note={note} named={{ label: texts.name, hint: texts.nameHint }} />
          {!loading.isLoading && <MediaFields />}
        </Step>
        <Step name="audience">
          <WhomFields estimate={estimate} />
        </Step>
        <Step name="variables">
          {draft.template ? (
            <VariableSection loading={loading} />
          ) : (
            <Section title={texts.variables}>
              <p className="text-muted">{texts.variablesNone}</p>
            </Section>
          )}
        </Step>
        {!wide && preview}
        <Step name="time">
          <WhenFields />
        </Step>
        <Step name="review">
          <ReviewSection {...{ estimate, asking }} />
        </Step>
      </FormFrame>
    </div>
  );
}

/** A part of the form to which the list of steps leads. */
const Step = ({ name, children }: { name: StepName; children: ReactNode }) => (
  <div data-step={name} className="grid min-w-0 grid-cols-1 gap-4">
    {children}
  </div>
);

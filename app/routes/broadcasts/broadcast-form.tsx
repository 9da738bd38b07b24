import { Send } from "lucide-react";
import { FormHead } from "#app/kit/form-head.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { validateBroadcast } from "#workers/contract/endpoints/broadcasts.ts";
import { EstimatePanel } from "#app/features/broadcasts/estimate-panel.tsx";
import { FormFrame } from "#app/features/broadcasts/form-frame.tsx";
import { labelsOf, listed } from "#app/features/broadcasts/form-places.ts";
import { MediaFields } from "#app/features/broadcasts/media-fields.tsx";
import { PreviewPanel } from "#app/features/broadcasts/preview-panel.tsx";
import { TestPanel } from "#app/features/broadcasts/test-panel.tsx";
import { useBroadcastForm } from "./use-broadcast-form.ts";
import { useEstimateOf } from "#app/features/broadcasts/use-estimate.ts";
import { VariableSection } from "#app/features/broadcasts/variable-section.tsx";
import { WhatFields } from "#app/features/broadcasts/what-fields.tsx";
import { WhenFields } from "#app/features/broadcasts/when-fields.tsx";
import { WhomFields } from "#app/features/broadcasts/whom-fields.tsx";

const texts = broadcastsTexts.form;

/** A template, its recipients, its values and its time, beside how it reads and whom it reaches. */
export function BroadcastForm() {
  const form = useBroadcastForm();
  const { draft, variables, loading, sending, control } = form;
  const estimating = useEstimateOf(validateBroadcast, form.estimated);
  const labels = labelsOf(variables);
  return (
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
          <PreviewPanel {...{ draft, labels }} samples={estimating.estimate?.samples ?? []} />
          <EstimatePanel {...{ estimating, labels }} />
          <TestPanel request={form.request} check={form.checkMessage} />
        </>
      }
    >
      <FormHead failure={sending.failure} problems={listed(form.shown, variables)} round={form.round} />
      <WhatFields named={{ label: texts.name, hint: texts.nameHint }} />
      {!loading.isLoading && <MediaFields />}
      <WhomFields estimate={estimating.estimate} />
      {draft.template && <VariableSection loading={loading} />}
      <WhenFields />
    </FormFrame>
  );
}

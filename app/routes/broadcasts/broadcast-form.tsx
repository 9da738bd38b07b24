import { Send } from "lucide-react";
import { FormHead } from "#app/kit/form-head.tsx";
import { LongForm } from "#app/kit/long-form.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { uiTexts } from "#texts/ui.ts";
import { EstimatePanel } from "./estimate-panel.tsx";
import { FormProvider } from "./form-context.ts";
import { MediaFields } from "./media-fields.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { Section } from "./section.tsx";
import { TestPanel } from "./test-panel.tsx";
import { labelsOf, listed, useBroadcastForm } from "./use-broadcast-form.ts";
import { useEstimate } from "./use-estimate.ts";
import { VariableFields } from "./variable-fields.tsx";
import { WhatFields } from "./what-fields.tsx";
import { WhenFields } from "./when-fields.tsx";
import { WhomFields } from "./whom-fields.tsx";

const texts = broadcastsTexts.form;

/** A template, its recipients, its values and its time, beside how it reads and whom it reaches. */
export function BroadcastForm() {
  const form = useBroadcastForm();
  const { draft, variables, loading, sending, control } = form;
  const estimating = useEstimate(form.estimated);
  const labels = labelsOf(variables);
  return (
    <FormProvider value={form}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <LongForm
          onSend={form.submit}
          restored={control.restored ? { text: texts.restored, onDiscard: form.discard } : undefined}
          buttons={
            <>
              {control.edited && (
                <Button tone="ghost" onClick={form.discard}>
                  {uiTexts.discard}
                </Button>
              )}
              <Button type="submit" tone="primary" busy={sending.busy} icon={<Send aria-hidden />}>
                {draft.isLater ? texts.schedule : texts.send}
              </Button>
            </>
          }
        >
          <FormHead failure={sending.failure} problems={listed(form.shown, variables)} round={form.round} />
          <WhatFields />
          {!loading.isLoading && <MediaFields />}
          <WhomFields estimate={estimating.estimate} />
          {draft.template && (
            <Section title={texts.variables}>
              {loading.failure ? (
                <ErrorState
                  title={texts.variablesFailed}
                  text={loading.failure.message}
                  onRetry={loading.reload}
                />
              ) : loading.isLoading ? (
                <Progress label={texts.loadingVariables} />
              ) : (
                <VariableFields />
              )}
            </Section>
          )}
          <WhenFields />
        </LongForm>
        <div className="grid gap-4 lg:sticky lg:top-4">
          <PreviewPanel {...{ draft, labels }} samples={estimating.estimate?.samples ?? []} />
          <EstimatePanel {...{ estimating, labels }} />
          <TestPanel request={form.request} check={form.checkMessage} />
        </div>
      </div>
    </FormProvider>
  );
}

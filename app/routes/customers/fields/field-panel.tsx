import type { FormEvent } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { ChangedMeanwhile } from "#app/kit/changed-meanwhile.tsx";
import { RestoredDraft } from "#app/kit/restored-draft.tsx";
import { useStoredForm } from "#app/kit/use-stored-form.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { uiTexts } from "#texts/ui.ts";
import { type CustomerField, getField } from "#workers/contract/endpoints/customer-fields.ts";
import { differencesOf, draftOf, problemsOfDraft } from "./field-draft.ts";
import { FieldInputs, inputId } from "./field-inputs.tsx";
import { useStay } from "#app/kit/use-stay.ts";
import { useSaveField } from "./use-save-field.ts";

/** Adds or changes a field. Errors are shown at their inputs, and in a summary above them. */
export function FieldPanel({
  open,
  field,
  onClose,
}: {
  open: boolean;
  field: CustomerField | undefined;
  onClose: () => void;
}) {
  const stored = useStoredForm({
    name: `field:${field?._id ?? (open ? "new" : "none")}`,
    stored: field,
    valuesOf: draftOf,
    validate: problemsOfDraft,
  });
  const { form } = stored;
  const nameFixed = useHasData(field);
  const { kept, letGo } = useStay(open && form.edited);
  const close = () => {
    letGo();
    stored.forget();
    onClose();
  };
  const saving = useSaveField(stored, (typedSince) => {
    if (!typedSince) close();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.save();
  };
  const problems = Object.entries(form.errors).flatMap(([name, text]) =>
    text ? [{ id: inputId(name), text: `${texts.labels[name as keyof typeof texts.labels]}: ${text}` }] : [],
  );
  return (
    <SidePanel
      open={open}
      onClose={close}
      title={field ? texts.editTitle : texts.addTitle}
      edited={form.edited}
      busy={saving.busy}
      footer={
        <>
          <Button onClick={() => !saving.busy && close()}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form="field-form" busy={saving.busy}>
            {uiTexts.save}
          </Button>
        </>
      }
    >
      <form id="field-form" onSubmit={submit} noValidate className="grid gap-4">
        {kept && (
          <Banner kind="warning" live>
            {texts.leave}
          </Banner>
        )}
        <RestoredDraft control={stored} onDiscard={() => form.reset()} />
        {form.round > 0 && <ErrorSummary title={texts.saveFailed} problems={problems} round={form.round} />}
        {saving.theirs ? (
          <ChangedMeanwhile
            text={saving.failure}
            differences={differencesOf(saving.theirs, form.values)}
            onLoad={saving.loadTheirs}
            onKeep={saving.keepMine}
          />
        ) : (
          saving.failure && (
            <Banner kind="error" live title={texts.saveFailed}>
              {saving.failure}
            </Banner>
          )
        )}
        <FieldInputs form={form} nameFixed={nameFixed} />
      </form>
    </SidePanel>
  );
}

/** Tells whether the field has values: the list guesses from the newest customers, a single definition is exact. */
function useHasData(field: CustomerField | undefined): boolean {
  const { answer } = useQueryOf(
    getField,
    { params: { id: field?._id ?? "" } },
    { enabled: field !== undefined },
  );
  // Without an answer, the server checks it anyway when the field is saved.
  return (answer?.inputFieldDefinition ?? field)?.hasData ?? false;
}

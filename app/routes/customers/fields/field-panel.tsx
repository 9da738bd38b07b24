import { type FormEvent, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { uiTexts } from "#texts/ui.ts";
import { type CustomerField, getField } from "#workers/contract/endpoints/customer-fields.ts";
import { draftOf, problemsOfDraft } from "./field-draft.ts";
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
  const revalidator = useRevalidator();
  const form = useFields(draftOf(field), problemsOfDraft);
  const nameFixed = useHasData(field);
  const { kept, letGo } = useStay(open && form.edited);
  const close = () => {
    letGo();
    onClose();
  };
  const saving = useSaveField(form, field, async (typedSince) => {
    if (!typedSince) close();
    await revalidator.revalidate();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save();
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
          <Button onClick={close}>{uiTexts.cancel}</Button>
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
        {form.round > 0 && <ErrorSummary title={texts.saveFailed} problems={problems} round={form.round} />}
        {saving.failure && (
          <Banner
            kind={saving.theirs ? "warning" : "error"}
            live
            title={saving.theirs ? "" : texts.saveFailed}
          >
            <p>{saving.failure}</p>
            {saving.theirs && (
              <div className="mt-2 flex flex-wrap gap-2">
                <Button size="sm" onClick={saving.loadTheirs}>
                  {texts.loadTheirs}
                </Button>
                <Button size="sm" onClick={() => void saving.keepMine()}>
                  {texts.keepMine}
                </Button>
              </div>
            )}
          </Banner>
        )}
        <FieldInputs form={form} nameFixed={nameFixed} />
      </form>
    </SidePanel>
  );
}

/** Tells whether the field has values: the list guesses from the newest customers, a single definition is exact. */
function useHasData(field: CustomerField | undefined): boolean {
  const [has, setHas] = useState(field?.hasData ?? false);
  const id = field?._id;
  useEffect(() => {
    if (id === undefined) return;
    const gone = new AbortController();
    call(getField, { params: { id }, signal: gone.signal }).then(
      ({ inputFieldDefinition }) => setHas(inputFieldDefinition.hasData),
      // The server checks it anyway when the field is saved.
      () => {},
    );
    return () => gone.abort();
  }, [id]);
  return has;
}

import { type FormEvent, useId, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { problemsOf } from "#app/data/problems.ts";
import { taggingFields, type Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import type { TaggingKind } from "./tagging-kinds.ts";

/** Creates or renames a group or label. */
export function TaggingNameDialog({
  kind,
  tagging,
  open,
  onClose,
  onSaved,
}: {
  kind: TaggingKind;
  tagging?: Tagging | undefined;
  open: boolean;
  onClose: () => void;
  onSaved: (tagging: Tagging, said: string) => void;
}) {
  const formId = useId();
  const form = useFields({ name: tagging?.name ?? "" }, (values) => problemsOf(taggingFields, values));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const problem = problemsOf(taggingFields, form.values).name;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure("");
    try {
      const { payload, message } = await kind.save({ id: tagging?.id, name: form.values.name });
      onSaved(payload, message);
    } catch (error) {
      const refused = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      if (refused.status === 409 || refused.errors.name)
        form.refuse({ name: refused.errors.name ?? refused.message });
      else setFailure(refused.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      size="sm"
      title={tagging ? kind.texts.rename(tagging.name) : kind.texts.create}
      footer={
        <>
          <Button onClick={() => !busy && onClose()}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            busy={busy}
            disabledReason={problem}
            onClickCapture={() => problem && form.check()}
          >
            {uiTexts.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void send(event)} noValidate className="grid gap-3">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        <Field label={kind.texts.name} required error={form.errors.name}>
          <TextInput
            autoFocus
            value={form.values.name}
            placeholder={kind.texts.placeholder}
            maxLength={100}
            onChange={(event) => form.set("name", event.target.value)}
            onBlur={() => form.leave("name")}
          />
        </Field>
      </form>
    </Dialog>
  );
}

import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { problemsOf } from "#app/data/problems.ts";
import { taggingFields, type Tagging } from "#workers/contract/endpoints/customer-taggings.ts";
import type { TaggingKind } from "#app/features/customers/tagging-kinds.ts";

const FORM = "tagging";

/** Creates or renames a group or label. */
export function TaggingNameDialog({
  kind,
  tagging,
  open,
  onClose,
  onSaved,
}: {
  kind: TaggingKind;
  tagging: Tagging | undefined;
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
}) {
  const validate = (values: { name: string }) => problemsOf(taggingFields, values);
  const form = useFields({ name: tagging?.name ?? "" }, validate);
  const sending = useSend({
    form,
    refused: ({ status, errors, message }) => {
      const taken = status === 409 && !errors.name;
      if (taken) form.refuse({ name: message });
      return taken;
    },
  });
  return (
    <FormDialog
      {...{ open, onClose, form, sending }}
      id={FORM}
      size="sm"
      title={tagging ? kind.texts.rename(tagging.name) : kind.texts.create}
      labels={{ name: kind.texts.name }}
      submitDisabledReason={validate(form.values).name}
      onSubmit={() => sending.send(() => kind.save({ id: tagging?.id, name: form.values.name }), onSaved)}
    >
      <Field id={`${FORM}-name`} label={kind.texts.name} required error={form.errors.name}>
        <TextInput
          autoFocus
          placeholder={kind.texts.placeholder}
          maxLength={100}
          {...form.text("name")}
          onBlur={() => form.leave("name")}
        />
      </Field>
    </FormDialog>
  );
}

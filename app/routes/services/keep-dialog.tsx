import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import { createArtifact, listArtifacts } from "#workers/contract/endpoints/library.ts";
import { artifactTypes, LIBRARY } from "#workers/contract/library.ts";

const FORM = "keep-speech";
const LABELS = { name: texts.keepName, isPublic: texts.keepPublic };

/** Puts a sound into the library, for everybody or for oneself. */
export function KeepDialog({ name, fileId, onClose }: { name: string; fileId: string; onClose: () => void }) {
  const toast = useToast();
  const form = useFields({ name: name.slice(0, LIBRARY.name), isPublic: true }, (values) =>
    values.name.trim() === "" ? { name: texts.keepNameEmpty } : {},
  );
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () =>
        call(createArtifact, {
          body: {
            type: artifactTypes.media,
            data: { name: form.values.name, fileId },
            isPublic: form.values.isPublic,
          },
        }),
      () => {
        toast.success(texts.kept);
        void invalidate(listArtifacts);
        onClose();
      },
    );
  return (
    <FormDialog
      id={FORM}
      open
      size="sm"
      title={texts.keepTitle}
      form={form}
      labels={LABELS}
      sending={sending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field label={texts.keepName} id={`${FORM}-name`} required error={form.errors.name}>
        <TextInput autoFocus data-autofocus maxLength={LIBRARY.name} {...form.text("name")} />
      </Field>
      <Checkbox
        label={texts.keepPublic}
        checked={form.values.isPublic}
        onChange={(isPublic) => form.set("isPublic", isPublic)}
      />
    </FormDialog>
  );
}

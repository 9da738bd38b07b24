import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { type Bucket, createBucket, listBuckets, updateBucket } from "#workers/contract/endpoints/library.ts";
import { LIBRARY } from "#workers/contract/library.ts";

/** A bucket that is renamed, or where a new one is made. */
export type BucketEditing = { bucket: Bucket } | { bucket?: undefined; parentId: string; isPublic: boolean };

const FORM = "bucket";

export function BucketDialog({ editing, onClose }: { editing: BucketEditing; onClose: () => void }) {
  const form = useFields({ name: editing.bucket?.name ?? "" }, ({ name }) => ({
    ...(name.trim() === "" && { name: texts.bucketNameEmpty }),
  }));
  const sending = useSend({
    form,
    refused: ({ status, errors, message }) => {
      const isTaken = status === 409 && !errors["revision"];
      if (isTaken) form.refuse({ name: message });
      return isTaken;
    },
  });
  const save = () =>
    sending.send(
      () =>
        editing.bucket
          ? request(updateBucket, {
              params: { id: editing.bucket.id },
              body: { ...form.values, revision: editing.bucket.revision },
            })
          : request(createBucket, {
              body: { ...form.values, parentId: editing.parentId, isPublic: editing.isPublic },
            }),
      async () => {
        await invalidate(listBuckets);
        onClose();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size="sm"
      title={editing.bucket ? texts.renameBucket : texts.newBucket}
      labels={{ name: texts.bucketName }}
      onSubmit={save}
    >
      <Field id={`${FORM}-name`} label={texts.bucketName} required error={form.errors.name}>
        <TextInput autoFocus maxLength={LIBRARY.bucketName} {...form.text("name")} />
      </Field>
    </FormDialog>
  );
}

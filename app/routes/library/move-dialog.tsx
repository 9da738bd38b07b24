import { request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import { type Bucket, moveIntoBucket, removeFromBucket } from "#workers/contract/endpoints/library.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import type { JobProgress } from "#workers/contract/jobs.ts";
import { libraryMoved } from "./library-moved.ts";
import { bucketOptions } from "./bucket-options.ts";

const FORM = "move";
type Chosen = NonNullable<CallOf<typeof moveIntoBucket>["body"]> & { buckets: string[] };

/** Moves entries and buckets to another bucket, or out of the one where they are. */
export function MoveDialog({
  chosen,
  from,
  buckets,
  onClose,
  onMoved,
}: {
  chosen: Chosen;
  /** The bucket where they are; '' for none. */
  from: string;
  buckets: readonly Bucket[];
  onClose: () => void;
  /** With the job that moves them, where they are very many. */
  onMoved?: (job: JobProgress | null) => void;
}) {
  const form = useFields({ bucketId: from }, () => ({}));
  const sending = useSend({
    form,
    refused: ({ errors, message }) => {
      const about = errors["buckets"] ?? errors["artifacts"];
      if (about) form.refuse({ bucketId: message });
      return about !== undefined;
    },
  });
  const { bucketId } = form.values;
  const save = () => {
    if (bucketId === from) return onClose();
    return sending.send(
      () =>
        bucketId
          ? request(moveIntoBucket, { params: { id: bucketId }, body: chosen })
          : request(removeFromBucket, { params: { id: from }, body: chosen }),
      async ({ payload }) => {
        await libraryMoved();
        onMoved?.(payload.job);
        onClose();
      },
    );
  };
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      size="sm"
      title={texts.moveTitle}
      labels={{ bucketId: texts.moveTo }}
      submit={texts.move}
      onSubmit={save}
    >
      <Field id={`${FORM}-bucketId`} label={texts.moveTo} error={form.errors.bucketId}>
        <Select
          autoFocus
          value={bucketId}
          options={bucketOptions(buckets, chosen.buckets)}
          onChange={(next) => form.set("bucketId", next)}
        />
      </Field>
    </FormDialog>
  );
}

import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { libraryTexts as texts } from "#texts/library.ts";
import {
  type Bucket,
  getArtifact,
  listArtifacts,
  listBuckets,
  moveIntoBucket,
  removeFromBucket,
} from "#workers/contract/endpoints/library.ts";
import type { CallOf } from "#workers/contract/endpoint.ts";
import { bucketOptions } from "./bucket-options.ts";

const FORM = "move";
type Chosen = NonNullable<CallOf<typeof moveIntoBucket>["body"]> & { buckets: string[] };

/** Of all that match some are moved at once: it goes on until none is left. */
async function allOf<Moved extends { payload: { more: boolean } }>(
  move: () => Promise<Moved>,
): Promise<Moved> {
  let moved = await move();
  while (moved.payload.more) moved = await move();
  return moved;
}

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
  onMoved?: () => void;
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
        allOf(() =>
          bucketId
            ? request(moveIntoBucket, { params: { id: bucketId }, body: chosen })
            : request(removeFromBucket, { params: { id: from }, body: chosen }),
        ),
      async () => {
        await Promise.all([invalidate(listArtifacts), invalidate(listBuckets), invalidate(getArtifact)]);
        onMoved?.();
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

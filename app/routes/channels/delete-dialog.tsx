import { request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { channelsTexts as texts } from "#texts/channels.ts";
import { uiTexts } from "#texts/ui.ts";
import { type Channel, deleteChannel } from "#workers/contract/endpoints/channels.ts";
import { forgetChannel } from "./show-channel.ts";

const FORM = "delete-channel";

/** Deleting cannot be undone and stops messages at once, so the name must be typed to confirm. */
export function DeleteDialog({
  channel: { id, name },
  onClose,
  onDeleted = onClose,
}: {
  channel: Pick<Channel, "id" | "name">;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const problemOf = (typed: string) => (typed.trim() === name ? undefined : texts.removeMismatch);
  const form = useFields({ confirm: "" }, ({ confirm }) => ({ confirm: problemOf(confirm) }));
  const sending = useSend({ form });
  const remove = () =>
    sending.send(
      () => request(deleteChannel, { params: { id } }),
      () => {
        onDeleted();
        forgetChannel(id);
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, sending }}
      open
      id={FORM}
      role="alertdialog"
      size="sm"
      title={texts.removeTitle(name)}
      description={texts.removeText}
      labels={{ confirm: texts.removeType(name) }}
      edited={false}
      submit={uiTexts.delete}
      tone="danger"
      submitDisabledReason={problemOf(form.values.confirm)}
      onSubmit={remove}
    >
      <Field id={`${FORM}-confirm`} label={texts.removeType(name)} error={form.errors.confirm}>
        <TextInput autoFocus dir="auto" autoComplete="off" {...form.text("confirm")} />
      </Field>
    </FormDialog>
  );
}

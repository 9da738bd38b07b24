import { request } from "#app/data/api.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { blacklistTexts as texts } from "#texts/blacklist.ts";
import {
  type BlacklistEntry,
  editBlacklisted,
  LONGEST_REASON,
} from "#workers/contract/endpoints/blacklist.ts";
import { nameOf } from "./blacklist-table.tsx";

const FORM = "blacklist-reason";
const labels = { reason: texts.reason };

/** Changes why somebody is not contacted. */
export function ReasonDialog({
  entry,
  onClose,
  onSaved,
}: {
  entry: BlacklistEntry;
  onClose: () => void;
  onSaved: () => void;
}) {
  const form = useFields({ reason: entry.reason }, () => ({}));
  const sending = useSend({ form });
  const save = () =>
    sending.send(
      () =>
        request(editBlacklisted, {
          params: { id: entry.id },
          body: { reason: form.values.reason, revision: entry.revision },
        }),
      () => {
        onSaved();
        onClose();
      },
    );
  return (
    <FormDialog
      {...{ onClose, form, labels, sending }}
      open
      id={FORM}
      title={texts.editTitle}
      description={nameOf(entry)}
      onSubmit={save}
    >
      <Field id={`${FORM}-reason`} label={labels.reason} hint={texts.reasonHint} error={form.errors.reason}>
        <TextInput autoFocus maxLength={LONGEST_REASON} {...form.text("reason")} />
      </Field>
    </FormDialog>
  );
}

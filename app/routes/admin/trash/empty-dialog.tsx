import { useState } from "react";
import { call } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { formatCount } from "#app/lib/format.ts";
import { trashTexts as texts } from "#texts/trash.ts";
import { emptyTrash, type TrashKind } from "#workers/contract/endpoints/trash.ts";

const FORM = "empty-trash";
const labels = { confirm: texts.typeWord };

/** Permanently deletes all items of a kind, after the confirmation word was typed. */
export function EmptyDialog({
  kind,
  onClose,
  onDone,
}: {
  kind: TrashKind;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const [gone, setGone] = useState(0);
  const form = useFields({ confirm: "" }, ({ confirm }) =>
    confirm.trim().toLowerCase() === texts.word ? {} : { confirm: texts.typeIt },
  );
  const sending = useSend({ form });
  const empty = async () => {
    let all = 0;
    setGone(all);
    // Each call deletes a limited number; the next one continues.
    for (let more = true; more;) {
      const answer = await call(emptyTrash, { body: { kind, confirm: form.values.confirm } });
      all += answer.purged;
      ({ more } = answer);
      setGone(all);
    }
    onDone(texts.emptied(formatCount(all)));
  };
  return (
    <FormDialog
      {...{ onClose, form, labels, sending }}
      open
      id={FORM}
      role="alertdialog"
      size="sm"
      tone="danger"
      edited={false}
      title={texts.emptyTitle(texts.kinds[kind])}
      description={kind === "customer" ? texts.emptyTextOfPeople : texts.emptyText}
      onSubmit={() => sending.send(empty)}
      submit={texts.empty}
    >
      {sending.busy && gone > 0 && <p role="status">{texts.emptying(formatCount(gone))}</p>}
      <Field id={`${FORM}-confirm`} label={labels.confirm} required error={form.errors.confirm}>
        <TextInput data-autofocus autoComplete="off" {...form.text("confirm")} />
      </Field>
    </FormDialog>
  );
}

import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";

/** Asks for something that cannot be undone: the name of what it ends must be typed to confirm. */
export function ConfirmByName<Answer>({
  id,
  name,
  texts,
  send,
  onClose,
  onDone,
}: {
  /** The form's id. */
  id: string;
  name: string;
  texts: { title: string; text: string; label: string; mismatch: string; submit: string };
  /** Does it; gets the name as it was typed. */
  send: (typed: string) => Promise<Answer>;
  onClose: () => void;
  onDone: (answer: Answer) => void;
}) {
  const problemOf = (typed: string) => (typed.trim() === name ? undefined : texts.mismatch);
  const form = useFields({ confirm: "" }, ({ confirm }) => ({ confirm: problemOf(confirm) }));
  const sending = useSend({ form });
  return (
    <FormDialog
      {...{ id, onClose, form, sending }}
      open
      role="alertdialog"
      size="sm"
      title={texts.title}
      description={texts.text}
      labels={{ confirm: texts.label }}
      edited={false}
      submit={texts.submit}
      tone="danger"
      submitDisabledReason={problemOf(form.values.confirm)}
      onSubmit={() => sending.send(() => send(form.values.confirm.trim()), onDone)}
    >
      <Field id={`${id}-confirm`} label={texts.label} error={form.errors.confirm}>
        <TextInput autoFocus dir="auto" autoComplete="off" {...form.text("confirm")} />
      </Field>
    </FormDialog>
  );
}

import { call } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { customersTexts as texts } from "#texts/customers.ts";
import { type Customer, eraseCustomer } from "#workers/contract/endpoints/customers.ts";
import { forgetCustomer } from "../changed.ts";
import type { ErasureReceipt } from "./receipt.tsx";

const FORM = "erase";

/** Erasing cannot be undone, so the name must be typed to confirm. */
export function EraseDialog({
  customer: { id, name },
  open,
  onClose,
  onErased,
}: {
  customer: Pick<Customer, "id" | "name">;
  open: boolean;
  onClose: () => void;
  onErased: (receipt: ErasureReceipt) => void;
}) {
  const problemOf = (typed: string) => (typed.trim() === name ? undefined : texts.eraseMismatch);
  const form = useFields({ confirm: "" }, ({ confirm }) => ({ confirm: problemOf(confirm) }));
  const sending = useSend({ form });
  const confirm = form.values.confirm.trim();
  const erase = () =>
    sending.send(
      () => call(eraseCustomer, { params: { id }, body: { confirm } }),
      ({ receipt }) => {
        onErased(receipt);
        forgetCustomer(id);
      },
    );
  return (
    <FormDialog
      {...{ open, onClose, form, sending }}
      id={FORM}
      role="alertdialog"
      size="sm"
      title={texts.eraseQuestion(name)}
      description={texts.eraseText}
      labels={{ confirm: texts.eraseConfirm(name) }}
      edited={false}
      submit={texts.erase}
      tone="danger"
      submitDisabledReason={problemOf(confirm)}
      onSubmit={erase}
    >
      <Field id={`${FORM}-confirm`} label={texts.eraseConfirm(name)} error={form.errors.confirm}>
        <TextInput autoFocus dir="auto" autoComplete="off" {...form.text("confirm")} />
      </Field>
    </FormDialog>
  );
}

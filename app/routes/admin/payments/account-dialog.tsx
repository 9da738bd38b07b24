import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import {
  getPaymentAccount,
  type PaymentAccount,
  savePaymentAccount,
} from "#workers/contract/endpoints/payments.ts";

const LABELS = { keyId: texts.keyId, keySecret: texts.keySecret, webhookSecret: texts.webhookSecret };
type Draft = Record<keyof typeof LABELS, string>;

/** Adds the account, or replaces its keys: a secret that is left empty stays. */
export function AccountDialog({
  account: stored,
  onClose,
}: {
  account: PaymentAccount | null;
  onClose: () => void;
}) {
  // Saved with the revision that the form began from.
  const [account] = useState(stored);
  const toast = useToast();
  const check = ({ keyId, keySecret, webhookSecret }: Draft) => ({
    ...(keyId.trim() === "" && { keyId: texts.keyIdEmpty }),
    ...(!account && keySecret === "" && { keySecret: texts.keySecretEmpty }),
    ...(!account && webhookSecret === "" && { webhookSecret: texts.webhookSecretEmpty }),
  });
  const form = useFields<Draft>({ keyId: account?.keyId ?? "", keySecret: "", webhookSecret: "" }, check);
  const sending = useSend({ form });
  const submit = () =>
    sending.send(
      () => call(savePaymentAccount, { body: { ...form.values, revision: account?.revision } }),
      () => {
        toast.success(texts.saved);
        void invalidate(getPaymentAccount);
        onClose();
      },
    );
  const secret = (name: "keySecret" | "webhookSecret", hint: string) => (
    <Field
      label={LABELS[name]}
      id={`payment-account-${name}`}
      hint={account ? `${texts.stays(account.hints[name])} ${hint}` : hint}
      required={!account}
      error={form.errors[name]}
    >
      <PasswordInput autoComplete="new-password" maxLength={200} {...form.text(name)} />
    </Field>
  );
  return (
    <FormDialog
      id="payment-account"
      open
      title={account ? texts.editTitle : texts.addTitle}
      form={form}
      labels={LABELS}
      sending={sending}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field
        label={texts.keyId}
        id="payment-account-keyId"
        hint={texts.keyIdHint}
        required
        error={form.errors.keyId}
      >
        <TextInput maxLength={100} autoComplete="off" spellCheck={false} {...form.text("keyId")} />
      </Field>
      {secret("keySecret", texts.keySecretHint)}
      {secret("webhookSecret", texts.webhookSecretHint)}
    </FormDialog>
  );
}

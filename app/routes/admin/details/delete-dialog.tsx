import { CodeInput } from "#app/components/confirm-identity.tsx";
import { request } from "#app/data/api.ts";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { sealPassword } from "#app/session/session.ts";
import { enterpriseDataTexts as texts } from "#texts/enterprise-data.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { askDeletion, type Deletion, DELETION_DAYS } from "#workers/contract/endpoints/enterprise-data.ts";

const FORM = "delete-enterprise";
const labels = {
  confirm: texts.deleteLabel,
  password: texts.deletePassword,
  code: texts.deleteCode,
};

/** Asks for the enterprise's name, and that it is an administrator who asks. */
export function DeleteDialog({
  uId,
  name,
  onClose,
  onAsked,
}: {
  uId: string;
  name: string;
  onClose: () => void;
  onAsked: (state: Deletion) => void;
}) {
  const form = useFields({ confirm: "", password: "", code: "" }, ({ confirm, password, code }) => ({
    ...(confirm.trim() !== name && { confirm: texts.deleteMismatch }),
    ...(!password && !code.trim() && { password: secondFactorTexts.confirmationNeeded }),
  }));
  const sending = useSend({ form });
  const ask = async () => {
    const { confirm, password } = form.values;
    const code = form.values.code.trim();
    const proof = code ? { code } : { password: await sealPassword(password, uId) };
    return request(askDeletion, { body: { confirm: confirm.trim(), ...proof } });
  };
  return (
    <FormDialog
      {...{ form, labels, sending, onClose }}
      id={FORM}
      open
      role="alertdialog"
      title={texts.deleteDialog}
      description={texts.deleteText(name, DELETION_DAYS)}
      edited={false}
      tone="danger"
      submit={texts.deleteBegin}
      onSubmit={() => sending.send(ask, ({ payload }) => onAsked(payload))}
    >
      <Field id={`${FORM}-confirm`} label={labels.confirm} required error={form.errors.confirm}>
        <TextInput autoFocus dir="auto" autoComplete="off" {...form.text("confirm")} />
      </Field>
      <Field id={`${FORM}-password`} label={labels.password} error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.text("password")} />
      </Field>
      <Field id={`${FORM}-code`} label={labels.code} error={form.errors.code}>
        <CodeInput {...form.text("code")} />
      </Field>
    </FormDialog>
  );
}

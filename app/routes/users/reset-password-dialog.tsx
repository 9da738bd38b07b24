import { request } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { authTexts } from "#texts/auth.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { problemsOf } from "#app/data/problems.ts";
import { newPassword } from "#workers/contract/new-password.ts";
import { resetPassword, type UserDetails } from "#workers/contract/endpoints/users.ts";

const FORM = "reset-password";
const labels = { password: texts.newPassword, adminPassword: texts.adminPassword };

const validateFor =
  ({ name, emailId }: UserDetails) =>
  ({ password, adminPassword }: Record<keyof typeof labels, string>) => {
    const wrong = problemsOf(newPassword([name, emailId]), password)[""];
    return {
      ...(wrong && { password: wrong }),
      ...(adminPassword === "" && { adminPassword: authTexts.mandatory }),
    };
  };

/** Sets another user's password, confirmed by the administrator's own. Both are sealed to the server's key. */
export function ResetPasswordDialog({
  user,
  open,
  onClose,
  onDone,
}: {
  user: UserDetails;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useFields({ password: "", adminPassword: "" }, validateFor(user));
  const sending = useSend({ form });
  const close = () => {
    form.reset();
    sending.setFailure("");
    onClose();
  };
  const save = async () => {
    const { password, adminPassword } = form.values;
    const body = await sealPasswords(user.uId, { password, adminPassword });
    return request(resetPassword, { params: { id: user.uId }, body });
  };
  const done = () => {
    form.reset();
    onDone();
  };
  return (
    <FormDialog
      {...{ open, form, labels, sending }}
      id={FORM}
      onClose={close}
      title={texts.resetTitle(user.name)}
      description={texts.resetText}
      onSubmit={() => sending.send(save, done)}
      submit={texts.resetPassword}
    >
      <Field
        id={`${FORM}-password`}
        label={texts.newPassword}
        hint={texts.newPasswordHint}
        required
        error={form.errors.password}
      >
        <PasswordInput autoFocus autoComplete="new-password" {...form.text("password")} />
      </Field>
      <Field
        id={`${FORM}-adminPassword`}
        label={texts.adminPassword}
        hint={texts.adminPasswordHint}
        required
        error={form.errors.adminPassword}
      >
        <PasswordInput autoComplete="current-password" {...form.text("adminPassword")} />
      </Field>
    </FormDialog>
  );
}

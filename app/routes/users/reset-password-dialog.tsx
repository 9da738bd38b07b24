import { type FormEvent, useState } from "react";
import { ApiError, request } from "#app/data/api.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { ErrorSummary } from "#app/components/ui/error-summary.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { uiTexts } from "#texts/ui.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { problemsOf } from "#app/data/problems.ts";
import { newPassword } from "#workers/contract/new-password.ts";
import { resetPassword, type UserDetails } from "#workers/contract/endpoints/users.ts";

const FORM = "reset-password-form";
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
  onDone: (said: string) => void;
}) {
  const form = useFields({ password: "", adminPassword: "" }, validateFor(user));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const close = () => {
    form.reset();
    setFailure("");
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog is outside the panel's form in the DOM, but its events bubble through React's tree.
    event.stopPropagation();
    if (busy || !form.check()) return;
    setBusy(true);
    setFailure("");
    try {
      const { password, adminPassword } = form.values;
      const body = await sealPasswords(user.uId, { password, adminPassword });
      const { message } = await request(resetPassword, { params: { id: user.uId }, body });
      form.reset();
      onDone(message);
    } catch (error) {
      const refused = error instanceof ApiError ? error : new ApiError(errorsTexts.internal);
      if (Object.keys(labels).some((name) => refused.errors[name])) form.refuse(refused.errors);
      else setFailure(refused.message);
    } finally {
      setBusy(false);
    }
  };
  const problems = (["password", "adminPassword"] as const).flatMap((name) =>
    form.errors[name] ? [{ id: `${FORM}-${name}`, text: `${labels[name]}: ${form.errors[name]}` }] : [],
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={busy}
      edited={form.edited}
      title={texts.resetTitle(user.name)}
      description={texts.resetText}
      footer={
        <>
          <Button onClick={() => !busy && close()}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form={FORM} busy={busy}>
            {texts.resetPassword}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        <ErrorSummary problems={problems.length > 1 ? problems : []} round={form.round} />
        <Field
          id={`${FORM}-password`}
          label={texts.newPassword}
          hint={texts.newPasswordHint}
          required
          error={form.errors.password}
        >
          <PasswordInput
            autoFocus
            autoComplete="new-password"
            value={form.values.password}
            onChange={(event) => form.set("password", event.target.value)}
            onBlur={() => form.values.password && form.leave("password")}
          />
        </Field>
        <Field
          id={`${FORM}-adminPassword`}
          label={texts.adminPassword}
          hint={texts.adminPasswordHint}
          required
          error={form.errors.adminPassword}
        >
          <PasswordInput
            autoComplete="current-password"
            value={form.values.adminPassword}
            onChange={(event) => form.set("adminPassword", event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

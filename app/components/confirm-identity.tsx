import type { ComponentProps } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { sealPassword } from "#app/session/session.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";

const FORM = "confirm-identity";
const labels = { password: texts.password, code: texts.passwordOrCode };

/**
 * Asks a person to confirm their identity before a change of how they sign in. `run` makes the call with the typed
 * values; the dialog closes on success and shows a refusal beside the field. `uId` is the owner of the password.
 */
export function ConfirmIdentity({
  open,
  uId,
  withCode,
  text = texts.confirmText,
  run,
  onClose,
}: {
  open: boolean;
  uId: string;
  /** Offers an authenticator or recovery code as an alternative to the password. */
  withCode: boolean;
  /** The reason for asking, if it is not a change of how one signs in. */
  text?: string;
  run: (confirmation: Confirmation) => Promise<void>;
  onClose: () => void;
}) {
  const form = useFields({ password: "", code: "" }, ({ password, code }) =>
    password || code.trim() ? {} : { password: texts.confirmationNeeded },
  );
  const sending = useSend({ form });
  const close = () => {
    form.reset();
    sending.setFailure("");
    onClose();
  };
  const prove = async () => {
    const code = form.values.code.trim();
    await run(code ? { code } : { password: await sealPassword(form.values.password, uId) });
  };
  return (
    <FormDialog
      {...{ open, form, labels, sending }}
      id={FORM}
      size="sm"
      onClose={close}
      title={texts.confirmTitle}
      description={text}
      edited={false}
      onSubmit={() => sending.send(prove, close)}
      submit={texts.proceed}
    >
      <Field
        id={`${FORM}-password`}
        label={labels.password}
        required={!withCode}
        error={form.errors.password}
      >
        <PasswordInput autoFocus data-autofocus autoComplete="current-password" {...form.text("password")} />
      </Field>
      {withCode && (
        <Field id={`${FORM}-code`} label={labels.code} error={form.errors.code}>
          <CodeInput {...form.text("code")} />
        </Field>
      )}
    </FormDialog>
  );
}

/** Where a code of the authenticator app, or one of those for emergencies, is typed. */
export const CodeInput = (props: Omit<ComponentProps<typeof TextInput>, "className">) => (
  <TextInput
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    className="font-mono"
    {...props}
  />
);

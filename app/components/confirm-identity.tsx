import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { uiTexts } from "#texts/ui.ts";
import { sealPassword } from "#app/session/session.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";

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
  const formId = useId();
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const close = () => {
    setErrors({});
    setFailure(undefined);
    onClose();
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = { password: password.current?.value ?? "", code: code.current?.value.trim() ?? "" };
    if (busy) return;
    if (!typed.password && !typed.code) return setErrors({ password: texts.confirmationNeeded });
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    try {
      await run(typed.code ? { code: typed.code } : { password: await sealPassword(typed.password, uId) });
      close();
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined;
      const beside = refused?.errors["password"] ?? refused?.errors["code"];
      if (refused && beside) {
        setErrors(refused.errors);
        (refused.errors["password"] ? password : code).current?.focus();
      } else setFailure(refused?.message ?? errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      busy={busy}
      size="sm"
      title={texts.confirmTitle}
      description={text}
      footer={
        <>
          <Button onClick={close}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form={formId} busy={busy}>
            {texts.proceed}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid gap-4">
        {failure && (
          <Banner kind="error" live>
            {failure}
          </Banner>
        )}
        <Field label={texts.password} required={!withCode} error={errors["password"]}>
          <PasswordInput
            ref={password}
            autoFocus
            data-autofocus
            autoComplete="current-password"
            onInput={() => setErrors({})}
          />
        </Field>
        {withCode && (
          <Field label={texts.passwordOrCode} error={errors["code"]}>
            <TextInput
              ref={code}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              onInput={() => setErrors({})}
              className="font-mono"
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

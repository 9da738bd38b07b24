import { call } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { QrPicture } from "#app/components/qr-picture.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { confirmTotp } from "#workers/contract/endpoints/two-factor.ts";

export interface Enrolment {
  secret: string;
  uri: string;
}

const FORM = "totp-form";
const labels = { code: texts.appCode };

/** Sets up an authenticator app: a QR code to scan, the key to type, and a code that proves the set-up works. */
export function TotpDialog({
  enrolment,
  onClose,
  onDone,
}: {
  enrolment: Enrolment | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useFields({ code: "" }, ({ code }) => (code.trim() ? {} : { code: texts.codeEmpty }));
  const sending = useSend({ form });
  const close = () => {
    form.reset();
    sending.setFailure("");
    onClose();
  };
  const send = () =>
    sending.send(
      () => call(confirmTotp, { body: { code: form.values.code.trim() } }),
      () => {
        form.reset();
        onDone();
      },
    );
  return (
    <FormDialog
      {...{ form, labels, sending }}
      id={FORM}
      open={enrolment !== undefined}
      onClose={close}
      title={texts.appTitle}
      edited={false}
      onSubmit={send}
      submit={texts.appConfirm}
    >
      {enrolment && (
        <>
          <p>{texts.appScan}</p>
          <QrPicture uri={enrolment.uri} label={texts.appPicture} />
          <div className="grid gap-1.5">
            <p>{texts.appSecret}</p>
            <p className="flex flex-wrap items-center gap-2">
              <code className="rounded bg-sunken px-2 py-1 font-mono break-all">
                {enrolment.secret.replace(/(.{4})(?=.)/g, "$1 ")}
              </code>
              <CopyButton text={enrolment.secret} label={texts.copySecret} copied={texts.copied} />
            </p>
          </div>
          <Field id={`${FORM}-code`} label={labels.code} required error={form.errors.code}>
            <TextInput
              autoFocus
              data-autofocus
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={12}
              className="max-w-40 font-mono text-lg tracking-widest"
              {...form.text("code")}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}

import { useEffect, useState } from "react";
import { call } from "#app/data/api.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { loadPart } from "#app/lib/load-part.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
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
          <QrPicture uri={enrolment.uri} />
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

/** The QR code is drawn in the browser by a lazily loaded library, so no third party sees the secret. */
function QrPicture({ uri }: { uri: string }) {
  const [path, setPath] = useState<{ d: string; size: number }>();
  useEffect(() => {
    let gone = false;
    void loadPart(() => import("uqr")).then(({ encode }) => {
      const { data, size } = encode(uri, { ecc: "M", border: 2 });
      const d = data
        .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join("");
      if (!gone) setPath({ d, size });
    });
    return () => {
      gone = true;
    };
  }, [uri]);
  // Dark on light in both themes: many scanners read nothing else.
  return path ? (
    <svg
      role="img"
      aria-label={texts.appPicture}
      viewBox={`0 0 ${path.size} ${path.size}`}
      shapeRendering="crispEdges"
      className="size-48 justify-self-center rounded-lg"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={path.d} fill="#000000" />
    </svg>
  ) : (
    <Skeleton className="size-48 justify-self-center" />
  );
}

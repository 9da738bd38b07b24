import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { loadPart } from "#app/lib/load-part.ts";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { errorsTexts } from "#texts/errors.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { uiTexts } from "#texts/ui.ts";
import { confirmTotp } from "#workers/contract/endpoints/two-factor.ts";

export interface Enrolment {
  secret: string;
  uri: string;
}

/** Sets up an authenticator app: a QR code to scan, the key to type, and a code that proves the set-up works. */
export function TotpDialog({
  enrolment,
  onClose,
  onDone,
}: {
  enrolment: Enrolment | undefined;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const code = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const close = () => {
    setError(undefined);
    setFailure(undefined);
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const typed = code.current?.value.trim() ?? "";
    if (busy) return;
    if (!typed) return setError(texts.codeEmpty);
    setBusy(true);
    setFailure(undefined);
    try {
      await call(confirmTotp, { body: { code: typed } });
      await onDone();
    } catch (refused) {
      const known = refused instanceof ApiError ? refused : undefined;
      if (known?.errors["code"]) {
        setError(known.errors["code"]);
        code.current?.select();
      } else setFailure(known?.message ?? errorsTexts.internal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={enrolment !== undefined}
      onClose={close}
      busy={busy}
      title={texts.appTitle}
      footer={
        <>
          <Button onClick={close}>{uiTexts.cancel}</Button>
          <Button tone="primary" type="submit" form="totp-form" busy={busy}>
            {texts.appConfirm}
          </Button>
        </>
      }
    >
      {enrolment && (
        <form id="totp-form" noValidate onSubmit={send} className="grid gap-4">
          {failure && (
            <Banner kind="error" live>
              {failure}
            </Banner>
          )}
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
          <Field label={texts.appCode} required error={error}>
            <TextInput
              ref={code}
              autoFocus
              data-autofocus
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={12}
              onInput={() => setError(undefined)}
              className="max-w-40 font-mono text-lg tracking-widest"
            />
          </Field>
        </form>
      )}
    </Dialog>
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

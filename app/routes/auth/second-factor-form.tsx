import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type ApiError, call, request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { authTexts } from "#texts/auth.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import { enterWith } from "#app/session/session.ts";
import { resendAuthMail, verifyCode, type Challenge } from "#workers/contract/endpoints/account.ts";
import { resetAddress } from "./reset-address.ts";
import type { EntryNotice } from "./use-entry-form.ts";
import { useCountdown } from "./use-countdown.ts";

const RESEND_S = 30;

/** Completes a sign-in with the code of its second factor, or with a recovery code. */
export function SecondFactorForm({
  challenge,
  onEntered,
  onBack,
}: {
  challenge: Challenge;
  onEntered: () => Promise<void> | void;
  onBack: () => void;
}) {
  const { id, authType, sentTo } = challenge;
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [error, setError] = useState<string>();
  const [notice, setNotice] = useState<EntryNotice>();
  // An expired sign-in accepts no further code; only the way back is left.
  const [over, setOver] = useState(false);

  // The input takes the focus when it appears.
  useEffect(() => input.current?.focus(), [recovery]);

  const wrong = (text: string) => {
    setError(text);
    input.current?.select();
  };

  const refuse = (refused: ApiError) => {
    const reset = resetAddress(refused);
    if (reset) return void navigate(reset);
    if (refused.errors["securityCode"]) return wrong(refused.errors["securityCode"]);
    setOver(refused.status === 410);
    const seconds = refused.retryAfterSeconds;
    setNotice({
      kind: "error",
      text: refused.message,
      ...(seconds && { more: authTexts.waitSeconds(seconds) }),
    });
  };
  const {
    busy,
    failure,
    send: attempt,
  } = useSend({
    refused: (refusal) => {
      refuse(refusal);
      return true;
    },
  });
  const shown = failure ? { kind: "error" as const, text: failure } : notice;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const securityCode = input.current?.value.trim() ?? "";
    if (busy || over) return;
    if (!securityCode) return wrong(texts.codeEmpty);
    setNotice(undefined);
    setError(undefined);
    const body = { id, securityCode, authType: recovery ? "recovery" : authType } as const;
    void attempt(
      () => call(verifyCode, { body }),
      (entered) => {
        enterWith(entered);
        return onEntered();
      },
    );
  };

  const lead = recovery ? texts.fromRecovery : authType === "mail" ? texts.mailed(sentTo) : texts.fromApp;
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        {texts.title}
      </h1>
      <p className="mt-1 mb-6 text-muted">{lead}</p>
      <form method="post" noValidate onSubmit={send} className="grid gap-4">
        {shown && (
          <Banner key={shown.text} kind={shown.kind} live>
            <p className="font-medium">{shown.text}</p>
            {shown.more && <p>{shown.more}</p>}
          </Banner>
        )}
        {!over && (
          <>
            <Field label={recovery ? texts.recoveryCode : texts.code} required error={error}>
              <TextInput
                key={recovery ? "recovery" : "code"}
                ref={input}
                name="securityCode"
                autoComplete={recovery ? "off" : "one-time-code"}
                inputMode={recovery ? "text" : "numeric"}
                autoCapitalize="none"
                spellCheck={false}
                maxLength={recovery ? 40 : 24}
                onInput={() => setError(undefined)}
                className="font-mono text-lg tracking-widest"
              />
            </Field>
            <Button type="submit" tone="primary" size="lg" busy={busy}>
              {busy ? texts.verifying : texts.verify}
            </Button>
          </>
        )}
      </form>
      <div className="mt-4 grid justify-items-start gap-2">
        {!over && authType === "mail" && !recovery && (
          <Resend id={id} onSent={(text) => setNotice({ kind: "success", text })} onRefused={refuse} />
        )}
        {!over && (
          <TextButton
            onClick={() => {
              setRecovery(!recovery);
              setError(undefined);
              setNotice(undefined);
            }}
          >
            {recovery ? texts.codeInstead : texts.recoveryInstead}
          </TextButton>
        )}
        <TextButton onClick={onBack}>{texts.back}</TextButton>
        <p className="text-[0.8125rem] text-muted">
          {recovery ? texts.lostEverything : authType === "mail" && texts.notArrived}
        </p>
      </div>
    </>
  );
}

function Resend({
  id,
  onSent,
  onRefused,
}: {
  id: string;
  onSent: (text: string) => void;
  onRefused: (refused: ApiError) => void;
}) {
  const [left, begin] = useCountdown(RESEND_S);
  const { busy, send } = useSend({
    refused: (error) => {
      if (error.retryAfterSeconds) begin(error.retryAfterSeconds);
      onRefused(error);
      return true;
    },
  });
  const resend = () =>
    send(
      async () => (await request(resendAuthMail, { body: { id } })).message,
      (message) => {
        begin(RESEND_S);
        onSent(message);
      },
    );
  return (
    <TextButton disabled={busy || left > 0} onClick={() => void resend()}>
      {left > 0 ? texts.resendIn(left) : texts.resend}
    </TextButton>
  );
}

/** A button that looks like the links of this page. */
function TextButton(props: Omit<ComponentProps<"button">, "type" | "className">) {
  return (
    <button
      {...props}
      type="button"
      className="finger min-h-6 rounded text-[0.8125rem] font-medium text-accent-ink underline underline-offset-2 disabled:text-muted disabled:no-underline"
    />
  );
}

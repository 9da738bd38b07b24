import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { resend } from "#workers/contract/endpoints/sign-up.ts";
import { CaptchaField } from "#app/features/captcha/captcha-field.tsx";
import { EntryForm, EntryLink } from "./entry-form.tsx";
import { useCaptcha } from "#app/features/captcha/use-captcha.ts";
import { useEntryForm } from "./use-entry-form.ts";

/** The next steps after signing up, with an option to send the mail again. */
export function CheckMail({ message, address }: { message: string; address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <MailCheck aria-hidden className="size-10 text-success-ink" />
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        {texts.checkMail}
      </h1>
      <p role="status">{message}</p>
      <p className="font-medium break-words">{texts.sentTo(address)}</p>
      <p>
        <EntryLink to="/login">{authTexts.signInLink}</EntryLink>
      </p>
      <details className="rounded-lg border border-line px-4 py-3">
        <summary className="cursor-pointer font-medium">{texts.noMailTitle}</summary>
        <Resend address={address} />
      </details>
    </div>
  );
}

function Resend({ address }: { address: string }) {
  const captcha = useCaptcha("signup");
  const [resent, setResent] = useState("");
  const entry = useEntryForm({
    labels: { captcha: texts.captcha },
    captcha,
    validate: (values) => (values.captcha.trim() ? {} : { captcha: authTexts.captchaEmpty }),
    send: async (values) => {
      setResent("");
      const body = { emailId: address, captcha: values.captcha, captchaId: captcha.id ?? "" };
      const { message } = await request(resend, { body });
      setResent(message);
      entry.form.current?.reset();
      captcha.refresh();
    },
  });
  return (
    <div className="grid gap-3 pt-3">
      <p className="text-muted">{texts.noMail}</p>
      {resent && (
        <Banner kind="success" live>
          {resent}
        </Banner>
      )}
      <EntryForm entry={entry} submit={texts.resend} submitting={texts.resending}>
        <CaptchaField {...entry.control("captcha")} {...entry.field("captcha")} captcha={captcha} />
      </EntryForm>
    </div>
  );
}

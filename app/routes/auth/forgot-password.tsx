import { useState } from "react";
import { request } from "#app/data/api.ts";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { problemsOf } from "#app/data/problems.ts";
import { titleOf } from "#app/lib/title.ts";
import { recover, recoverFields } from "#workers/contract/endpoints/passwords.ts";
import { CaptchaField } from "#app/features/captcha/captcha-field.tsx";
import { Done } from "./done.tsx";
import { EntryForm, EntryLink, EntryTitle } from "./entry-form.tsx";
import { useCaptcha } from "#app/features/captcha/use-captcha.ts";
import { useEntryForm } from "./use-entry-form.ts";

export const meta = () => titleOf(texts.forgotTitle);

const labels = { emailId: texts.email, captcha: texts.captcha };

export default function ForgotPassword() {
  const captcha = useCaptcha("forgetPassword");
  const [sent, setSent] = useState(false);
  const entry = useEntryForm({
    labels,
    captcha,
    validate: (values) => problemsOf(recoverFields, values) as Partial<typeof values>,
    send: async (values) => {
      await request(recover, { body: { ...values, captchaId: captcha.id ?? "" } });
      setSent(true);
    },
  });
  if (sent) return <Done title={texts.checkMail} text={texts.recoverSent} more={texts.recoverSentMore} />;
  const { field, control } = entry;
  return (
    <>
      <EntryTitle title={texts.forgotTitle} lead={texts.forgotLead} />
      <EntryForm entry={entry} submit={texts.proceed} submitting={texts.proceeding}>
        <Field {...field("emailId")}>
          <TextInput
            {...control("emailId")}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
          />
        </Field>
        <CaptchaField {...control("captcha")} {...field("captcha")} captcha={captcha} />
      </EntryForm>
      <p className="mt-4 text-center">
        <EntryLink to="/login">{texts.goBack}</EntryLink>
      </p>
    </>
  );
}

import { useEffect, useMemo, useState } from "react";
import { request } from "#app/data/api.ts";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { residencyTexts } from "#texts/residency.ts";
import { countryChoices, countryHere } from "#app/lib/countries.ts";
import { problemsOf } from "#app/data/problems.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { titleOf } from "#app/lib/title.ts";
import { signUp, signUpFields } from "#workers/contract/endpoints/sign-up.ts";
import { CaptchaField } from "#app/features/captcha/captcha-field.tsx";
import { CheckMail } from "./check-mail.tsx";
import { EntryForm, EntryTitle } from "./entry-form.tsx";
import { NewPasswordFields, newPasswordProblems } from "./new-password-fields.tsx";
import { useCaptcha } from "#app/features/captcha/use-captcha.ts";
import { useEntryForm } from "./use-entry-form.ts";

export const meta = () => titleOf(texts.signUp);

const labels = {
  enterpriseName: texts.enterpriseName,
  name: texts.yourName,
  emailId: texts.email,
  password: texts.password,
  confirmPassword: texts.confirmPassword,
  captcha: texts.captcha,
};
type Values = Record<keyof typeof labels, string>;

export default function SignUp() {
  const captcha = useCaptcha("signup");
  const [sent, setSent] = useState<{ message: string; address: string }>();
  const [country, setCountry] = useState("");
  const [region, setRegion] = useState("");
  const countries = useMemo(() => countryChoices(enterpriseTexts.notChosen), []);
  // The server does not know the reader's time zone.
  useEffect(() => setCountry((chosen) => chosen || countryHere()), []);
  const entry = useEntryForm({
    labels,
    captcha,
    validate,
    send: async ({ password, confirmPassword, ...values }) => {
      const captchaId = captcha.id ?? "";
      const sealed = await sealPasswords(captchaId, { password, confirmPassword });
      const { message } = await request(signUp, {
        body: { ...values, country, region, ...sealed, captchaId },
      });
      setSent({ message, address: values.emailId.trim() });
    },
  });
  if (sent) return <CheckMail {...sent} />;
  const { field, control } = entry;
  return (
    <>
      <EntryTitle title={texts.signUp} lead={texts.signUpLead} />
      <EntryForm entry={entry} submit={texts.signUp} submitting={texts.signingUp}>
        <Field {...field("enterpriseName")}>
          <TextInput {...control("enterpriseName")} autoComplete="organization" />
        </Field>
        <Field label={enterpriseTexts.country} hint={enterpriseTexts.countryHint}>
          <Select value={country} options={countries} onChange={setCountry} autoComplete="country" />
        </Field>
        {captcha.regions.length > 0 && (
          <Field label={residencyTexts.question} hint={residencyTexts.hint}>
            <Select
              value={region}
              options={[
                { value: "", label: residencyTexts.choose },
                ...captcha.regions.map((value) => ({ value, label: residencyTexts.region(value) })),
              ]}
              onChange={setRegion}
            />
          </Field>
        )}
        <Field {...field("name")}>
          <TextInput {...control("name")} autoComplete="name" />
        </Field>
        <Field {...field("emailId")}>
          <TextInput
            {...control("emailId")}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
          />
        </Field>
        <NewPasswordFields field={field} control={control} />
        <CaptchaField {...control("captcha")} {...field("captcha")} captcha={captcha} />
      </EntryForm>
    </>
  );
}

const validate = (values: Values) => ({
  ...problemsOf(signUpFields, values),
  ...newPasswordProblems(values, [values.enterpriseName, values.name, values.emailId]),
  ...(!values.captcha.trim() && { captcha: authTexts.captchaEmpty }),
});

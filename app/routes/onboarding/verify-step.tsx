import { useState } from "react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Banner, Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { RadioGroup } from "#app/components/ui/radio-group.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useFields } from "#app/components/ui/use-fields.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { type Onboarding, sendWabaCode, verifyWabaCode } from "#workers/contract/endpoints/onboarding.ts";
import { codeLanguages, type CodeMethod, codeMethods } from "#workers/contract/onboarding.ts";

type Language = (typeof codeLanguages)[number];
interface Props {
  onboarding: Onboarding;
  onChange: (onboarding: Onboarding) => void;
}

/** A code that Meta sends to the number proves whose it is. */
export function VerifyStep({ onboarding, onChange }: Props) {
  const { id, number, step } = onboarding;
  const [method, setMethod] = useState<CodeMethod>("SMS");
  const [language, setLanguage] = useState<Language>("en_US");
  const [shown, setShown] = useState("");
  const sending = useSend();
  const isSent = step === "codeSent";
  const send = () =>
    sending.send(
      () => request(sendWabaCode, { body: { id, method, language } }),
      ({ payload }) => {
        setShown(payload.shown);
        onChange(payload.onboarding);
      },
    );
  return (
    <>
      <p>{texts.verifyText(number)}</p>
      <RadioGroup
        legend={texts.method}
        value={method}
        onChange={setMethod}
        inline
        choices={codeMethods.map((value) => ({ value, label: texts.methods[value] }))}
      />
      <Field id="onboarding-language" label={texts.language} className="w-full max-w-60">
        <Select
          value={language}
          onChange={setLanguage}
          options={codeLanguages.map((value) => ({ value, label: texts.languages[value] }))}
        />
      </Field>
      <Failure text={sending.failure} />
      <Button tone={isSent ? "secondary" : "primary"} busy={sending.busy} onClick={() => void send()}>
        {isSent ? texts.sendAgain : texts.send}
      </Button>
      {isSent && (
        <>
          <Banner kind="info" live>
            {shown ? texts.shown(shown) : texts.sent(number)}
          </Banner>
          <CodeForm {...{ onboarding, onChange }} />
        </>
      )}
    </>
  );
}

function CodeForm({ onboarding: { id }, onChange }: Props) {
  const form = useFields({ code: "" }, ({ code }) => ({
    ...(!/^\d{6}$/.test(code.replaceAll(/[\s-]/g, "")) && { code: texts.codeWrongShape }),
  }));
  const sending = useSend({ form });
  const verify = () =>
    sending.send(
      () => request(verifyWabaCode, { body: { id, ...form.values } }),
      ({ payload }) => onChange(payload),
    );
  return (
    <form
      noValidate
      className="grid w-full max-w-60 justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
    >
      <Failure text={sending.failure} />
      <Field
        id="onboarding-code"
        label={texts.code}
        hint={texts.codeHint}
        required
        error={form.errors.code}
        className="w-full"
      >
        <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={10} {...form.text("code")} />
      </Field>
      <Button tone="primary" type="submit" busy={sending.busy}>
        {texts.verify}
      </Button>
    </form>
  );
}

import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { authTexts } from "#texts/auth.ts";
import { organisationTexts as texts } from "#texts/organisation.ts";
import { singleSignOnTexts } from "#texts/single-sign-on.ts";
import { problemsOf } from "#app/data/problems.ts";
import { safePath } from "#app/session/safe-path.ts";
import { titleOf } from "#app/lib/title.ts";
import { findSso, findSsoFields } from "#workers/contract/endpoints/single-sign-on.ts";
import { CaptchaField } from "#app/features/captcha/captcha-field.tsx";
import { EntryForm, EntryLink, EntryTitle } from "./entry-form.tsx";
import { organisationIdOf } from "./organisation-id.ts";
import { useCaptcha } from "#app/features/captcha/use-captcha.ts";
import { useEntryForm } from "./use-entry-form.ts";

export const meta = () => titleOf(texts.title);

/** Asks for the organisation's id. Only its own page at /{id}/redirect tells whether it exists. */
export default function Organisation() {
  const navigate = useNavigate();
  const wanted = useSearchParams()[0].get("next");
  const entry = useEntryForm({
    labels: { organisation: texts.id },
    validate: ({ organisation }) => {
      if (!organisation.trim()) return { organisation: authTexts.mandatory };
      return organisationIdOf(organisation) ? {} : { organisation: texts.idInvalid };
    },
    send: async ({ organisation }) => {
      const next = wanted ? `?next=${encodeURIComponent(safePath(wanted))}` : "";
      await navigate(`/${organisationIdOf(organisation)}/redirect${next}`);
    },
  });
  return (
    <>
      <EntryTitle title={texts.title} lead={texts.lead} />
      <EntryForm entry={entry} submit={texts.proceed} submitting={texts.proceeding}>
        <Field {...entry.field("organisation")} hint={texts.idHint}>
          <TextInput {...entry.control("organisation")} autoCapitalize="none" spellCheck={false} />
        </Field>
      </EntryForm>
      <details className="mt-6 rounded-lg border border-line px-4 py-3">
        <summary className="cursor-pointer font-medium">{texts.unknownId}</summary>
        <ByMail />
      </details>
      <p className="mt-4 text-center">
        <EntryLink to="/login">{singleSignOnTexts.withPassword}</EntryLink>
      </p>
    </>
  );
}

/** Mails the link: an answer on the page would tell anybody which enterprises exist here. */
function ByMail() {
  const captcha = useCaptcha("login");
  const [sent, setSent] = useState("");
  const entry = useEntryForm({
    labels: { emailId: texts.email, captcha: authTexts.captcha },
    captcha,
    validate: (values) => problemsOf(findSsoFields, values) as Partial<typeof values>,
    send: async (values) => {
      setSent("");
      setSent((await request(findSso, { body: { ...values, captchaId: captcha.id ?? "" } })).message);
      entry.form.current?.reset();
      captcha.refresh();
    },
  });
  return (
    <div className="grid gap-3 pt-3">
      <p className="text-muted">{texts.byMail}</p>
      {sent && (
        <Banner kind="success" live>
          {sent}
        </Banner>
      )}
      <EntryForm entry={entry} submit={texts.send} submitting={texts.sending}>
        <Field {...entry.field("emailId")}>
          <TextInput
            {...entry.control("emailId")}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
          />
        </Field>
        <CaptchaField {...entry.control("captcha")} {...entry.field("captcha")} captcha={captcha} />
      </EntryForm>
    </div>
  );
}

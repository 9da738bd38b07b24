import { type FormEvent, useState } from "react";
import { ApiError, call } from "#app/data/api.ts";
import { listProblems, problemsOf } from "#app/data/problems.ts";
import { invalidate, put } from "#app/data/query.ts";
import { FormHead } from "#app/kit/form-head.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { ConfirmIdentity } from "#app/components/confirm-identity.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Checkbox } from "#app/components/ui/checkbox.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { PasswordInput } from "#app/components/ui/password-input.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useFields, useStored } from "#app/components/ui/use-fields.ts";
import { useMarked } from "#app/drafts/unsaved.ts";
import { singleSignOnTexts as texts } from "#texts/single-sign-on.ts";
import { uiTexts } from "#texts/ui.ts";
import { getSso, saveSso, ssoFields, testSso, type Sso } from "#workers/contract/endpoints/single-sign-on.ts";
import type { Confirmation } from "#workers/contract/endpoints/two-factor.ts";

const valuesOf = ({ issuer, clientId, enabled, direct }: Sso) => ({
  issuer,
  clientId,
  clientSecret: "",
  enabled,
  direct,
});

const NAMES = ["issuer", "clientId", "clientSecret"] as const;
const idOf = (name: string) => `sso-${name}`;

/** The enterprise's own provider. Its secret goes to the server once and never comes back. */
export function SsoCard({ sso, uId, mayEdit }: { sso: Sso; uId: string; mayEdit: boolean }) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState<{ ok: boolean; message: string }>();
  const form = useFields(valuesOf(sso), (values) => problemsOf(ssoFields, values));
  const { values, errors } = form;
  const [stored] = useStored(sso, form, valuesOf);
  useMarked(form.edited);
  const { busy, failure, setFailure, send } = useSend({ refused: (error) => form.refuse(error.errors) });

  const save = async (confirmation: Confirmation) => {
    const { clientSecret, ...rest } = values;
    try {
      const next = await call(saveSso, {
        body: { ...rest, ...(clientSecret && { clientSecret }), revision: stored.revision, ...confirmation },
      });
      put(getSso, {}, next);
      form.reset(valuesOf(next));
      toast.success(texts.saved);
    } catch (error) {
      // Problems of the form are shown in the form, so the dialog closes.
      if (!(error instanceof ApiError) || error.errors["password"] || error.errors["code"]) throw error;
      form.refuse(error.errors);
      setFailure(error.message);
      // Somebody else has saved meanwhile: that version is there once these edits are discarded.
      if (error.status === 409) void invalidate(getSso);
    }
  };
  const test = () => {
    setTried(undefined);
    return send(() => call(testSso, { body: { issuer: values.issuer } }), setTried);
  };
  const discard = () => {
    setTried(undefined);
    setFailure("");
    form.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(undefined);
    setFailure("");
    if (form.check()) setAsking(true);
  };

  return (
    <Card>
      <h2 className="text-base font-semibold">{texts.cardTitle}</h2>
      <p className="mt-1 max-w-prose text-muted">{texts.cardLead}</p>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <FormHead failure={failure} problems={listProblems(NAMES, errors, texts, idOf)} round={form.round} />
        {!failure && tried && (
          <Banner key={tried.message} kind={tried.ok ? "success" : "error"} live>
            {tried.message}
          </Banner>
        )}
        <Address label={texts.redirectUri} text={sso.redirectUri} />
        <Field
          id={idOf("issuer")}
          label={texts.issuer}
          hint={texts.issuerHint}
          required
          error={errors.issuer}
        >
          <TextInput
            type="url"
            readOnly={!mayEdit}
            value={values.issuer}
            spellCheck={false}
            onChange={(event) => form.set("issuer", event.target.value)}
            onBlur={() => values.issuer && form.leave("issuer")}
          />
        </Field>
        <Field id={idOf("clientId")} label={texts.clientId} required error={errors.clientId}>
          <TextInput
            readOnly={!mayEdit}
            value={values.clientId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => form.set("clientId", event.target.value)}
            onBlur={() => values.clientId && form.leave("clientId")}
          />
        </Field>
        <Field
          id={idOf("clientSecret")}
          label={texts.clientSecret}
          hint={sso.hasSecret ? texts.secretKept : texts.secretHint}
          error={errors.clientSecret}
        >
          <PasswordInput
            readOnly={!mayEdit}
            value={values.clientSecret}
            autoComplete="off"
            onChange={(event) => form.set("clientSecret", event.target.value)}
          />
        </Field>
        <Checkbox
          label={texts.enabled}
          checked={values.enabled}
          disabled={!mayEdit}
          onChange={(enabled) => form.set("enabled", enabled)}
        />
        <Checkbox
          label={texts.direct}
          hint={texts.directHint}
          checked={values.direct}
          disabled={!mayEdit}
          onChange={(direct) => form.set("direct", direct)}
        />
        {sso.enabled && <Address label={texts.startAddress} text={sso.startAddress} />}
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" tone="primary">
              {texts.save}
            </Button>
            <Button disabledReason={form.edited ? undefined : uiTexts.unchanged} onClick={discard}>
              {uiTexts.discard}
            </Button>
            <Button busy={busy} onClick={() => void test()}>
              {busy ? texts.testing : texts.test}
            </Button>
          </div>
        )}
      </form>
      <ConfirmIdentity open={asking} uId={uId} withCode run={save} onClose={() => setAsking(false)} />
    </Card>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-1">
      <p className="font-medium">{label}</p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="rounded bg-sunken px-2 py-1 text-[0.8125rem] break-all">{text}</code>
        <CopyButton text={text} label={texts.copy} copied={texts.copied} />
      </p>
    </div>
  );
}

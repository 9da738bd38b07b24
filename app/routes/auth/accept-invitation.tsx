import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { ApiError, call, request } from "#app/data/api.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { problemsOf } from "#app/data/problems.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { titleOf } from "#app/lib/title.ts";
import { acceptFields, acceptInvitation, invitationByCode } from "#workers/contract/endpoints/acceptance.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { Done } from "./done.tsx";
import { EntryForm, EntryLink, EntryTitle } from "./entry-form.tsx";
import { NewPasswordFields, newPasswordProblems } from "./new-password-fields.tsx";
import { useEntryForm } from "./use-entry-form.ts";

export const meta = () => titleOf(texts.acceptTitle);

type Invitation = ReplyOf<typeof invitationByCode>;
type Loaded = { invitation: Invitation } | { over: string } | { failure: ApiError | undefined };

export default function AcceptInvitation() {
  const code = useSearchParams()[0].get("code") ?? "";
  const [loaded, setLoaded] = useState<Loaded>();
  const load = useCallback(() => {
    if (code) void invitationOf(code).then(setLoaded);
  }, [code]);
  useEffect(load, [load]);

  if (!code) return <Over text={texts.acceptIncomplete} />;
  if (!loaded) {
    return (
      <>
        <EntryTitle title={texts.acceptTitle} />
        <SkeletonRows rows={3} />
      </>
    );
  }
  if ("over" in loaded) return <Over text={loaded.over} />;
  if ("failure" in loaded) {
    const { failure } = loaded;
    const again = () => {
      setLoaded(undefined);
      load();
    };
    return (
      <>
        <EntryTitle title={texts.acceptTitle} />
        <ErrorState
          title={texts.loadFailed}
          text={failure?.message ?? errorsTexts.internal}
          requestId={failure?.requestId}
          onRetry={again}
        />
      </>
    );
  }
  return <Form code={code} invitation={loaded.invitation} />;
}

async function invitationOf(id: string): Promise<Loaded> {
  try {
    return { invitation: await call(invitationByCode, { params: { id } }) };
  } catch (error) {
    const failure = error instanceof ApiError ? error : undefined;
    return failure?.status === 410 ? { over: texts.acceptOverText } : { failure };
  }
}

const labels = { name: texts.yourName, password: texts.password, confirmPassword: texts.confirmPassword };

function Form({ code, invitation: { enterpriseName, emailId } }: { code: string; invitation: Invitation }) {
  const [done, setDone] = useState("");
  const entry = useEntryForm({
    labels,
    validate: (values) => ({
      ...problemsOf(acceptFields, values),
      ...newPasswordProblems(values, [enterpriseName, values.name, emailId]),
    }),
    send: async ({ name, password }) => {
      const sealed = await sealPasswords(code, { password });
      const { message } = await request(acceptInvitation, {
        params: { id: code },
        body: { name, ...sealed },
      });
      setDone(message);
    },
  });
  if (done) return <Done title={texts.acceptedTitle} text={done} />;
  const { field, control } = entry;
  return (
    <>
      <EntryTitle title={texts.acceptTitle} lead={texts.acceptLead(enterpriseName)} />
      <EntryForm
        entry={entry}
        submit={texts.accept}
        submitting={texts.accepting}
        whenOver={<EntryLink to="/login">{authTexts.signInLink}</EntryLink>}
      >
        <p className="break-words">{texts.acceptAs(emailId)}</p>
        {/* Password managers store the new password under this user name. */}
        <input type="hidden" name="username" autoComplete="username" value={emailId} readOnly />
        <Field {...field("name")}>
          <TextInput {...control("name")} autoComplete="name" />
        </Field>
        <NewPasswordFields field={field} control={control} />
      </EntryForm>
    </>
  );
}

function Over({ text }: { text: string }) {
  return (
    <>
      <EntryTitle title={texts.acceptOver} lead={text} />
      <EntryLink to="/login">{authTexts.signInLink}</EntryLink>
    </>
  );
}

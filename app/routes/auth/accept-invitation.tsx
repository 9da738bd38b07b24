import { useState } from "react";
import { useSearchParams } from "react-router";
import { request } from "#app/data/api.ts";
import { useQueryOf } from "#app/data/query.ts";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { TextInput } from "#app/components/ui/text-input.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
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

export default function AcceptInvitation() {
  const code = useSearchParams()[0].get("code") ?? "";
  const {
    answer: invitation,
    failure,
    asking,
    reload,
  } = useQueryOf(invitationByCode, { params: { id: code } }, { enabled: code !== "" });

  if (!code) return <Over text={texts.acceptIncomplete} />;
  if (invitation) return <Form code={code} invitation={invitation} />;
  if (failure?.status === 410) return <Over text={texts.acceptOverText} />;
  return (
    <>
      <EntryTitle title={texts.acceptTitle} />
      {failure ? (
        <ErrorState
          title={texts.loadFailed}
          text={failure.message}
          requestId={failure.requestId}
          busy={asking}
          onRetry={reload}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </>
  );
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

import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { sealPasswords } from "#app/session/seal-passwords.ts";
import { titleOf } from "#app/lib/title.ts";
import { changeForgotten, replaceDemanded } from "#workers/contract/endpoints/passwords.ts";
import { Done } from "./done.tsx";
import { EntryForm, EntryLink, EntryTitle } from "./entry-form.tsx";
import { NewPasswordFields, newPasswordProblems } from "./new-password-fields.tsx";
import { useEntryForm } from "./use-entry-form.ts";

export const meta = () => titleOf(texts.resetTitle);

const labels = { password: texts.newPassword, confirmPassword: texts.confirmPassword };
/** Reasons for which a sign-in requires a new password; any other code came by mail. */
const DEMANDS: Record<string, string> = { "900": texts.resetWhy900, "901": texts.resetWhy901 };

export default function ResetPassword() {
  const [query] = useSearchParams();
  const [uId, eId, resetCode] = ["uId", "eId", "resetCode"].map((name) => query.get(name) ?? "");
  const demand = DEMANDS[query.get("code") ?? ""];
  const complete = Boolean(resetCode && (demand || (uId && eId)));
  if (!complete) return <Incomplete />;
  return <Form uId={uId ?? ""} eId={eId ?? ""} resetCode={resetCode ?? ""} demand={demand} />;
}

interface FormProps {
  uId: string;
  eId: string;
  resetCode: string;
  demand: string | undefined;
}

function Form({ uId, eId, resetCode, demand }: FormProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const [done, setDone] = useState("");
  const entry = useEntryForm({
    labels,
    validate: (values) => newPasswordProblems(values),
    unanswered: demand ? undefined : texts.resetFailed,
    onRefused: ({ message }) => {
      if (demand) toast.error(message);
      return undefined;
    },
    send: async (values) => {
      const sealed = await sealPasswords(resetCode, values);
      if (demand) {
        const { message } = await request(replaceDemanded, { body: { ...sealed, resetCode } });
        toast.success(message);
        await navigate("/login", { replace: true });
        return;
      }
      const body = { ...sealed, uId, eId, resetCode, appId: "Moc" };
      const { message } = await request(changeForgotten, { body });
      setDone(message || texts.resetDone);
    },
  });
  if (done) return <Done text={done} />;
  return (
    <>
      <EntryTitle title={texts.resetTitle} lead={texts.resetLead} />
      {demand && (
        <Banner kind="info" className="mb-4">
          {demand}
        </Banner>
      )}
      <EntryForm
        entry={entry}
        submit={texts.save}
        submitting={texts.saving}
        whenOver={<EntryLink to="/forgot-password">{texts.resetNew}</EntryLink>}
      >
        <NewPasswordFields field={entry.field} control={entry.control} />
      </EntryForm>
    </>
  );
}

function Incomplete() {
  return (
    <div className="grid justify-items-start gap-4">
      <EntryTitle title={texts.resetIncomplete} lead={texts.resetIncompleteText} />
      <ButtonLink to="/forgot-password" tone="primary" size="lg">
        {texts.resetNew}
      </ButtonLink>
    </div>
  );
}

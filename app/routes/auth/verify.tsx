import { useState } from "react";
import { ApiError, request } from "#app/data/api.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { useHydrated } from "#app/lib/store.ts";
import { titleOf } from "#app/lib/title.ts";
import { activate } from "#workers/contract/endpoints/sign-up.ts";
import type { Route } from "./+types/verify.ts";
import { Done } from "./done.tsx";
import { EntryTitle } from "./entry-form.tsx";

export const meta = () => titleOf(texts.verifyTitle);

type Outcome = { done: string } | { over: true } | { failed: string };

/** Opening the page changes nothing, since mail scanners open links too; its button does. */
export default function Verify({ params: { id } }: Route.ComponentProps) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const verify = async () => {
    setBusy(true);
    setOutcome(await outcomeOf(id));
    setBusy(false);
  };
  if (outcome && "done" in outcome) return <Done title={texts.verifiedTitle} text={outcome.done} />;
  if (outcome && "over" in outcome) return <Over />;
  return (
    <div className="grid justify-items-start gap-4">
      <EntryTitle title={texts.verifyTitle} lead={texts.verifyLead} />
      {outcome && (
        <Banner kind="error" live>
          {outcome.failed}
        </Banner>
      )}
      <Button tone="primary" size="lg" className="w-full" busy={busy} disabled={!hydrated} onClick={verify}>
        {busy ? texts.verifying : texts.verify}
      </Button>
    </div>
  );
}

async function outcomeOf(id: string): Promise<Outcome> {
  try {
    const { message } = await request(activate, { body: { id } });
    return { done: message };
  } catch (error) {
    const failure = error instanceof ApiError ? error : undefined;
    if (failure?.status === 410) return { over: true };
    return { failed: failure?.message ?? errorsTexts.internal };
  }
}

function Over() {
  return (
    <div role="alert">
      <EntryTitle title={texts.verifyOver} lead={texts.verifyOverText} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/login" tone="primary" size="lg">
          {authTexts.signInLink}
        </ButtonLink>
        <ButtonLink to="/signup" size="lg">
          {texts.signUp}
        </ButtonLink>
      </div>
    </div>
  );
}

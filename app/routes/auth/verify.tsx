import { useState } from "react";
import { request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { accountTexts as texts } from "#texts/account.ts";
import { authTexts } from "#texts/auth.ts";
import { useHydrated } from "#app/lib/store.ts";
import { titleOf } from "#app/lib/title.ts";
import { activate } from "#workers/contract/endpoints/sign-up.ts";
import type { Route } from "./+types/verify.ts";
import { Done } from "./done.tsx";
import { EntryTitle } from "./entry-form.tsx";

export const meta = () => titleOf(texts.verifyTitle);

/** Opening the page changes nothing, since mail scanners open links too; its button does. */
export default function Verify({ params: { id } }: Route.ComponentProps) {
  const hydrated = useHydrated();
  const [done, setDone] = useState("");
  const [over, setOver] = useState(false);
  const { busy, failure, send } = useSend({ refused: ({ status }) => setOver(status === 410) });
  const verify = () => send(async () => (await request(activate, { body: { id } })).message, setDone);
  if (done) return <Done title={texts.verifiedTitle} text={done} />;
  if (over) return <Over />;
  return (
    <div className="grid justify-items-start gap-4">
      <EntryTitle title={texts.verifyTitle} lead={texts.verifyLead} />
      <Failure text={failure} />
      <Button tone="primary" size="lg" className="w-full" busy={busy} disabled={!hydrated} onClick={verify}>
        {busy ? texts.verifying : texts.verify}
      </Button>
    </div>
  );
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

import { Page } from "#app/components/page.tsx";
import { SessionsCard } from "#app/components/sessions-card.tsx";
import { sessionsTexts as texts } from "#texts/sessions.ts";
import { useSession } from "#app/session/session.ts";
import { titleOf } from "#app/lib/title.ts";
import { TwoFactorCard } from "./two-factor/two-factor-card.tsx";

export const meta = () => titleOf(texts.page);

/** The user's sign-in methods and active sessions. */
export default function Security() {
  const { profile } = useSession();
  return (
    <Page title={texts.page} lead={texts.pageLead}>
      <div className="grid max-w-3xl gap-5">
        <TwoFactorCard uId={profile.uId} />
        <SessionsCard />
      </div>
    </Page>
  );
}

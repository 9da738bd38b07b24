import { useRef, useState } from "react";
import { useQueryOf } from "#app/data/query.ts";
import { Banner } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SidePanel } from "#app/components/ui/side-panel.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { SessionsCard } from "#app/components/sessions-card.tsx";
import { useStay } from "#app/kit/use-stay.ts";
import { uiTexts } from "#texts/ui.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { can, useSession } from "#app/session/session.ts";
import { getUser } from "#workers/contract/endpoints/users.ts";
import { UserForm } from "./user-form.tsx";

/** One user over the list: identity, roles, and the administrator's actions on the account. */
export function UserPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { profile } = useSession();
  const { answer: user, failure, reload } = useQueryOf(getUser, { params: { id } });
  const [edited, setEdited] = useState(false);
  const [busy, setBusy] = useState(false);
  const { kept, letGo } = useStay(edited);
  const form = useRef<{ forget: () => void }>(null);
  const close = () => {
    letGo();
    form.current?.forget();
    onClose();
  };
  return (
    <SidePanel
      open
      onClose={close}
      edited={edited}
      busy={busy}
      className="max-w-[30rem]!"
      title={user?.name ?? texts.title}
      footer={
        user && (
          <>
            <Button onClick={() => !busy && close()}>{uiTexts.close}</Button>
            <Button
              tone="primary"
              type="submit"
              form="user-form"
              busy={busy}
              disabledReason={edited ? undefined : texts.nothingChanged}
            >
              {uiTexts.save}
            </Button>
          </>
        )
      }
    >
      {kept && (
        <Banner kind="warning" live className="mb-4">
          {texts.leave}
        </Banner>
      )}
      {failure && !user ? (
        <ErrorState text={failure.message} requestId={failure.requestId} onRetry={reload} />
      ) : user ? (
        <div className="grid grid-cols-1 gap-5">
          <UserForm key={user.uId} ref={form} user={user} onEdited={setEdited} onBusy={setBusy} />
          {user.uId !== profile.uId && can(profile, ["USERS.EDIT"]) && (
            <SessionsCard person={{ id: user.uId, name: user.name }} />
          )}
        </div>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </SidePanel>
  );
}

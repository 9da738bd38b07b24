import { KeyRound, ShieldOff, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import { call, request } from "#app/data/api.ts";
import { useSend } from "#app/kit/use-send.ts";
import { Failure } from "#app/components/ui/banner.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useConfirm } from "#app/components/ui/confirm-dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { usersTexts as texts } from "#texts/users.ts";
import { useSession } from "#app/session/session.ts";
import { disableTwoFactor } from "#workers/contract/endpoints/two-factor.ts";
import {
  activateUser,
  deactivateUser,
  type StandsInTheWay,
  USER_STATE,
  type UserDetails,
} from "#workers/contract/endpoints/users.ts";
import { ResetPasswordDialog } from "./reset-password-dialog.tsx";
import { askUser } from "./show-user.ts";

/** Resets the password, activates or deactivates. A deactivation asks first, and the question explains its effects. */
export function AccountActions({ user }: { user: UserDetails }) {
  const { profile } = useSession();
  const confirm = useConfirm();
  const toast = useToast();
  const [resetting, setResetting] = useState(false);
  const { busy, failure, setFailure, send } = useSend();
  const own = user.uId === profile.uId ? texts.notYourself : undefined;
  const params = { id: user.uId };

  const changed = () => askUser(user.uId);
  const activate = () => send(() => request(activateUser, { params }), changed);
  const endTwoFactor = () =>
    send(async () => {
      const done = await confirm({
        title: texts.disableTwoFactorTitle(user.name),
        text: texts.disableTwoFactorText,
        confirmLabel: texts.disableTwoFactor,
        run: () => call(disableTwoFactor, { body: { uId: user.uId } }),
      });
      if (!done) return;
      toast.success(secondFactorTexts.disabledFor(user.name));
      changed();
    });
  const deactivate = () =>
    send(async () => {
      const meaning = await call(deactivateUser, { params, query: { isValidate: true } });
      if (meaning.refusal) return setFailure(meaning.refusal);
      const done = await confirm({
        title: texts.deactivateTitle(user.name),
        text: <Meaning meaning={meaning} />,
        confirmLabel: texts.deactivate,
        run: () => call(deactivateUser, { params, query: {} }),
      });
      if (!done) return;
      toast.success(texts.deactivatedNow(user.name), {
        action: { label: texts.undo, run: () => void activate() },
      });
      changed();
    });

  return (
    <section aria-label={texts.access} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{texts.access}</h3>
      <Failure text={failure} />
      <div className="flex flex-wrap gap-2">
        {user.state === USER_STATE.active ? (
          <>
            <Button icon={<KeyRound aria-hidden />} disabledReason={own} onClick={() => setResetting(true)}>
              {texts.resetPassword}
            </Button>
            {user.twoFactor !== "off" && (
              <Button
                icon={<ShieldOff aria-hidden />}
                disabledReason={own}
                busy={busy}
                onClick={() => void endTwoFactor()}
              >
                {texts.disableTwoFactor}
              </Button>
            )}
            <Button
              tone="danger"
              icon={<UserX aria-hidden />}
              disabledReason={own}
              busy={busy}
              onClick={() => void deactivate()}
            >
              {texts.deactivate}
            </Button>
          </>
        ) : (
          <Button icon={<UserCheck aria-hidden />} busy={busy} onClick={() => void activate()}>
            {texts.activate}
          </Button>
        )}
      </div>
      {own && <p className="text-[0.8125rem] text-muted">{own}</p>}
      <ResetPasswordDialog
        user={user}
        open={resetting}
        onClose={() => setResetting(false)}
        onDone={() => {
          setResetting(false);
          changed();
        }}
      />
    </section>
  );
}

function Meaning({ meaning: { openChats, managerOf, openInvitations } }: { meaning: StandsInTheWay }) {
  const also = [
    ...(openChats > 0 ? [texts.openChats(openChats)] : []),
    ...(managerOf.length > 0 ? [texts.losesManager(managerOf.join(", "))] : []),
    ...(openInvitations > 0 ? [texts.losesInvitations(openInvitations)] : []),
  ];
  return (
    <>
      <p>{texts.deactivateText}</p>
      {also.length > 0 && (
        <ul className="mt-2 ml-4 list-disc">
          {also.map((each) => (
            <li key={each} className="[overflow-wrap:anywhere]">
              {each}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

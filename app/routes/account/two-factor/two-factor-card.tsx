import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { call } from "#app/data/api.ts";
import { invalidate, put, useQueryOf } from "#app/data/query.ts";
import { useSend } from "#app/kit/use-send.ts";
import { ConfirmIdentity } from "#app/components/confirm-identity.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { ErrorState } from "#app/components/ui/error-state.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSession } from "#app/session/session.ts";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import {
  beginTotp,
  getRecoveryCodes,
  getTwoFactor,
  makeRecoveryCodes,
  saveTwoFactor,
  type Confirmation,
} from "#workers/contract/endpoints/two-factor.ts";
import { RecoveryDialog } from "./recovery-dialog.tsx";
import { TotpDialog, type Enrolment } from "./totp-dialog.tsx";

type Step = "mail" | "off" | "app" | "recovery";

/** The user's own second factor: its state and every change to it. Loads its own data; `uId` is the signed-in user. */
export function TwoFactorCard({ uId }: { uId: string }) {
  const toast = useToast();
  const { twoFactor: offered } = useSession().features;
  const { answer: state, failure, reload } = useQueryOf(getTwoFactor);
  const { failure: refusal, send } = useSend();
  // The step being confirmed is kept apart from the open flag: the dialog closes before its content disappears.
  const [step, setStep] = useState<Step>("app");
  const [asking, setAsking] = useState(false);
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();

  /** Shows the first recovery codes, once: right after the factor is switched on, when there are none yet. */
  const firstCodes = async () => {
    const made = await call(getRecoveryCodes);
    if (made.codes.length > 0) setCodes(made.codes);
    await invalidate(getTwoFactor);
  };

  const confirm = async (confirmation: Confirmation, what = step) => {
    if (what === "app") return setEnrolment(await call(beginTotp, { body: confirmation }));
    if (what === "recovery") {
      setCodes((await call(makeRecoveryCodes, { body: confirmation })).codes);
      return invalidate(getTwoFactor);
    }
    put(getTwoFactor, {}, await call(saveTwoFactor, { body: { ...confirmation, type: what } }));
    toast.success(texts.changed);
    if (what === "mail") await firstCodes();
  };

  const ask = (next: Step) => {
    setStep(next);
    // A user with neither password nor app has nothing to type: the server requires a fresh sign-in instead.
    if (state && !state.hasPassword && state.type !== "totp") {
      void send(() => confirm({}, next));
    } else setAsking(true);
  };
  const on = state !== undefined && (state.type !== "off" || state.required);
  // Without the feature none is set up; whoever has one still sees it.
  if (!offered && !on) return null;

  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ShieldCheck aria-hidden className="size-5 text-muted" />
        <h2 className="text-base font-semibold">{texts.cardTitle}</h2>
        {state && <Badge tone={on ? "success" : "neutral"}>{on ? texts.on : texts.off}</Badge>}
      </div>
      <p className="mt-1 max-w-prose text-muted">{texts.cardLead}</p>
      <Failure text={refusal} className="mt-3" />
      {failure && !state ? (
        <ErrorState title={texts.loadFailed} text={failure.message} onRetry={reload} />
      ) : !state ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <p className="mt-4 font-medium">
            {state.type === "off" && state.required ? texts.requiredState : texts.states[state.type]}
          </p>
          {on && <p className="text-muted">{texts.recoveryLeft(state.recoveryLeft, state.recoveryTotal)}</p>}
          <div className="mt-4 flex flex-wrap gap-2">
            {offered && (
              <Button tone={on ? "secondary" : "primary"} onClick={() => ask("app")}>
                {state.type === "totp" ? texts.anotherApp : texts.setUpApp}
              </Button>
            )}
            {offered && state.type !== "mail" && <Button onClick={() => ask("mail")}>{texts.byMail}</Button>}
            {on && (
              <Button onClick={() => (state.recoveryTotal === 0 ? void send(firstCodes) : ask("recovery"))}>
                {state.recoveryTotal === 0 ? texts.getRecovery : texts.newRecovery}
              </Button>
            )}
            {state.type !== "off" && !state.required && (
              <Button onClick={() => ask("off")}>{texts.switchOff}</Button>
            )}
          </div>
          <ConfirmIdentity
            open={asking}
            uId={uId}
            withCode={state.type === "totp" || state.recoveryLeft > 0}
            run={confirm}
            onClose={() => setAsking(false)}
          />
          <TotpDialog
            enrolment={enrolment}
            onClose={() => setEnrolment(undefined)}
            onDone={() => {
              setEnrolment(undefined);
              toast.success(texts.changed);
              void send(firstCodes);
            }}
          />
          <RecoveryDialog codes={codes} onClose={() => setCodes(undefined)} />
        </>
      )}
    </Card>
  );
}

import { Clock } from "lucide-react";
import { useState } from "react";
import type { ConfirmIdentity } from "#app/components/confirm-identity.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { sessionEndTexts as texts } from "#texts/session-end.ts";
import { loadPart } from "#app/lib/load-part.ts";
import { endSession, prolongSession, touchSession } from "#app/session/session.ts";
import type { Look } from "#app/session/session-times.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";
import { spanOf } from "./span-of.ts";

interface EndingProps {
  profile: Profile;
  look: Look;
  /** How it was when the stage began: read out, while the seconds are only shown. */
  told: Look;
  again: () => void;
}

/** The session is about to end: how long it lasts, and what one can do about it. */
export function Ending({ profile: { uId, eId, ssoDirect, session }, look, told, again }: EndingProps) {
  const toast = useToast();
  const { busy, send } = useSend();
  // Imported on demand: a chunk that fails to load must not break the screen.
  const [Confirm, setConfirm] = useState<typeof ConfirmIdentity>();
  const [proving, setProving] = useState(false);
  const [putOff, setPutOff] = useState(false);
  const { stage, by } = look;
  const [before, setBefore] = useState(stage);
  if (before !== stage) {
    setBefore(stage);
    if (stage === "far") setPutOff(false);
  }

  const mayStay = by === "idle" || session.canRenew;
  const stay = async () => {
    if (busy) return;
    const done = await send(async () => {
      if (by === "idle") {
        await touchSession();
        again();
        toast.success(texts.renewed);
      } else {
        const loaded = await loadPart(() => import("#app/components/confirm-identity.tsx"));
        setConfirm(() => loaded.ConfirmIdentity);
        setProving(true);
      }
    });
    if (!done) toast.error(texts.failed);
  };
  const signInAgain = () => {
    const next = encodeURIComponent(location.pathname + location.search);
    endSession("expiredAgain", ssoDirect ? `/${eId}/redirect?next=${next}` : undefined);
  };
  const button = (size: "sm" | "md") => (
    <Button size={size} tone="primary" busy={busy} onClick={mayStay ? () => void stay() : signInAgain}>
      {mayStay ? texts.stay : texts.signInAgain}
    </Button>
  );
  const near = stage === "soon" || stage === "last";
  return (
    <>
      {near && (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warning-soft px-4 py-1.5 text-warning-ink">
          <Clock aria-hidden className="size-4 shrink-0" />
          <p className="font-medium tabular-nums">{texts.endsIn(spanOf(look.left))}</p>
          {button("sm")}
        </div>
      )}
      <Dialog
        role="alertdialog"
        size="sm"
        open={stage === "last" && !putOff && !proving}
        onClose={() => setPutOff(true)}
        busy={busy}
        title={texts.lastTitle}
        footer={
          <>
            <Button onClick={() => setPutOff(true)}>{texts.notNow}</Button>
            {button("md")}
          </>
        }
      >
        <p aria-hidden className="text-base font-semibold tabular-nums">
          {texts.endsIn(spanOf(look.left))}
        </p>
        <p className="sr-only">{texts.endsIn(spanOf(told.left))}</p>
        <p className="mt-1 text-muted">
          {by === "idle" ? texts.idle : texts.age} {texts.advice}
        </p>
      </Dialog>
      {Confirm && (
        <Confirm
          open={proving}
          uId={uId}
          withCode={session.withCode}
          text={texts.confirmText}
          run={async (confirmation) => {
            toast.success(await prolongSession(confirmation));
            again();
          }}
          onClose={() => setProving(false)}
        />
      )}
    </>
  );
}

import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import type { ConfirmIdentity } from "#app/components/confirm-identity.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { sessionEndTexts as texts } from "#texts/session-end.ts";
import { isUnattended } from "#app/lib/hands.ts";
import { loadPart } from "#app/lib/load-part.ts";
import { endSession, prolongSession, touchSession } from "#app/session/session.ts";
import { LAST_MS, type Look } from "#app/session/session-times.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";
import { useLook } from "./use-look.ts";

/**
 * Warns five minutes before the session ends, and asks again in the last minute; ends it on time, so that nobody
 * notices only when a save fails. A call resets the idle time; the absolute limit needs a fresh authentication.
 */
export function SessionEnd({ profile: { uId, eId, ssoDirect, session } }: { profile: Profile }) {
  const [look, again] = useLook();
  const toast = useToast();
  const { busy, send } = useSend();
  // Imported on demand: a chunk that fails to load must not break the screen.
  const [Confirm, setConfirm] = useState<typeof ConfirmIdentity>();
  const [proving, setProving] = useState(false);
  const [putOff, setPutOff] = useState(false);
  const [told, setTold] = useState<Look>(look);
  const { stage, by } = look;
  if (told.stage !== stage || told.by !== by) {
    setTold(look);
    if (stage === "far") setPutOff(false);
  }

  useEffect(() => {
    if (stage === "over") endSession("expiredAgain");
  }, [stage]);
  // A user who is typing is not idle, even if no call reaches the server.
  useEffect(() => {
    if (stage === "soon" && by === "idle" && !isUnattended()) touchSession().then(again, () => {});
  }, [stage, by, again]);

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
      <p aria-live="polite" className="sr-only">
        {told.stage === "soon" && texts.endsIn(spanOf(told.left))}
      </p>
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

/** The time left in words: in minutes, and in seconds during the last one. */
const spanOf = (left: number): string =>
  left > LAST_MS ? texts.minutes(Math.ceil(left / 60_000)) : texts.seconds(Math.ceil(left / 1_000));

import { useEffect, useState } from "react";
import { lazilyShown } from "#app/components/ui/lazily.tsx";
import { useEver } from "#app/components/ui/use-ever.ts";
import { sessionEndTexts as texts } from "#texts/session-end.ts";
import { isUnattended } from "#app/lib/hands.ts";
import { endSession, touchSession } from "#app/session/session.ts";
import type { Look } from "#app/session/session-times.ts";
import type { Profile } from "#workers/contract/endpoints/profile.ts";
import { spanOf } from "./span-of.ts";
import { useLook } from "./use-look.ts";

/** Most sessions never come near their end. */
const Ending = lazilyShown(
  () => import("./ending.tsx"),
  (module) => module.Ending,
  () => null,
);

/**
 * Warns five minutes before the session ends, and asks again in the last minute; ends it on time, so that nobody
 * notices only when a save fails. A call resets the idle time; the absolute limit needs a fresh authentication.
 */
export function SessionEnd({ profile }: { profile: Profile }) {
  const [look, again] = useLook();
  const [told, setTold] = useState<Look>(look);
  const { stage, by } = look;
  if (told.stage !== stage || told.by !== by) setTold(look);
  const shown = useEver(stage === "soon" || stage === "last");

  useEffect(() => {
    if (stage === "over") endSession("expiredAgain");
  }, [stage]);
  // A user who is typing is not idle, even if no call reaches the server.
  useEffect(() => {
    if (stage === "soon" && by === "idle" && !isUnattended()) touchSession().then(again, () => {});
  }, [stage, by, again]);

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {told.stage === "soon" && texts.endsIn(spanOf(told.left))}
      </p>
      {shown && <Ending {...{ profile, look, told, again }} />}
    </>
  );
}

import { useEffect, useEffectEvent } from "react";
import { Failure } from "#app/components/ui/banner.tsx";
import { InSight } from "#app/kit/in-sight.tsx";
import { ErrorSummary, type Problem } from "#app/components/ui/error-summary.tsx";

/**
 * Messages above a form's fields: why it was not saved and, if several fields are wrong, a list of them, which takes the
 * focus. A single wrong field takes it itself, and a reason of no field where it is out of sight.
 */
export function FormHead({
  failure,
  problems,
  round,
}: {
  failure: string;
  problems: Problem[];
  /** Counts the refusals. */
  round: number;
}) {
  const only = problems.length === 1 ? problems[0]?.id : undefined;
  // A field that becomes the only wrong one while others are mended must not take the focus.
  const focusOnly = useEffectEvent(() => only && document.getElementById(only)?.focus());
  useEffect(() => {
    if (round > 0) focusOnly();
  }, [round]);
  return (
    <>
      <InSight what={failure} round={round}>
        <Failure text={failure} />
      </InSight>
      <ErrorSummary problems={round > 0 && problems.length > 1 ? problems : []} round={round} />
    </>
  );
}

import { FailureReasons } from "#app/features/broadcasts/failure-reasons.tsx";
import type { BroadcastDetail } from "#workers/contract/endpoints/broadcasts.ts";
import { FigureLink } from "./figure-link.tsx";
import type { Shown } from "./statuses.ts";

/** Why messages failed; each reason opens its people. */
export function Failures({ failures, shown }: { failures: BroadcastDetail["failures"]; shown: Shown }) {
  return (
    <FailureReasons
      failures={failures}
      renderReason={(code, className, children) => (
        <FigureLink status="" code={code} isShown={shown.code === code} className={className}>
          {children}
        </FigureLink>
      )}
    />
  );
}

import type { ReactNode } from "react";
import { LoadFailure } from "#app/kit/load-failure.tsx";
import { SkeletonRows } from "#app/components/ui/skeleton.tsx";
import { encapsTexts as texts } from "#texts/encaps.ts";
import type { ApiError } from "#app/data/api.ts";

/** A part of an encap that is read when its tab is opened. */
export function Part<Answer>({
  of: { answer, failure },
  lead,
  actions,
  children,
}: {
  of: { answer: Answer | undefined; failure: ApiError | undefined };
  lead?: string;
  actions?: ReactNode;
  children: (answer: Answer) => ReactNode;
}) {
  if (answer === undefined)
    return failure ? <LoadFailure error={failure} title={texts.partFailed} /> : <SkeletonRows rows={4} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {(lead || actions) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="max-w-prose text-muted">{lead}</p>
          {actions}
        </div>
      )}
      {children(answer)}
    </div>
  );
}
